import { type Snapshot, readSnapshots } from "../../../isolation/snapshots/list.ts";
import { adoptedJob } from "../../../isolation/strays/stray.ts";
import type { SnapshotRequest } from "../../custody.ts";
import { type Aim, requireAim, requireWorkspaceAim } from "./aim.ts";
import { type CustodyParts, type Place, findPlace } from "./place.ts";
import { refused } from "./refusals.ts";

export interface Aimed {
  readonly place: Place;
  readonly aim: Aim;
}

export interface Found extends Aimed {
  readonly snapshot: Snapshot;
  /** The older one of two; `null`: the snapshot's own base. */
  readonly older: Snapshot | null;
}

export async function findAim(parts: CustodyParts, request: SnapshotRequest): Promise<Aimed> {
  const place = await findPlace(parts, request);
  return {
    place,
    aim: request.isWorkspace
      ? requireWorkspaceAim(request.what)
      : requireAim(request.what, { ids: place.sheets, arePaths: place.job === adoptedJob }),
  };
}

/** The snapshot a person means. */
export async function findSnapshot(parts: CustodyParts, request: SnapshotRequest): Promise<Found> {
  const { place, aim } = await findAim(parts, request);
  const snapshots = await readSnapshots(parts.git, place.gitDir, { job: place.job, sheet: aim.sheet });
  const newest = snapshots.at(-1);
  if (newest === undefined)
    throw refused(
      `there is no snapshot of ${nameFor(aim)} in ${place.job}`,
      "Snapshots are taken from the first attempt on.",
    );
  const numbered = (number: number): Snapshot => {
    const found = snapshots.find((snapshot) => snapshot.number === number);
    if (found !== undefined) return found;
    throw refused(
      `${nameFor(aim)} has no snapshot ${String(number)}`,
      `The newest is ${String(newest.number)}; tutti snapshots lists them.`,
    );
  };
  return {
    place,
    aim,
    snapshot: aim.to === null ? newest : numbered(aim.to),
    older: aim.from === null ? null : numbered(aim.from),
  };
}

function nameFor(aim: Aim): string {
  return aim.sheet === null ? "the workspace" : aim.sheet;
}
