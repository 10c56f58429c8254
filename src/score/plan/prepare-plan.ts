/** How contexts are made ready before anything runs in them. A key that is absent was not said. */
export interface PreparationPlan {
  /** Patterns, as in `.gitignore`, of ignored files of the checkout that contexts get a copy of. */
  readonly include?: readonly string[];
}
