/** The promises of a level of isolation. How its contexts are made: `src/isolation/levels/table.ts`. */
interface LevelFacts {
  /** Agents work in the repository's own folder; nothing lands. */
  readonly isInPlace: boolean;
  /** The folder needs a git repository around it. */
  readonly needsRepository: boolean;
  /** Each context has a repository of its own, whose objects are borrowed or copied. */
  readonly isClone: boolean;
  /** Each context is on a branch of its own, which a good result gets in the user's repository. */
  readonly hasBranch: boolean;
  /** Each context has a state folder and temporary folder of its own. */
  readonly hasOwnState: boolean;
  /** Programs run in containers of an image, and see nothing of this machine but what they need. */
  readonly hasContainer: boolean;
}

const files = {
  isInPlace: false,
  needsRepository: false,
  isClone: false,
  hasBranch: false,
  hasOwnState: false,
  hasContainer: false,
};
const repository = { ...files, needsRepository: true };

/** In the order in which the documentation compares them. */
export const isolationLevels = ["none", "directory", "branch", "worktree", "clone", "full", "container"] as const;

/** How far the context of a sheet is apart from the repository. */
export type IsolationLevel = (typeof isolationLevels)[number];

export const levels: Readonly<Record<IsolationLevel, LevelFacts>> = {
  none: { ...files, isInPlace: true },
  directory: files,
  branch: { ...repository, isClone: true, hasBranch: true },
  worktree: repository,
  clone: { ...repository, isClone: true },
  full: { ...repository, isClone: true, hasBranch: true, hasOwnState: true },
  container: { ...repository, isClone: true, hasOwnState: true, hasContainer: true },
};
