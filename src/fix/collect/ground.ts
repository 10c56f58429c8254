import { branchName } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import type { CommitSha, JobId, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { readCommit, readHeadRef } from "../../git/refs/refs.ts";
import {
  type Uncommitted,
  readFilesIn,
  readFilesOf,
  readSince,
  readUncommitted,
} from "../../git/checkout/scope-files.ts";
import { type ObjectStore, openObjectStore } from "../../isolation/store/object-store.ts";
import { inScratchFolder } from "../../isolation/home/places.ts";
import type { FurnishRequest, Unfurnished } from "../../isolation/prepare/recipe/furnish.ts";
import { withScratch } from "../../isolation/levels/scratch.ts";
import { brought, filesAmong, walkFiles } from "../../tools/projects/walk.ts";
import { openWorkFolder } from "../../isolation/home/home.ts";
import { sharedFiller } from "../../score/resolve/fill.ts";
import type { Workshop } from "./workshop.ts";

/** Where findings are collected: at a commit, or in a folder as it is. */
export interface FixGround {
  /** The user's checkout or folder; `null`: a bare repository. */
  readonly top: string | null;
  /** The full name of the branch that results land on. */
  readonly target: string | null;
  /** `null`: the folder as it is. */
  readonly commit: CommitSha | null;
  /** Of the commit; of a folder, without what git ignores. */
  readonly files: readonly string[];
  /** The walk stopped at its limit. */
  readonly isCut: boolean;
  readonly uncommitted: Uncommitted;
  /** Files changed since the merge base with a branch. */
  since(branch: string): Promise<ReadonlySet<string>>;
  /** Lends a checkout of the commit, prepared as contexts are, or the folder itself. */
  inFiles<T>(use: (folder: string, lacks: readonly string[]) => Promise<T>): Promise<T>;
}

type GroundParts = Pick<Workshop, "git" | "places" | "env" | "cancel" | "preparing">;

interface GroundRequest {
  readonly folder: string;
  /** `null`: the current branch. */
  readonly target: string | null;
  readonly inPlace: boolean;
}

export async function openGround(parts: GroundParts, request: GroundRequest): Promise<FixGround> {
  const { git, places } = parts;
  const place = await openWorkFolder(git, places, request.folder);
  const { repository } = place;
  if (place.noRepository !== null && !request.inPlace) {
    throw new TuttiError("git.no_repository", `${place.noRepository}, so results have nowhere to land`, {
      audience: "user",
      hint: "Make it a repository: git init · or fix the files in place: tutti fix --no-isolation",
    });
  }
  const isPlain = place.noRepository !== null;
  if (!isPlain && repository.top === null) throw noCheckout(repository.commonDir);
  if (request.inPlace) return inPlaceGround(parts, { top: repository.top ?? request.folder, repository, isPlain });
  const target = request.target === null ? await readHeadRef(git, repository.gitDir) : branchRef(request.target);
  if (target === undefined) throw noTarget("HEAD is detached, so there is no branch to land on");
  const commit = await readCommit(git, repository.commonDir, target);
  if (commit === undefined) throw noCommit(target, request.target);
  const store = await openObjectStore(git, places.repositories, repository);
  return {
    top: repository.top,
    target,
    commit,
    files: await readFilesOf(git, repository.commonDir, commit),
    isCut: false,
    uncommitted: await readUncommitted(git, repository),
    since: (branch) => since(parts, { gitDir: repository.commonDir, branch, commit }),
    inFiles: (use) => atCommit(parts, { store, commit }, use),
  };
}

interface PlainPlace {
  readonly top: string;
  readonly repository: ObjectStore["repository"];
  readonly isPlain: boolean;
}

/** No checkout is made, nothing lands. */
async function inPlaceGround(parts: GroundParts, { top, repository, isPlain }: PlainPlace): Promise<FixGround> {
  const head = isPlain ? undefined : await readCommit(parts.git, repository.gitDir, "HEAD");
  return {
    top,
    target: null,
    commit: null,
    ...(isPlain
      ? await walkFiles(top)
      : { files: await ownFiles(parts.git, { gitDir: repository.gitDir, top }), isCut: false }),
    uncommitted: isPlain ? { changed: new Set(), staged: new Set() } : await readUncommitted(parts.git, repository),
    since: (branch) => {
      if (head === undefined) throw noTarget("there is no commit to compare with a branch");
      return since(parts, { gitDir: repository.commonDir, branch, commit: head });
    },
    inFiles: (use) => {
      const place = { folder: top, fresh: null, isUsers: true, repository: repository.commonDir };
      return furnished(parts, place, () => use(top, []));
    },
  };
}

/** A context would not have ignored files either. */
async function ownFiles(
  git: Git,
  place: { readonly gitDir: string; readonly top: string },
): Promise<readonly string[]> {
  return filesAmong(place.top, await readFilesIn(git, place, brought));
}

async function since(
  { git }: GroundParts,
  what: { gitDir: string; branch: string; commit: CommitSha },
): Promise<ReadonlySet<string>> {
  const { gitDir, branch, commit } = what;
  // The remote's branch first: a local copy is often behind.
  for (const name of [`refs/remotes/origin/${branch}`, branch]) {
    const files = await readSince(git, gitDir, { branch: name, commit });
    if (files !== null) return new Set(files);
  }
  throw new TuttiError("git.no_target", `there is no branch ${JSON.stringify(branch)} to compare with`, {
    audience: "user",
    hint: "Name a branch, tag or commit that git knows here; in a shallow clone, fetch it first.",
  });
}

async function atCommit<T>(
  parts: GroundParts,
  { store, commit }: { store: ObjectStore; commit: CommitSha },
  use: (folder: string, lacks: readonly string[]) => Promise<T>,
): Promise<T> {
  const whose = { job: "fix" as JobId, sheet: "collect" as SheetId, attempt: 1 };
  const identity = { name: "Tutti", email: "tutti@localhost" };
  const { git, places, preparing } = parts;
  const about = { whose, identity, store, commit, purpose: "check", borrow: [], recipe: preparing.recipe } as const;
  return inScratchFolder(places, () =>
    withScratch({ git, places, ...preparing }, about, (folder, { index, prepared, state }) => {
      const fresh = { index, store: store.gitDir };
      const around = { state, store: store.gitDir };
      const place = { folder, fresh, isUsers: false, repository: store.repository.commonDir, around };
      return furnished(parts, place, () => use(folder, prepared?.problems ?? []));
    }),
  );
}

interface FurnishedPlace extends Pick<FurnishRequest, "folder" | "fresh" | "isUsers"> {
  /** Its git folder. */
  readonly repository: string;
  /** Absent: the user's own folder, in which nothing runs in a container. */
  readonly around?: FurnishRequest["environment"]["around"];
}

/** Runs the commands of `prepare` before, gives its variables and ports, and tears down after. */
async function furnished<T>(
  { places, env, cancel, preparing }: GroundParts,
  { repository, around, ...place }: FurnishedPlace,
  use: () => Promise<T>,
): Promise<T> {
  const { furnisher, recipe, client, notice } = preparing;
  if (recipe === undefined) return use();
  const shared = { recipe, name: "fix", variables: { plain: {}, numbered: "" } };
  const done = await furnisher.furnish({
    ...place,
    recipe,
    fill: sharedFiller(shared, place.folder),
    environment: { client, usual: env, ...(around === undefined ? {} : { around }) },
    record: { notice, logs: places.gateLogs(repository) },
    cancel,
  });
  if (done.kind !== "ready") throw notPrepared(done);
  try {
    return await use();
  } finally {
    await furnisher.leave(place.folder);
  }
}

function notPrepared({ why, printed = "" }: Unfurnished): TuttiError {
  const what = `the checkout in which tools run could not be prepared: ${why}${printed === "" ? "" : `: ${printed}`}`;
  return new TuttiError("context.not_prepared", what, {
    audience: "user",
    hint: "See what prepare.commands say in the settings, and run them in a fresh checkout.",
  });
}

function branchRef(name: string): string {
  return name.startsWith("refs/") ? name : `refs/heads/${name}`;
}

function noCheckout(commonDir: string): TuttiError {
  return new TuttiError(
    "git.no_repository",
    `${commonDir} is a repository without a checkout (bare, or git's own folder), so there are no files for tools to look at`,
    { audience: "user", hint: "Run tutti fix in a checkout of it: git clone makes one, or git worktree add." },
  );
}

function noCommit(target: string, named: string | null): TuttiError {
  const branch = branchName(target);
  if (named !== null) return noTarget(`there is no branch ${JSON.stringify(branch)} with a commit`);
  return new TuttiError(
    "git.no_commit",
    `the branch ${JSON.stringify(branch)} has no commit yet, so there is nothing to start from`,
    {
      audience: "user",
      hint: "Make a first commit, or use --no-isolation to fix the files in place, which needs none.",
    },
  );
}

function noTarget(what: string): TuttiError {
  return new TuttiError("git.no_target", what, {
    audience: "user",
    hint: "Check out a branch, or name one: --target main",
  });
}
