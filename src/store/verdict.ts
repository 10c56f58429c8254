import type { EpochMs, TreeSha } from "../base/ids.ts";

/** On which tree, which command, with which programs. */
export interface VerdictKey {
  readonly tree: TreeSha;
  readonly digest: string;
  readonly toolchain: string;
  /** The tree that changed paths are compared with; `null`: the gate looks at the whole tree. */
  readonly against: TreeSha | null;
}

export interface KeptVerdict extends VerdictKey {
  readonly name: string;
  readonly passed: boolean;
  readonly isFlaky: boolean;
  readonly ms: number;
  readonly at: EpochMs;
  readonly reason: string;
  /** The file with all that it printed, of one that failed. */
  readonly log?: string;
  /** `null`: it finished. With more time the verdict may differ. */
  readonly timedOutMs: number | null;
}

/** A gate that both failed and passed on one tree: believed less until it is steady. */
export interface Quarantine {
  readonly digest: string;
  readonly name: string;
  readonly since: EpochMs;
  readonly flakes: number;
  readonly runs: number;
  readonly clean: number;
  readonly last: Flake;
}

export interface Flake {
  readonly at: EpochMs;
  readonly tree: TreeSha;
  /** Excerpts of each output. */
  readonly failed: string;
  readonly passed: string;
}

export type VerdictChange =
  | { readonly kind: "said"; readonly verdict: KeptVerdict }
  /** `null`: released. */
  | { readonly kind: "quarantine"; readonly digest: string; readonly quarantine: Quarantine | null }
  /** `null`: all. */
  | { readonly kind: "forgotten"; readonly digests: readonly string[] | null };
