/** Filled work trees that wait for contexts. */
export interface PoolFigures {
  /** The number of trees that wait now. */
  readonly trees: number;
  readonly bytes: number;
  readonly limit: number;
  /** Contexts that got a tree that waited, and that found none. */
  readonly taken: number;
  readonly missed: number;
  /** How the trees came about: written by git, or of files that others had used and left unchanged. */
  readonly filled: number;
  readonly salvaged: number;
}
