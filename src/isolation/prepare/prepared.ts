import type { Repository } from "../../git/repository.ts";

/** How a context got what the checkout has and git does not. */
export interface Prepared {
  readonly parts: readonly PreparedPart[];
  /** What the checkout has and programs here do not see, and why; absent: nothing. */
  readonly missing?: { readonly folders: readonly string[]; readonly why: string };
  readonly tookMs: number;
}

export interface PreparedPart {
  /** The folder's path in the checkout. */
  readonly path: string;
  readonly how: "overlay" | "linked above" | "links within";
}

/** What a context shows of the folders that the checkout has and git does not. */
export type Shown =
  | { readonly kind: "nothing" }
  /** Programs in the context see these folders, private and writable. */
  | { readonly kind: "overlay"; readonly folders: readonly string[] }
  /** The checkout has these, the context does not. */
  | { readonly kind: "impossible"; readonly folders: readonly string[]; readonly why: string };

export interface ShowRequest {
  readonly repository: Repository;
  /** The context's folder. */
  readonly folder: string;
  /** Folders of the checkout that the score names. */
  readonly named: readonly string[];
  /** Folders of the commit that hold other repositories. */
  readonly modules: () => Promise<readonly string[]>;
}

/** Lets programs in a context see what is installed in the checkout; they can't change it there. */
export type ShowInstalled = (request: ShowRequest) => Promise<Shown>;
