import type { Argv } from "./tree/containment.ts";
import type { Owner } from "./tree/owner.ts";

/** Runs programs apart from the files and processes of this machine, as a container does. */
export interface Enclosure {
  /** How a program is started there, or why it can't be. */
  launch(order: EnclosedOrder): EnclosedLaunch | string;
}

export interface EnclosedOrder {
  readonly argv: Argv;
  readonly cwd: string;
  /** Complete, with the marks by which its processes are found. */
  readonly env: Readonly<Record<string, string>>;
  readonly outside: Outside;
  /** No other run has it. */
  readonly run: string;
  /** It runs for a person, in their terminal, and may outlive this process. */
  readonly person?: Person;
}

/** A process of a person that starts a program itself. */
export interface Person {
  readonly owner: Owner;
  readonly hasTerminal: boolean;
}

/** Paths outside its working folder that a program needs; where it sees the whole machine, they say nothing. */
export interface Outside {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
  /** Files below the user's home, relative to it, that it reads below its own. */
  readonly home?: readonly string[];
}

export interface EnclosedLaunch {
  /** The program that starts it, waits for it, passes signals on and exits as it does. */
  readonly argv: Argv;
  /** Of that program. */
  readonly env: Readonly<Record<string, string>>;
  /** Ends what is left of it; `false`: it may still run. May be called again. */
  end(): Promise<boolean>;
  /** Why it was not started at all, by how its starter exited; `null`: it was. */
  refusal(code: number, stderr: string): string | null;
}
