import type { MachineUse } from "../base/home/machine-use.ts";
import type { EpochMs, JobId } from "../base/ids.ts";

/** The last activity of a running agent. It changes no state, so no journal has it. */
export interface Activity {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly at: EpochMs;
  /** In one line; empty: nothing is known but that it prints. */
  readonly action: string;
  /** How much it printed so far: more can be read with `sheet.logs`. */
  readonly bytes: number;
  /** The cost of this attempt so far in US dollars; `null`: unknown. */
  readonly usd: number | null;
  /** Its agent's use of the machine so far, at least; absent: not seen yet. */
  readonly use?: MachineUse;
}
