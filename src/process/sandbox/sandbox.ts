import type { Argv } from "../tree/containment.ts";

/** What a confined program and everything it starts may touch. Paths that do not exist are left out. */
export interface Grants {
  /** Read and execute. */
  readonly read: readonly string[];
  /** All of it. */
  readonly write: readonly string[];
}

export interface Confinement {
  readonly grants: Grants;
  /** Absent: the network of the machine. */
  readonly network?: "off";
}

/** What the kernel enforces on this machine, proven by trials. */
export interface Sandbox {
  readonly layers: readonly Layer[];
  wrap(confinement: Confinement, argv: Argv): Argv;
}

export interface Layer {
  readonly name: LayerName;
  /** `null`: it holds here. */
  readonly missing: string | null;
}

/** `landlock` confines files; `network` takes the network away. */
export type LayerName = "landlock" | "network";

/** Why a program can't be confined so on this machine; `null`: it can. */
export function missingFor(
  { layers }: Pick<Sandbox, "layers">,
  { network }: Pick<Confinement, "network">,
): string | null {
  const needed: readonly LayerName[] = network === "off" ? ["landlock", "network"] : ["landlock"];
  return layers.find(({ name, missing }) => missing !== null && needed.includes(name))?.missing ?? null;
}
