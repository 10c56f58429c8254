import type { EpochMs, TreeSha } from "../base/ids.ts";

/** What is asked before a gate is run: on which tree, which command, with which programs. */
export interface VerdictKey {
  readonly tree: TreeSha;
  readonly digest: string;
  readonly toolchain: string;
  /**
   * The tree that the changed paths were told against, where the gate looks at these only; `null`: it looks at all of
   * the tree.
   */
  readonly against: TreeSha | null;
}

/** What a gate said of a tree, kept so that it need not be asked again. */
export interface KeptVerdict extends VerdictKey {
  readonly name: string;
  readonly passed: boolean;
  readonly isFlaky: boolean;
  readonly ms: number;
  readonly at: EpochMs;
  readonly reason: string;
  /** The limit that it ran into; `null`: it came to its end. With more time it may say something else. */
  readonly timedOutMs: number | null;
}

/** A gate that said both of one tree: what it says is believed less until it has been steady for a while. */
export interface Quarantine {
  readonly digest: string;
  readonly name: string;
  readonly since: EpochMs;
  /** How often it failed and then passed on the same tree. */
  readonly flakes: number;
  /** How often it was asked since. */
  readonly runs: number;
  /** Runs in a row that passed at once. */
  readonly clean: number;
  readonly last: Flake;
}

export interface Flake {
  readonly at: EpochMs;
  readonly tree: TreeSha;
  /** The end of what it printed when it failed, and when it passed. */
  readonly failed: string;
  readonly passed: string;
}

export type VerdictChange =
  | { readonly kind: "said"; readonly verdict: KeptVerdict }
  /** `quarantine: null`: it is out of it. */
  | { readonly kind: "quarantine"; readonly digest: string; readonly quarantine: Quarantine | null }
  /** `digests: null`: all of them. */
  | { readonly kind: "forgotten"; readonly digests: readonly string[] | null };
