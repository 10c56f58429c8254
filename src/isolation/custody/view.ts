import type { FileStat } from "../../git/diff/file-stats.ts";
import type { Snapshot, SnapshotSize } from "../snapshots/list.ts";
import type { FileView, SnapshotView } from "../../api/contract/sheet.ts";

/** A snapshot for faces: refs and trees are Tutti's own business. */
export function snapshotView(snapshot: Snapshot, { files, insertions, deletions, bytes }: SnapshotSize): SnapshotView {
  const { number, commit, base, at, sheet, attempt, why, leftOut } = snapshot;
  return { number, commit, base, at, sheet, attempt, why, leftOut, files, insertions, deletions, bytes };
}

const statusNames = { A: "added", M: "changed", D: "deleted", T: "retyped" } as const;

export function fileView(stat: FileStat, sizes: ReadonlyMap<string, number>): FileView {
  return {
    path: Buffer.from(stat.path, "latin1").toString("utf8"),
    status: statusNames[stat.status],
    insertions: stat.insertions,
    deletions: stat.deletions,
    bytes: stat.blob === null ? 0 : (sizes.get(stat.blob) ?? 0),
  };
}
