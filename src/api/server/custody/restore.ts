import { resolve } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { nameOf } from "../../../base/names.ts";
import { requireRepository } from "../../../git/repository.ts";
import { pinRef } from "../../../isolation/places.ts";
import { restoreToBranch } from "../../../isolation/snapshots/restore-branch.ts";
import { restoreToFolder } from "../../../isolation/snapshots/restore-folder.ts";
import type { RestoreTarget, RestoredView, SnapshotRequest } from "../../custody.ts";
import { requireNewBranch } from "./branch.ts";
import { type Found, findSnapshot } from "./find.ts";
import type { CustodyParts } from "./place.ts";
import { refused } from "./refusals.ts";

/** Brings a snapshot back to where a person can work on it, beside everything that is there already. */
export async function restoreSnapshot(
  parts: CustodyParts,
  request: SnapshotRequest & { readonly to: RestoreTarget },
): Promise<RestoredView> {
  const found = await findSnapshot(parts, request);
  await makeFolder(parts.scratch);
  const { place, aim, snapshot } = found;
  const about = {
    job: place.job,
    sheet: aim.sheet,
    store: place.gitDir,
    number: snapshot.number,
    commit: snapshot.commit,
  };
  if (request.to.kind === "branch")
    return { ...about, folder: null, branch: await toBranch(parts, found, request.to.name) };
  const folder = resolve(request.folder, request.to.path ?? usualFolder(found));
  await toFolder(parts, found, folder);
  return { ...about, folder, branch: null };
}

function usualFolder({ aim, snapshot }: Found): string {
  return `${aim.sheet === null ? "workspace" : nameOf(aim.sheet)}-${String(snapshot.number)}`;
}

async function toFolder(parts: CustodyParts, { place, aim, snapshot }: Found, folder: string): Promise<void> {
  const store = { gitDir: place.gitDir, scratch: parts.scratch };
  const outcome = await restoreToFolder(parts.git, store, {
    commit: snapshot.commit,
    folder,
    isRaw: aim.sheet === null,
  });
  if (outcome.kind === "in the way")
    throw refused(`${folder} is left as it is: ${outcome.what}`, "Name a new or empty folder: --to FOLDER");
  if (outcome.kind === "refused")
    throw refused(
      `can't write to ${folder}: ${outcome.what}`,
      "Nothing was left there. Name another folder: --to FOLDER",
    );
}

async function toBranch(parts: CustodyParts, { place, aim, snapshot }: Found, name: string): Promise<string> {
  if (aim.sheet === null)
    throw refused("a workspace is no part of the repository", "Restore it to a folder instead: --to FOLDER");
  // A job outside any repository has a store of Tutti's in its place.
  if (place.repository.commonDir === place.gitDir)
    throw refused(`${place.job} is of no git repository`, "Restore it to a folder instead: --to FOLDER");
  await requireRepository(place.repository);
  const short = await requireNewBranch(parts.git, place, name);
  const outcome = await restoreToBranch(
    parts.git,
    { gitDir: place.gitDir, scratch: parts.scratch },
    {
      commit: snapshot.commit,
      base: snapshot.base,
      commonDir: place.repository.commonDir,
      near: [pinRef(place.job), "HEAD", ...[place.recorded?.target ?? []].flat()],
      branch: `refs/heads/${short}`,
    },
  );
  if (outcome.kind === "made") return short;
  throw refused(
    `there is a branch ${short} already, at ${outcome.by.slice(0, 10)}`,
    "Choose another name, or remove that branch first.",
  );
}
