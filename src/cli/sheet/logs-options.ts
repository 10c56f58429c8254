import type { Asking, JobOptions } from "../ask.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Sink } from "../terminal/writer.ts";

export interface LogsOptions extends JobOptions {
  readonly sheet: string | undefined;
  readonly attempt?: number;
  readonly stderr?: true;
  readonly prompt?: true;
  readonly validation?: number;
  readonly gate?: string;
  readonly preparation?: true;
  readonly follow?: true;
  readonly raw?: true;
  readonly full?: true;
}

/** One log. `sink`: where it goes instead of the output. */
export interface ShownLog extends LogsOptions {
  readonly sheet: string;
  readonly sink?: Sink;
}

export type ShowOne = (terminal: Terminal, tutti: Asking, log: ShownLog) => Promise<number>;
