import type { Repository } from "../../git/repository.ts";
import type { PreparedPart } from "../../score/plan/preparation.ts";

/** The folders of the checkout that a context shows and git does not have. */
export interface Shown {
  /** Private and writable for programs in the context. */
  readonly parts: readonly PreparedPart[];
  /** To be lent by links, which share them with the checkout. */
  readonly links: readonly string[];
  readonly problems: readonly string[];
}

export interface ShowRequest {
  /** The context's folder. */
  readonly folder: string;
  /** Folders of the checkout that the score names. */
  readonly named: readonly string[];
  /** Folders of the commit that hold other repositories. */
  readonly modules: () => Promise<readonly string[]>;
}

/**
 * Lets programs in a context see what is installed in the checkout; they can't change it there. The checkout is looked
 * at from the first call on, so a context can be filled meanwhile; the second call needs its files.
 */
export type ShowInstalled = (repository: Repository) => ShowIn;

export type ShowIn = (request: ShowRequest) => Promise<Shown>;
