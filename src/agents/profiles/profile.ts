import type { TroubleCode } from "../../sheet/trouble/trouble.ts";
import type { HttpApi, HttpTool, ModelPrice } from "../bridge-request.ts";
import type { OutputForm } from "./schema/output.ts";

/** One agent as YAML describes it, complete and checked. */
export type Profile = CliProfile | AcpProfile | HttpProfile;

export interface ProfileBasics {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly aliases: readonly string[];
  /** With which version somebody saw it work, and when; `null`: nobody did. */
  readonly verified: { readonly version: string; readonly date: string } | null;
  /** The one that is asked for when a score names none; `null`: what the agent itself takes. */
  readonly model: string | null;
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the client that it may have; one may end in `*`. */
  readonly pass: readonly string[];
  /** Variables that hold secrets, beside those whose names say so. */
  readonly secrets: readonly string[];
  readonly home: AgentHome | null;
  readonly startTimeoutMs: number | null;
  /** What lines of its stderr mean. */
  readonly errors: Readonly<Partial<Record<TroubleCode, readonly string[]>>>;
  readonly models: readonly Model[];
  readonly pricesAsOf: string | null;
}

export interface ProgramBasics {
  readonly executable: string;
  readonly versionArgs: readonly string[];
  readonly args: readonly string[];
  /** How it is told its model; `null`: it can't be, or through its protocol. */
  readonly modelArgs: readonly string[] | null;
  /** `same`: a session can be gone on with only in the folder it began in. */
  readonly sessionFolder: "any" | "same";
}

/** A program that is run once for each attempt. */
export interface CliProfile extends ProfileBasics, ProgramBasics {
  readonly kind: "cli";
  /** What is added where it applies; `null`: the agent can't. */
  readonly sessionArgs: readonly string[] | null;
  readonly budgetArgs: readonly string[] | null;
  readonly promptArgs: readonly string[];
  readonly prompt: "stdin" | "file" | "argument";
  readonly promptIs: "text" | "program";
  readonly longPrompt: "refuse" | "stdin" | "file";
  readonly output: OutputForm;
  /** How a person talks to it in a terminal; `null`: nobody can. */
  readonly interactive: { readonly args: readonly string[]; readonly sessionArgs: readonly string[] | null } | null;
}

/** A program that speaks the Agent Client Protocol. */
export interface AcpProfile extends ProfileBasics, ProgramBasics {
  readonly kind: "acp";
}

/** A model behind an API, with Tutti's own small tools. */
export interface HttpProfile extends ProfileBasics {
  readonly kind: "http";
  readonly api: HttpApi;
  readonly baseUrl: string;
  /** A variable of the client that names another address. */
  readonly baseUrlVariable: string | null;
  /** The variable that holds the key; `null`: it needs none. */
  readonly keyVariable: string | null;
  readonly maxTurns: number;
  readonly tools: readonly HttpTool[];
}

export interface AgentHome {
  /** `auto`: when one of `auth` is set, for then no login of the user's home is needed. */
  readonly own: "auto" | "always" | "never";
  readonly auth: readonly string[];
  /** Variable → the folder within the home that it is to name. */
  readonly variables: Readonly<Record<string, string>>;
  /** Path within the home → what is in the file. */
  readonly files: Readonly<Record<string, string>>;
}

export interface Model {
  /** One that ends in `*` stands for all that begin so. */
  readonly name: string;
  /** How many tokens it can hold. */
  readonly context: number | null;
  readonly price: ModelPrice | null;
}
