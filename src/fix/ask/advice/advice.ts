/** What is worth knowing before a kind of finding is mended. */
export interface Advice {
  readonly means: string;
  /** How to mend it well. */
  readonly mend: string;
  /** What makes it only look mended. */
  readonly avoid: string;
  /** A tiny example. */
  readonly before: string;
  readonly after: string;
}

/** What Tutti ships for one tool. */
export interface ToolAdvice {
  /** What its examples are written in. */
  readonly language: string;
  readonly general: string;
  readonly codes: Readonly<Record<string, Advice>>;
  /** Codes that another one's advice is for as well; `tool:code` is one of another tool. */
  readonly same: Readonly<Record<string, string>>;
}
