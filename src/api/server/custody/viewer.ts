import { listSnapshots } from "../../../isolation/snapshots/list.ts";
import type { AttemptFrom, CustodyViewer, SnapshotRequest, SnapshotsView } from "../../custody.ts";
import { diffSnapshot, showSnapshot } from "./diff.ts";
import { findAim, findSnapshot } from "./find.ts";
import type { CustodyParts } from "./place.ts";
import { refused } from "./refusals.ts";
import { restoreSnapshot } from "./restore.ts";
import { snapshotView } from "./view.ts";

/** The door to kept work. */
export function makeCustody(parts: CustodyParts): CustodyViewer {
  return {
    snapshots: (request) => snapshotsOf(parts, request),
    show: (request) => showSnapshot(parts, request),
    diff: (request) => diffSnapshot(parts, request),
    restore: (request) => restoreSnapshot(parts, request),
    attemptFrom: (request) => attemptFrom(parts, request),
  };
}

async function snapshotsOf(parts: CustodyParts, request: SnapshotRequest): Promise<SnapshotsView> {
  const { place, aim } = await findAim(parts, request);
  const snapshots = await listSnapshots(parts.git, place.gitDir, { job: place.job, sheet: aim.sheet });
  const wanted = snapshots.filter(
    ({ number }) => aim.to === null || (number <= aim.to && number >= (aim.from ?? aim.to)),
  );
  return {
    job: place.job,
    sheet: aim.sheet,
    store: place.gitDir,
    snapshots: wanted.map((snapshot) => snapshotView(snapshot, snapshot)),
  };
}

async function attemptFrom(parts: CustodyParts, request: SnapshotRequest): Promise<AttemptFrom> {
  const { place, aim, snapshot } = await findSnapshot(parts, request);
  if (aim.sheet === null)
    throw refused("a workspace is nobody's attempt", "Restore it to a folder instead: --to FOLDER");
  if (place.recorded === null)
    throw refused(
      `there is no record of ${place.job} in this home, only its snapshots`,
      "tutti resume --infer rebuilds the job from them.",
    );
  if (snapshot.base === null)
    throw refused(
      `snapshot ${String(snapshot.number)} has no base to go on from`,
      "Restore it to a folder instead: --to FOLDER",
    );
  return { job: place.job, sheet: aim.sheet, number: snapshot.number, commit: snapshot.commit, base: snapshot.base };
}
