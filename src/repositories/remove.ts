import { readdir } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { exists } from "../base/files/exists.ts";
import { plural } from "../base/text.ts";
import { linesIn, requireOk } from "../git/git.ts";
import { readMirrorBranches, readUnpushed } from "../git/remote/mirror.ts";
import { bury, newGrave } from "../isolation/cleanup/trash.ts";
import { objectStorePath } from "../isolation/store/object-store.ts";
import type { Address } from "./address.ts";
import { checkoutPath, mirrorPath, mirrorRecordPath } from "./layout.ts";
import { type RepositoryParts, syncMirror, withMirror } from "./mirror.ts";

/** A job that worked on a mirror, as far as removing it is concerned. */
export interface JobOnMirror {
  readonly id: string;
  readonly isOver: boolean;
  /** Sheets whose result is neither landed nor skipped. */
  readonly unlanded: number;
}

/** What only the mirror has. */
interface MirrorHoldings {
  readonly unpushed: readonly { readonly branch: string; readonly commits: number }[];
  /** Checkouts with changed files. */
  readonly changed: readonly string[];
  readonly jobs: readonly JobOnMirror[];
}

/** Why a mirror can't be removed, a sentence each; none: nothing would be lost. */
export function removalFaults({ unpushed, changed, jobs }: MirrorHoldings): readonly string[] {
  return [
    ...unpushed.map(
      ({ branch, commits }) => `${branch} has ${plural(commits, "commit")} that the remote does not have`,
    ),
    ...changed.map((folder) => `${folder} has files that were changed`),
    ...jobs.filter(({ isOver }) => !isOver).map(({ id }) => `job ${id} is not finished`),
    ...jobs
      .filter(({ isOver, unlanded }) => isOver && unlanded > 0)
      .map(({ id, unlanded }) => `job ${id} has ${plural(unlanded, "result")} that did not land`),
  ];
}

/** Asks the remote, then git: what is not fetched is not known to be there. Throws where the remote does not answer. */
export async function readHoldings(
  parts: RepositoryParts,
  address: Address,
  jobs: readonly JobOnMirror[],
): Promise<MirrorHoldings> {
  const { gitDir } = await syncMirror(parts, address);
  const { here } = await readMirrorBranches(parts.git, gitDir);
  const counts = await Promise.all(
    [...here.keys()].map(async (branch) => ({ branch, commits: await readUnpushed(parts.git, gitDir, branch) })),
  );
  const checkouts = await checkoutsOf(parts, address.name);
  const states = await Promise.all(checkouts.map(async (folder) => ({ folder, lines: await statusOf(parts, folder) })));
  return {
    unpushed: counts.filter(({ commits }) => commits > 0),
    changed: states.filter(({ lines }) => lines > 0).map(({ folder }) => folder),
    jobs,
  };
}

async function statusOf({ git }: RepositoryParts, folder: string): Promise<number> {
  const exit = await git.ask(folder, ["status", "--porcelain", "--untracked-files=all"]);
  return linesIn(requireOk(exit, "looking for changed files")).length;
}

/** Of all environments. */
async function checkoutsOf({ places }: RepositoryParts, name: string): Promise<readonly string[]> {
  const environments = await readdir(dirname(places.managed("any"))).catch(() => []);
  const folders = environments.map((environment) => checkoutPath(places, environment, name));
  const there = await Promise.all(folders.map((folder) => exists(join(folder, ".git"))));
  return folders.filter((_, at) => there[at] === true);
}

/** Moves it to the trash, which `tutti clean` empties. The caller has seen that nothing is lost by it. */
export async function removeMirror(parts: RepositoryParts, name: string): Promise<void> {
  const { places } = parts;
  const gitDir = mirrorPath(places.home, name);
  await withMirror(parts, name, async () => {
    const grave = await newGrave(places, name);
    // The record goes last: a removal that was cut short is seen, and done again.
    const parted = [
      ...(await checkoutsOf(parts, name)),
      dirname(objectStorePath(places.repositories, { commonDir: gitDir })),
      gitDir,
      mirrorRecordPath(places.home, name),
    ];
    for (const [at, path] of parted.entries()) await bury(path, join(grave, `${String(at)}-${basename(path)}`));
  });
}
