/** The largest that each of these may be, said by an option or by the project's file; the smallest is 1. */
export const largest = {
  parallel: 32,
  attempts: 20,
  filesPerContext: 1_000_000,
  maxFiles: 1_000_000,
  maxFindings: 1_000_000,
  maxPerSheet: 1_000_000,
} as const;
