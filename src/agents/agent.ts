import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { ProfileAgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { ProcessRequest } from "../process/process.ts";
import type { TroubleCode } from "../sheet/trouble/trouble.ts";
import type { AgentEvent } from "./agent-event.ts";
import type { ModelPrice } from "./bridge-request.ts";
import type { TalkForm } from "../sheet/live-agent.ts";
import type { OutputForm } from "./profiles/schema/profile.ts";

/** How a coding agent runs and what its output means. It runs nothing itself. */
export interface Agent {
  readonly name: string;
  readonly abilities: Abilities;
  plan(request: AgentRequest): AgentCommand;
  reader(now: () => EpochMs): FormReader;
  /** Meanings of its stderr lines; the first match counts. Never matched against its answer. */
  readonly complaints: readonly Complaint[];
  /** Time for the first event, if the default is too short. */
  readonly startMs?: number;
  /** Its prompt is a program, so nothing is added to it. */
  readonly runsPrompt?: true;
  /** It costs nothing. */
  readonly isFree?: true;
  /** Its output does not say what it used, but it can export that by OTLP. */
  readonly exports?: { readonly priceOf: (model: string | null) => ModelPrice | null };
  /** Files of the person's home that it writes in a run with this environment, beginning with `~/`. Absent: none. */
  personal?(environment: AgentRequest["environment"]): readonly string[];
  /** Absent: it needs none. */
  readonly network?: AgentNetwork;
}

/** The hosts that an agent needs on the network, and the way its keys are carried. */
export interface AgentNetwork {
  readonly hosts: readonly string[];
  readonly keys: readonly AgentKey[];
}

export interface AgentKey {
  readonly variable: string;
  readonly header: string;
  readonly prefix: string;
  readonly base: { readonly variable: string; readonly to: string };
}

export interface Abilities {
  /** A run without events did not start. `false`: its output is prose. */
  readonly events: boolean;
  /** It can resume a session by id. */
  readonly sessions: boolean;
  /** Only in the folder where it began: elsewhere some agents wait for ever. */
  readonly sessionsStay?: true;
  readonly usage: boolean;
  /** Its usage covers the whole session, with earlier runs. */
  readonly usageOfSession?: true;
  /** It stops by itself at a given cost. */
  readonly budget: boolean;
}

export interface Complaint {
  readonly code: TroubleCode;
  readonly matches: (line: string) => boolean;
}

export interface StreamReader {
  /** A line of stdout, without its end. */
  line(text: string): readonly AgentEvent[];
  end(): readonly AgentEvent[];
}

/** It knows the form that it reads, so that others can read the same log later. */
export interface FormReader extends StreamReader {
  readonly form: OutputForm;
}

export interface AgentRequest {
  readonly whose: Whose;
  /** As `wholePrompt` makes it; if it is a program, the sheet's own. */
  readonly prompt: string;
  readonly paths: AgentPaths;
  /** `null`: a new session. */
  readonly session: string | null;
  /** US dollars; `null`: no limit. */
  readonly budgetUsd: number | null;
  /** No more words come while it runs: its prompt goes the plain way, and its input is closed after it. */
  readonly isAlone?: true;
  /** Where it exports what it used; absent: nowhere. */
  readonly exportsTo?: string;
  /** The client's environment; an agent takes variables by name. Never stored. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** The attempt that an agent runs for. */
export interface Whose {
  readonly jobId: JobId;
  readonly sheetId: SheetId;
  readonly attempt: number;
}

export interface AgentPaths {
  readonly contextPath: string;
  readonly workspacePath: string;
  /** The sheet's own folder, which outlives the attempt. */
  readonly homePath: string;
  /** The prompt in a file outside the context. */
  readonly promptPath: string;
  /** If the prompt is a program: everything else there is to say. */
  readonly briefPath?: string;
  /** A file outside the context for reported events, one JSON object a line. */
  readonly eventsPath: string;
}

export type AgentCommand =
  | {
      readonly kind: "run";
      readonly argv: readonly [string, ...string[]];
      /** Added to the allowed environment. */
      readonly env: Readonly<Record<string, string>>;
      readonly stdin?: NonNullable<ProcessRequest["stdin"]>;
      /** It takes more words while it runs; then its prompt goes the same way, or its bridge knows it. */
      readonly talk?: TalkForm;
      /** Written before it starts, mode 0600. */
      readonly files?: readonly { readonly path: string; readonly text: string }[];
      /** Values to redact. */
      readonly secrets?: readonly string[];
      /** Files and folders of Tutti's own that it is run with. */
      readonly own?: readonly string[];
      /** Files of its login below the user's home, relative to it; absent: it needs none. */
      readonly logins?: readonly string[];
    }
  | { readonly kind: "refused"; readonly code: TroubleCode; readonly detail: string };

/** Wishes of a score beyond the profile. */
export type Wanted = Pick<ProfileAgentPlan, "model" | "args" | "env">;

export interface Bridges {
  readonly node: string;
  readonly bridges: { readonly acp: string; readonly http: string };
}
