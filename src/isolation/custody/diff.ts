import type { CommitSha } from "../../base/ids.ts";
import { type FileStat, readFileStats } from "../../git/diff/file-stats.ts";
import { readSizes } from "../../git/diff/sizes.ts";
import { readDiffText } from "../../git/diff/text.ts";
import { readRefCommits } from "../../git/refs/ref-commits.ts";
import { agentRefs } from "../places.ts";
import { blobsOf, sizeOf } from "../snapshots/list.ts";
import type { AgentCommit, DiffView, ShownSnapshot, SnapshotRequest } from "../../api/contract/sheet.ts";
import { type Found, findSnapshot } from "./find.ts";
import type { CustodyParts } from "./place.ts";
import { fileView, snapshotView } from "./view.ts";

/** Nobody reads more than this, and a face has to hold it in memory. */
const mostText = 8 * 1024 * 1024;

/** What a snapshot changed, against its base or an older one. */
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

/** One snapshot with all that is known of it but the content itself. */
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

/** Cut at the end of a line, so that what is there can be read. */
async function readPatch(
  parts: CustodyParts,
  gitDir: string,
  sides: { from: CommitSha | null; to: CommitSha },
): Promise<{ text: string; droppedBytes: number }> {
  const { text, droppedBytes } = await readDiffText(parts.git, gitDir, { ...sides, most: mostText });
  const end = droppedBytes === 0 ? text.length : text.lastIndexOf("\n") + 1;
  return { text: text.toString("utf8", 0, end), droppedBytes: droppedBytes + text.length - end };
}

/**
 * The journal has the list of what the end of an attempt left out; of the snapshots before it only the number is known.
 */
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
