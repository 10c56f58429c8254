import { type Git, requireOk } from "../git.ts";

/** One entry of somebody's index, by its bytes (latin1). Mode `0` stands for a path that is not there any more. */
export interface IndexEntry {
  readonly mode: string;
  readonly blob: string;
  readonly path: string;
  /** 0, or which side of a conflict it is. */
  readonly stage: number;
}

interface IndexFile {
  readonly gitDir: string;
  /** A copy: git may write to the one it reads. */
  readonly index: string;
  readonly env: Readonly<Record<string, string>>;
}

/** What an index says otherwise than a commit: staged changes, and every side of each conflict. */
export async function readIndexChanges(git: Git, file: IndexFile, commit: string): Promise<readonly IndexEntry[]> {
  const differing = await git.sealed({
    ...file,
    args: ["diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", commit, "--"],
  });
  const conflicts = await git.sealed({ ...file, args: ["ls-files", "--unmerged", "-z"] });
  return [
    ...changedEntries(requireOk(differing, "reading an index")),
    ...conflictEntries(requireOk(conflicts, "reading conflicts")),
  ];
}

function changedEntries(output: Buffer): readonly IndexEntry[] {
  const fields = output.toString("latin1").split("\0");
  const entries: IndexEntry[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [, mode = "", , blob = "", status = ""] = (fields[at] ?? "").split(" ");
    if (!status.startsWith("U"))
      entries.push({ mode: status.startsWith("D") ? "0" : mode, blob, path: fields[at + 1] ?? "", stage: 0 });
  }
  return entries;
}

function conflictEntries(output: Buffer): readonly IndexEntry[] {
  return output
    .toString("latin1")
    .split("\0")
    .filter((line) => line !== "")
    .map((line) => {
      const tab = line.indexOf("\t");
      const [mode = "", blob = "", stage = ""] = line.slice(0, tab).split(" ");
      return { mode, blob, path: line.slice(tab + 1), stage: Number(stage) };
    });
}
