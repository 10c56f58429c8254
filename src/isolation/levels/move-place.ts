import { rm } from "node:fs/promises";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readChanges } from "../../git/changes.ts";
import type { Git } from "../../git/git.ts";
import { loadIndex, moveFiles, refreshIndex } from "../../git/index.ts";
import { shownPath } from "../raw-path.ts";
import { moveAttributes } from "./move-attributes.ts";
import { findStranger } from "./stranger.ts";

interface Place {
  readonly store: string;
  readonly folder: string;
  readonly scratch: string;
}

interface Way {
  readonly from: CommitSha;
  readonly to: CommitSha;
}

/**
 * Turns a folder of the user's from one snapshot into another, touching only what differs between the two. It is refused as
 * a whole when any of those files is not what the first snapshot says: somebody else's edit is never written over.
 */
export async function movePlace(git: Git, place: Place, way: Way): Promise<void> {
  const index = { gitDir: place.store, workTree: place.folder, index: place.scratch };
  await requireRoom(git, place, way);
  await rm(place.scratch, { force: true });
  await rm(`${place.scratch}.lock`, { force: true });
  try {
    await loadIndex(git, index, way.from);
    const from = await moveAttributes(git, index, way);
    await refreshIndex(git, index);
    await moveFiles(git, index, { from, to: way.to });
  } finally {
    await rm(place.scratch, { force: true });
  }
}

/** git looks after every file it knows, and after those it does not know unless they are ignored. */
async function requireRoom(git: Git, { store, folder }: Place, way: Way): Promise<void> {
  const changes = await readChanges(git, store, way);
  const going = new Set(changes.filter(({ status }) => status === "D").map(({ path }) => path));
  for (const { path } of changes.filter(({ status }) => status === "A")) {
    const stranger = await findStranger({ folder, going }, path);
    if (stranger !== undefined)
      throw new TuttiError("git.failed", `${shownPath(stranger)} in ${folder} would be overwritten`, { audience: "user", hint: "Move it away first." });
  }
}
