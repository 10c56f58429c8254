/** Where validations look: a context's folder, and the environment its commands get. */
export interface CheckPlace {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel?: AbortSignal;
}
