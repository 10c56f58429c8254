import { fileActs } from "./acts/files.ts";
import { machineActs } from "./acts/machine.ts";
import { kernelActs } from "./acts/kernel.ts";
import { readActs } from "./acts/reads.ts";
import { networkActs } from "./acts/network.ts";
import { serviceActs } from "./acts/sockets.ts";
import { toolActs } from "./acts/tools.ts";

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

/** How acts are confined: by Landlock alone, as where namespaces are refused, and by all layers. */
export const columns = ["landlock", "write", "strict"] as const;
export type Column = (typeof columns)[number];

export const columnWords: Readonly<Record<Column, string>> = {
  landlock: "`write`, Landlock alone",
  write: "`write`, all layers",
  strict: "`strict`",
};

/** A line of the shell that tries to leave. It finds its marks in variables: see `scene.ts`. */
export interface EscapeAct {
  readonly name: string;
  /** Programs that it needs; where one is missing, the act is not tried. */
  readonly needs?: readonly string[];
  readonly script: string;
  /** What it reaches; a column that is not named: nothing. */
  readonly through?: Partial<Readonly<Record<Column, readonly Reach[]>>>;
  /** A plain user reaches nothing by it, confined or not. */
  readonly rootOnly?: true;
  /** Which network it has; absent: the machine's. `list`: one host, by the broker. */
  readonly network?: "off" | "list";
}

export const escapeActs: readonly EscapeAct[] = [
  ...fileActs,
  ...readActs,
  ...machineActs,
  ...kernelActs,
  ...serviceActs,
  ...toolActs,
  ...networkActs,
];
