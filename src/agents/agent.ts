import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { ProcessEnd, ProcessRequest } from "../process/process.ts";
import type { AgentEnd } from "../sheet/event.ts";

/** One coding agent: says how it is run, and what its end means. It never runs anything itself. */
export interface Agent {
  readonly name: string;
  plan(request: AgentRequest): AgentCommand;
  readEnd(end: ProcessEnd, signals: readonly AgentSignal[]): AgentEnd;
}

/** One attempt at a sheet. */
export interface AgentRequest {
  readonly jobId: JobId;
  readonly sheetId: SheetId;
  readonly attempt: number;
  /** The whole text, as `wholePrompt` makes it. */
  readonly prompt: string;
  /** A file outside the context that holds the same text. */
  readonly promptPath: string;
  readonly contextPath: string;
  readonly workspacePath: string;
  /** A file outside the context in which the agent may report facts, one JSON object a line. */
  readonly eventsPath: string;
}

export type AgentCommand =
  | {
      readonly kind: "run";
      readonly argv: readonly [string, ...string[]];
      /** To be added to the allowed environment. */
      readonly env: Readonly<Record<string, string>>;
      readonly stdin?: NonNullable<ProcessRequest["stdin"]>;
    }
  | { readonly kind: "refused"; readonly detail: string };

/** What an agent reported through its structured channel. */
export type AgentSignal = { readonly kind: "rate-limit"; readonly resetAt: EpochMs | null };
