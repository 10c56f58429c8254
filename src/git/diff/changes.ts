import { fieldsIn, type Git, requireOk } from "../git.ts";

/** Every difference of two trees, without guessing renames. */
export const rawDiff = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none"] as const;

/** One path that differs between two trees; names are raw bytes (latin1), so that any name survives. */
export interface Change {
  readonly path: string;
  readonly status: "A" | "M" | "D" | "T";
  readonly oldMode: string;
  readonly mode: string;
  readonly oldBlob: string;
  readonly blob: string;
}

/** Without guessing renames. */
export async function readChanges(
  git: Git,
  gitDir: string,
  pair: { from: string; to: string },
): Promise<readonly Change[]> {
  const exit = await git.sealed({ gitDir, args: [...rawDiff, "--end-of-options", pair.from, pair.to] });
  const fields = requireOk(exit, "comparing trees").toString("latin1").split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [oldMode = "", mode = "", oldBlob = "", blob = "", status = ""] = (fields[at] ?? "").slice(1).split(" ");
    changes.push({ path: fields[at + 1] ?? "", status: status[0] as Change["status"], oldMode, mode, oldBlob, blob });
  }
  return changes;
}

/** Renames between two trees: old path → new path. */
export async function readRenames(
  git: Git,
  gitDir: string,
  pair: { from: string; to: string },
): Promise<ReadonlyMap<string, string>> {
  const exit = await git.sealed({
    gitDir,
    args: ["diff-tree", "-r", "-z", "--name-status", "-M", "--diff-filter=R", "--end-of-options", pair.from, pair.to],
  });
  const fields = requireOk(exit, "looking for renames").toString("latin1").split("\0");
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < fields.length; at += 3) renames.set(fields[at + 1] ?? "", fields[at + 2] ?? "");
  return renames;
}

/** One entry of an index (latin1). Mode `0`: deleted. */
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

/** Staged changes, and every side of each conflict. */
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
  return fieldsIn(output).map((line) => {
    const tab = line.indexOf("\t");
    const [mode = "", blob = "", stage = ""] = line.slice(0, tab).split(" ");
    return { mode, blob, path: line.slice(tab + 1), stage: Number(stage) };
  });
}
