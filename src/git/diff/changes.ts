import { type Git, requireOk } from "../git.ts";

/** One path that differs between two trees, as raw bytes (latin1) so that any name survives. */
export interface Change {
  readonly path: string;
  readonly status: "A" | "M" | "D" | "T";
  readonly oldMode: string;
  readonly mode: string;
  readonly oldBlob: string;
  readonly blob: string;
}

/** What differs between two trees (or commits), path by path, without guessing renames. */
export async function readChanges(
  git: Git,
  gitDir: string,
  pair: { from: string; to: string },
): Promise<readonly Change[]> {
  const exit = await git.sealed({
    gitDir,
    args: [
      "diff-tree",
      "-r",
      "-z",
      "--raw",
      "--no-renames",
      "--ignore-submodules=none",
      "--end-of-options",
      pair.from,
      pair.to,
    ],
  });
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
