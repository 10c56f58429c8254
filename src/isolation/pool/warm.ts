import type { CommitSha, ContextId } from "../../base/ids.ts";

/** Filled work trees of one repository, which wait for contexts. */
export interface WarmTrees {
  /** Gives a context's empty folder the files of a commit, and its index. False: there is no tree for it. */
  take(context: Pick<TreeUser, "path" | "index">, want: WarmWish): Promise<boolean>;
  /** Remembers that a context has the files of this commit, and that Tutti alone was in it so far. */
  handOut(context: TreeUser, commit: CommitSha): Promise<void>;
  /**
   * To be asked before a context's notes go; `undefined`: nothing can be kept. Then to be called with the folder that
   * its files lie in, when it is no longer needed: what is proven unchanged is taken out.
   */
  keep(context: TreeUser): Promise<((folder: string) => Promise<void>) | undefined>;
  /** How many contexts one asker is likely to want soon; `commit`: of which, where that is known. */
  expect(asker: string, count: number, commit?: CommitSha): void;
}

export interface WarmWish {
  readonly commit: CommitSha;
  /** Called with the tree's folder before it is moved. */
  readonly claim: (tree: string) => Promise<void>;
}

/** A context, as far as its files go. */
export interface TreeUser {
  readonly id: ContextId;
  readonly path: string;
  readonly index: string;
}
