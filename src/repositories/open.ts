import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { realWorld } from "../base/world/real-world.ts";
import { codeOf, TuttiError } from "../base/error.ts";
import { exists } from "../base/files/exists.ts";
import { makeFolder } from "../base/files/write/make-folder.ts";
import { branchName } from "../base/text.ts";
import type { CommitSha } from "../base/ids.ts";
import { gitFailed } from "../git/git.ts";
import { readRemoteAddress, remoteOf } from "../git/remote/remotes.ts";
import { openRepository } from "../git/repository.ts";
import { openHome, wireGit } from "../isolation/home/home.ts";
import { makeRunProcess } from "../process/run/run.ts";
import { processGroup } from "../process/tree/containment.ts";
import type { Address } from "./address.ts";
import { checkoutPath } from "./layout.ts";
import { type Mirror, type RepositoryParts, syncMirror, withMirror } from "./mirror.ts";

interface Setting {
  readonly home: string;
  readonly locks?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Means to work with mirrors in the process of a command: with the login of the person who typed it. */
export async function openRepositories(
  setting: Setting,
  how: Pick<RepositoryParts, "notice" | "cancel">,
): Promise<RepositoryParts> {
  const places = await openHome(setting.home, setting.locks);
  const run = makeRunProcess({ containment: processGroup, owner: "viewer", clock: realWorld });
  return { git: await wireGit(places, run, setting.env), places, world: realWorld, ...how };
}

/** The address of a checkout's own remote; `undefined`: it has none, or is no checkout. */
export async function remoteOfFolder({ git }: RepositoryParts, folder: string): Promise<string | undefined> {
  try {
    const { commonDir } = await openRepository(git, folder);
    const name = await remoteOf(git, commonDir, "HEAD");
    return name === undefined ? undefined : await readRemoteAddress(git, commonDir, name);
  } catch (error) {
    if (codeOf(error) === "git.no_repository") return undefined;
    throw error;
  }
}

interface Wanted {
  readonly address: Address;
  /** The environment whose tasks these are; `null`: one that has the mirror's name. */
  readonly environment: string | null;
  /** The branch to start from and to land on; `null`: the remote's default. */
  readonly base: string | null;
}

/** A remote that is ready to be worked on. */
export interface ManagedRepository {
  /** A checkout of the base: where settings, agents and tools of the project are found. */
  readonly folder: string;
  readonly environment: string;
  readonly url: string;
  /** Short name of the branch. */
  readonly base: string;
}

/** Fetches the remote and lays out its base branch. */
export async function openManaged(parts: RepositoryParts, wanted: Wanted): Promise<ManagedRepository> {
  const { address } = wanted;
  const mirror = await syncMirror(parts, address);
  const base = wanted.base === null ? mirror.record.base : branchName(wanted.base);
  if (base === null) throw noBranch(address, "it has no commit yet", "Push a first commit there.");
  const commit = mirror.branches.get(base);
  if (commit === undefined)
    throw noBranch(address, `it has no branch ${JSON.stringify(base)}`, "Name one that it has: --target BRANCH");
  const environment = wanted.environment ?? address.name;
  const folder = checkoutPath(parts.places, environment, address.name);
  await withMirror(parts, address.name, () => layOut(parts, mirror, { folder, commit }));
  return { folder, environment, url: address.url, base };
}

/** Detached: landings move branches, and this folder is only read. */
async function layOut(
  { git, notice }: RepositoryParts,
  { gitDir }: Mirror,
  { folder, commit }: { readonly folder: string; readonly commit: CommitSha },
): Promise<void> {
  if (!(await exists(join(folder, ".git")))) {
    await makeFolder(dirname(folder));
    const args = ["worktree", "add", "--force", "--detach", "--quiet", folder, commit];
    const exit = await git.checkout({ gitDir, args });
    if (exit.code !== 0) throw gitFailed(exit, "checking out a managed repository");
    return;
  }
  const own = /^gitdir: (.+)\n?$/.exec(await readFile(join(folder, ".git"), "utf8"))?.[1] ?? gitDir;
  if ((await readFile(join(own, "HEAD"), "utf8")).trim() === commit) return;
  const args = ["checkout", "--quiet", "--detach", commit];
  const exit = await git.checkout({ gitDir: own, workTree: folder, args });
  // Edits of a person in it stay; then its files are those of an earlier commit.
  if (exit.code !== 0) notice(`${folder} was not brought up to date: ${exit.stderr.trim().slice(0, 500)}`);
}

function noBranch({ url }: Address, why: string, hint: string): TuttiError {
  return new TuttiError("git.no_target", `nothing can be based on ${url}: ${why}`, { audience: "user", hint });
}
