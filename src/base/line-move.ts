/**
 * A region of lines that differs between two versions of a file, as `git diff -U0` tells it: a side without lines
 * starts at the line before.
 */
export interface Hunk {
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** How the lines of one file became those of the result. */
export interface FileMove {
  /** Its name there; `null`: it is gone. */
  readonly to: string | null;
  /** In the order of the file. */
  readonly hunks: readonly Hunk[];
  /** Its lines were not compared: any of them may have changed. */
  readonly unread?: "binary" | "too-large" | "same-name";
}

/** A region with its lines, without their ends. */
export interface EditedLines extends Hunk {
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The change of one file. */
export interface FileChange extends FileMove {
  /** Its former name; `null`: it is new. */
  readonly from: string | null;
  readonly hunks: readonly EditedLines[];
}

/**
 * Changes by names as tools print them, where git gives raw bytes as latin1. A name that is no UTF-8 is read as the
 * tool's output would be; where two names become one by that, nothing is known of the lines of either.
 */
export function byText(changes: ReadonlyMap<string, FileChange>): ReadonlyMap<string, FileChange> {
  const named = new Map<string, FileChange>();
  for (const [path, change] of changes) {
    const name = textOf(path);
    const own = {
      ...change,
      from: change.from === null ? null : textOf(change.from),
      to: change.to === null ? null : textOf(change.to),
    };
    named.set(name, named.has(name) ? { ...own, hunks: [], unread: "same-name" } : own);
  }
  return named;
}

function textOf(path: string): string {
  return Buffer.from(path, "latin1").toString("utf8");
}
