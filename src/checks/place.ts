/** Where validations look: a context's folder, and the environment its commands get. */
export interface CheckPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Paths that are there but were not captured, folders ending in `/`: what lies there won't land (raw bytes as latin1). */
  readonly leftOut: readonly string[];
  readonly cancel: AbortSignal;
}
