import { fileActs } from "./acts/files.ts";
import { machineActs } from "./acts/machine.ts";
import { readActs } from "./acts/reads.ts";

/** What an act got at outside of what belongs to it. */
export const reaches = ["wrote", "read", "metadata", "signal", "socket"] as const;
export type Reach = (typeof reaches)[number];

export const reachWords: Readonly<Record<Reach, string>> = {
  wrote: "wrote",
  read: "read",
  metadata: "changed mode, owner or times",
  signal: "sent a signal",
  socket: "spoke to a service",
};

export const confinedLevels = ["write", "strict"] as const;
export type ConfinedLevel = (typeof confinedLevels)[number];

/** A line of the shell that tries to leave. It finds its marks in variables: see `scene.ts`. */
export interface EscapeAct {
  readonly name: string;
  /** Programs that it needs; where one is missing, the act is not tried. */
  readonly needs?: readonly string[];
  readonly script: string;
  /** What no layer stops; a level that is not named: nothing. */
  readonly through?: Partial<Readonly<Record<ConfinedLevel, readonly Reach[]>>>;
}

export const escapeActs: readonly EscapeAct[] = [...fileActs, ...readActs, ...machineActs];
