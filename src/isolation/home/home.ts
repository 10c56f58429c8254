import { access, constants, mkdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "../../base/error.ts";
import { homeProblem } from "../../base/home/home-problem.ts";
import { checkoutAround } from "../../base/files/checkout-around.ts";
import { exists } from "../../base/files/exists.ts";
import { makeFolder } from "../../base/files/write/make-folder.ts";
import { type Git, makeGit } from "../../git/git.ts";
import { type Repository, openRepository } from "../../git/repository.ts";
import { requireGitVersion } from "../../git/version.ts";
import { openFolderStore } from "../store/object-store.ts";
import { type Places, placesIn } from "./places.ts";
import { allowedEnvironment } from "../../process/environment.ts";
import type { RunProcess } from "../../process/process.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export async function openHome(home: string, locks?: string): Promise<Places> {
  try {
    await makeFolder(home);
    await access(home, constants.W_OK);
    // The marks of its processes depend on one name for a home.
    const places = placesIn(await realpath(home), locks);
    await mkdir(places.scratch, { recursive: true, mode: 0o700 });
    return places;
  } catch (error) {
    throw await homeProblem(home, error);
  }
}

export async function wireGit(places: Places, run: RunProcess, env: Environment): Promise<Git> {
  const emptyHome = join(places.home, "empty");
  await mkdir(emptyHome, { recursive: true, mode: 0o700 });
  const git = makeGit({ run, emptyHome, userEnvironment: allowedEnvironment(env) });
  await requireGitVersion(git);
  return git;
}

/** Without a repository, a store of Tutti's takes its place; with the reason. */
export interface WorkFolder {
  readonly repository: Repository;
  readonly noRepository: string | null;
}

/** A repository that git refuses to open is for its owner to sort out. */
export async function openWorkFolder(git: Git, places: Places, folder: string): Promise<WorkFolder> {
  try {
    return { repository: await openRepository(git, folder), noRepository: null };
  } catch (error) {
    if (codeOf(error) !== "git.no_repository" || !(await isPlainFolder(folder))) throw error;
    const path = await realpath(folder);
    return {
      repository: await openFolderStore(git, places.repositories, path),
      noRepository: `${path} is not in a git repository`,
    };
  }
}

async function isPlainFolder(folder: string): Promise<boolean> {
  return (await exists(folder)) && (await checkoutAround(folder)) === undefined;
}
