declare const brand: unique symbol;
type Branded<T, Name extends string> = T & { readonly [brand]: Name };

/** One run of a score. */
export type JobId = Branded<string, "JobId">;
/** One unit of work, as the score names it; unique in its job. */
export type SheetId = Branded<string, "SheetId">;
/** Where one attempt runs. */
export type ContextId = Branded<string, "ContextId">;
/** A full object name of a commit. */
export type CommitSha = Branded<string, "CommitSha">;
/** A full object name of a tree. */
export type TreeSha = Branded<string, "TreeSha">;
/** Milliseconds since 1970, for display and ordering by people; durations never come from two of these. */
export type EpochMs = Branded<number, "EpochMs">;

const objectName = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

export function isObjectName(text: string): boolean {
  return objectName.test(text);
}
