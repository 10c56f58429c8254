/** How long and how much is kept. */
export interface CleanupSettings {
  /** A failed sheet's context goes after this time without use. */
  readonly ageDays: number;
  /** Without it, a failed sheet's context goes at once; its captures stay. */
  readonly keepFailed: boolean;
  /** How many contexts of failed sheets are kept; `null`: any number. */
  readonly maxContexts: number | null;
  /** Their size together; `null`: any. */
  readonly maxBytes: number | null;
  readonly trashDays: number;
  readonly trashBytes: number;
}

/** How long records are kept, in days; `null`: for ever. */
export interface Retention {
  /** How long events of a finished job are kept. Its plan, its sheets and its receipts stay. */
  readonly historyDays: number | null;
  readonly answersDays: number | null;
  readonly logsDays: number | null;
}
