import type { Argv } from "../tree/containment.ts";
import type { FilterLevel } from "./filter.ts";
import type { MountRow } from "./mount-rows.ts";

/** Files that a confined program and its children may touch: real paths of existing entries. */
export interface Grants {
  /** Read and execute. */
  readonly read: readonly string[];
  /** All of it. */
  readonly write: readonly string[];
}

export interface Confinement {
  readonly grants: Grants;
  /** Absent: it sees the files of the machine where they are. */
  readonly mounts?: Mounts;
  /** Absent: the network of the machine. `off`: a loopback interface of its own, and nothing else. */
  readonly network?: "off" | Bridge;
  /** Which system calls are refused where the kernel filters them; absent: those of `write`. */
  readonly calls?: FilterLevel;
  /** `NAME=VALUE`, of the program alone. */
  readonly variables?: readonly string[];
}

/** Another view of the files, mounted for one program. */
export interface Mounts {
  readonly rows: readonly MountRow[];
}

/** The way from a program without a network to the broker. */
export interface Bridge {
  /** Starts the program that its further arguments name, and carries connections to `port` to the broker. */
  readonly argv: Argv;
}

/** The rules that the kernel enforces on this machine, proven by trials. */
export interface Sandbox {
  readonly layers: readonly Layer[];
  wrap(confinement: Confinement, argv: Argv): Argv;
}

export interface Layer {
  readonly name: LayerName;
  /** `null`: it holds here. */
  readonly missing: string | null;
}

/**
 * `landlock` confines files. `mounts` hides what is not granted, makes the rest read-only and puts private layers over
 * caches. `processes` hides other processes. `rights` takes root's powers over the machine away. `network` leaves
 * loopback alone. `calls` refuses system calls that reach the kernel, the machine or keys.
 */
export const layerNames = ["landlock", "mounts", "processes", "rights", "network", "calls"] as const;
export type LayerName = (typeof layerNames)[number];

/** The layers that hold here; that of the network only where it is limited. */
export function layersHeld({ layers }: Pick<Sandbox, "layers">, hasNetwork: boolean): readonly LayerName[] {
  return layers
    .filter(({ name, missing }) => missing === null && (name !== "network" || hasNetwork))
    .map(({ name }) => name);
}

/** Why a program can't be confined so on this machine; `null`: it can. */
export function missingFor({ layers }: Pick<Sandbox, "layers">, confinement: Neededness): string | null {
  const needed = neededFor(confinement);
  return layers.find(({ name, missing }) => missing !== null && needed.includes(name))?.missing ?? null;
}

type Neededness = Pick<Confinement, "network" | "mounts">;

function neededFor({ network, mounts }: Neededness): readonly LayerName[] {
  return [
    "landlock",
    ...(mounts === undefined ? [] : (["mounts"] as const)),
    ...(network === undefined ? [] : (["network"] as const)),
  ];
}

/** The first of these layers that does not hold here; `null`: all do. */
export function firstMissing({ layers }: Pick<Sandbox, "layers">, needed: readonly string[]): Layer | null {
  return layers.find(({ name, missing }) => missing !== null && needed.includes(name)) ?? null;
}
