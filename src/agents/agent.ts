import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { ProcessRequest } from "../process/process.ts";
import type { TroubleCode } from "../sheet/trouble/trouble.ts";
import type { AgentEvent } from "./agent-event.ts";

/** One coding agent: says how it is run, and what it prints means. It never runs anything itself. */
export interface Agent {
  readonly name: string;
  readonly abilities: Abilities;
  plan(request: AgentRequest): AgentCommand;
  /** Reads what one run prints. */
  reader(now: () => EpochMs): StreamReader;
  /** What its own complaints on stderr mean; the first that matches counts. Never matched against its answer. */
  readonly complaints: readonly Complaint[];
  /** How long its first event may take, where the usual time is not enough. */
  readonly startMs?: number;
  /** Its prompt is a program that it runs, so nothing is added to it. */
  readonly runsPrompt?: true;
  /** It costs nothing, so there is nothing to tell. */
  readonly isFree?: true;
}

export interface Abilities {
  /** It prints events: a run without any did not start. Without it, what it prints is prose. */
  readonly events: boolean;
  /** A session can be gone on with by its id. */
  readonly sessions: boolean;
  /** Only in the folder it began in: elsewhere some agents wait for ever. */
  readonly sessionsStay?: true;
  /** It tells what it used. */
  readonly usage: boolean;
  /** What it tells is of the whole session, also of the runs before this one. */
  readonly usageOfSession?: true;
  /** It stops by itself at an amount of money that it is given. */
  readonly budget: boolean;
}

export interface Complaint {
  readonly code: TroubleCode;
  readonly matches: (line: string) => boolean;
}

export interface StreamReader {
  /** One line of stdout, without its end. */
  line(text: string): readonly AgentEvent[];
  /** Nothing more comes. */
  end(): readonly AgentEvent[];
}

/** One attempt at a sheet. */
export interface AgentRequest {
  readonly jobId: JobId;
  readonly sheetId: SheetId;
  readonly attempt: number;
  /** The whole text, as `wholePrompt` makes it; the sheet's own alone where it is a program. */
  readonly prompt: string;
  /** A file outside the context that holds the same text. */
  readonly promptPath: string;
  /** A file with all that is not part of the prompt, where the prompt is a program. */
  readonly briefPath?: string;
  readonly contextPath: string;
  readonly workspacePath: string;
  /** A file outside the context in which the agent may report facts, one JSON object a line. */
  readonly eventsPath: string;
  /** A folder that is this sheet's own and outlives the attempt, for agents that may have a home of their own. */
  readonly homePath: string;
  /** The session to go on with; `null`: a new one. */
  readonly session: string | null;
  /** What the run may cost in US dollars; `null`: as much as it takes. */
  readonly budgetUsd: number | null;
  /** Everything the client's terminal had; an agent takes what it needs of it by name. Never written down. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export type AgentCommand =
  | {
      readonly kind: "run";
      readonly argv: readonly [string, ...string[]];
      /** To be added to the allowed environment. */
      readonly env: Readonly<Record<string, string>>;
      readonly stdin?: NonNullable<ProcessRequest["stdin"]>;
      /** To be there before it starts, mode 0600; folders are made. */
      readonly files?: readonly { readonly path: string; readonly text: string }[];
      /** Values that must not be seen in anything that is kept. */
      readonly secrets?: readonly string[];
    }
  | { readonly kind: "refused"; readonly code: TroubleCode; readonly detail: string };
