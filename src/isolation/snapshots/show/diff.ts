import type { CommitSha } from "../../../base/ids.ts";
import { type FileStat, readFileStats, readSizes } from "../../../git/diff/file-stats.ts";
import { readDiffText } from "../../../git/diff/text.ts";
import { readRefCommits } from "../../../git/refs/ref-commits.ts";
import { agentRefs } from "../../home/places.ts";
import { blobsOf, sizeOf, type Snapshot, type SnapshotSize } from "../list.ts";
import type {
  AgentCommit,
  DiffView,
  ShownSnapshot,
  SnapshotRequest,
  FileView,
  SnapshotView,
} from "../../../api/contract/sheet.ts";
import { type CustodyParts, findSnapshot, type Found } from "./find.ts";

/** More is not read, and a face holds it in memory. */
const mostText = 8 * 1024 * 1024;

/** Against its base or an older snapshot. */
export async function diffSnapshot(
  parts: CustodyParts,
  request: SnapshotRequest & { readonly withText: boolean },
): Promise<DiffView> {
  const found = await findSnapshot(parts, request);
  const { place, aim, snapshot, older } = found;
  const { stats, sizes } = await readStats(parts, found);
  const from = older?.commit ?? snapshot.base;
  const patch = request.withText
    ? await readPatch(parts, place.gitDir, { from, to: snapshot.commit })
    : { text: null, droppedBytes: 0 };
  return {
    job: place.job,
    sheet: aim.sheet,
    store: place.gitDir,
    from: { number: older?.number ?? null, commit: from },
    to: { number: snapshot.number, commit: snapshot.commit },
    files: stats.map((stat) => fileView(stat, sizes)),
    ...patch,
  };
}

export async function showSnapshot(parts: CustodyParts, request: SnapshotRequest): Promise<ShownSnapshot> {
  const found = await findSnapshot(parts, request);
  const { place, aim } = found;
  const { stats, sizes } = await readStats(parts, { ...found, older: null });
  return {
    job: place.job,
    sheet: aim.sheet,
    store: place.gitDir,
    snapshot: snapshotView(found.snapshot, sizeOf(stats, sizes)),
    files: stats.map((stat) => fileView(stat, sizes)),
    leftOut: await leftOutOf(parts, found),
    agentCommits: await agentCommitsOf(parts, found),
  };
}

async function readStats(
  parts: CustodyParts,
  found: Found,
): Promise<{ stats: readonly FileStat[]; sizes: ReadonlyMap<string, number> }> {
  const { place, snapshot, older } = found;
  const [stats = []] = await readFileStats(parts.git, place.gitDir, [
    { commit: snapshot.commit, against: older?.commit ?? null },
  ]);
  return { stats, sizes: await readSizes(parts.git, place.gitDir, blobsOf(stats)) };
}

/** Cut at the end of a line. */
async function readPatch(
  parts: CustodyParts,
  gitDir: string,
  sides: { from: CommitSha | null; to: CommitSha },
): Promise<{ text: string; droppedBytes: number }> {
  const { text, droppedBytes } = await readDiffText(parts.git, gitDir, { ...sides, most: mostText });
  const end = droppedBytes === 0 ? text.length : text.lastIndexOf("\n") + 1;
  return { text: text.toString("utf8", 0, end), droppedBytes: droppedBytes + text.length - end };
}

/** The journal lists what the end of an attempt left out; earlier snapshots have only the number. */
async function leftOutOf(parts: CustodyParts, { place, aim, snapshot }: Found): Promise<readonly string[]> {
  if (snapshot.leftOut === 0 || aim.sheet === null) return [];
  for (const { sheet, event } of (await parts.store?.events(place.job)) ?? []) {
    if (sheet === aim.sheet && event.kind === "ended" && event.capture === snapshot.commit) return event.leftOut.first;
  }
  return [];
}

async function agentCommitsOf(parts: CustodyParts, { place, aim, snapshot }: Found): Promise<readonly AgentCommit[]> {
  if (aim.sheet === null) return [];
  const refs = await readRefCommits(parts.git, place.gitDir, {
    prefix: agentRefs(place.job, aim.sheet, snapshot.attempt),
  });
  const commits = refs.map(({ commit, at, message }) => ({ commit, at, subject: message.split("\n", 1)[0] ?? "" }));
  return commits.toSorted((left, right) => left.at - right.at);
}

/** For faces: without refs and trees. */
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
