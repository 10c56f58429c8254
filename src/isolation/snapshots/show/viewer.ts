import { branchName } from "../../../base/text.ts";
import { resolve } from "node:path";
import { makeFolder } from "../../../base/files/write/make-folder.ts";
import { nameOf } from "../../../base/names.ts";
import { isBranchName, listRefs } from "../../../git/refs/refs.ts";
import type { Git } from "../../../git/git.ts";
import { requireRepository } from "../../../git/repository.ts";
import { pinRef } from "../../home/places.ts";
import { listSnapshots } from "../list.ts";
import { restoreToBranch, restoreToFolder } from "../restore.ts";
import type {
  AttemptFrom,
  RestoredView,
  RestoreTarget,
  SnapshotRequest,
  SnapshotsView,
} from "../../../api/contract/sheet.ts";
import { snapshotView } from "./diff.ts";
import { type CustodyParts, findAim, findSnapshot, type Found, type JobSnapshots } from "./find.ts";
import { refused } from "../../../conductor/find/refused.ts";

export async function listKept(parts: CustodyParts, request: SnapshotRequest): Promise<SnapshotsView> {
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

export async function attemptFrom(parts: CustodyParts, request: SnapshotRequest): Promise<AttemptFrom> {
  const { place, aim, snapshot } = await findSnapshot(parts, request);
  if (aim.sheet === null)
    throw refused("a workspace has no attempt to go back to", "Restore it to a folder instead: --to FOLDER");
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

/** Restores a snapshot beside everything that exists. */
export async function restoreSnapshot(
  parts: CustodyParts,
  request: SnapshotRequest & { readonly to: RestoreTarget },
): Promise<RestoredView> {
  const found = await findSnapshot(parts, request);
  await makeFolder(parts.places.scratch);
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
  const store = { gitDir: place.gitDir, scratch: parts.places.scratch };
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
  // A job outside any repository has a store in its place.
  if (place.repository.commonDir === place.gitDir)
    throw refused(`${place.job} is of no git repository`, "Restore it to a folder instead: --to FOLDER");
  await requireRepository(place.repository);
  const short = await requireNewBranch(parts.git, place, name);
  const outcome = await restoreToBranch(
    parts.git,
    { gitDir: place.gitDir, scratch: parts.places.scratch },
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

/** A name that git could make a branch of. */
async function requireNewBranch(git: Git, place: JobSnapshots, name: string): Promise<string> {
  const short = branchName(name);
  if (!(await isUsable(git, place.gitDir, short)))
    throw refused(`${JSON.stringify(name)} can't be the name of a branch`, "Choose another name.");
  const rival = await findRival(git, place.repository.commonDir, short);
  if (rival === undefined) return short;
  throw refused(
    `there can be no branch ${short} beside the branch ${rival}: one name is a folder of the other`,
    "Choose another name.",
  );
}

async function isUsable(git: Git, gitDir: string, short: string): Promise<boolean> {
  // git writes a ref's lock as a file.
  if (short.split("/").some((part) => Buffer.byteLength(`${part}.lock`) > longestName)) return false;
  if (!(await isBranchName(git, gitDir, short))) return false;
  // git reads this name as HEAD and does not refuse it.
  if (short === "@") return false;
  const exit = await git.sealed({ gitDir, args: ["check-ref-format", "--branch", short] });
  return exit.code === 0 && exit.stdout.toString("utf8").trim() === short;
}

const longestName = 255;

async function findRival(git: Git, commonDir: string, short: string): Promise<string | undefined> {
  const names = [...(await listRefs(git, commonDir, ["refs/heads"])).keys()].map((ref) =>
    ref.slice("refs/heads/".length),
  );
  return names.find((name) => name.startsWith(`${short}/`) || short.startsWith(`${name}/`));
}
