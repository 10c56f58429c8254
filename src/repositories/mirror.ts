import { mkdir, readdir, rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf, TuttiError } from "../base/error.ts";
import { exists } from "../base/files/exists.ts";
import type { CommitSha } from "../base/ids.ts";
import { plural } from "../base/text.ts";
import type { World } from "../base/world/world.ts";
import type { Git } from "../git/git.ts";
import {
  fetchMirror,
  initMirror,
  isFetched,
  type MirrorBranches,
  moveBranches,
  readMirrorBranches,
  readRemoteHead,
  readUnpushed,
  type RemoteHead,
  setMirrorHead,
} from "../git/remote/mirror.ts";
import type { Unreachable } from "../git/remote/remote-answer.ts";
import { countLoose, countPacks, joinPacks, packLoose } from "../git/storage/pack-loose.ts";
import { removeTree } from "../isolation/cleanup/remove-tree.ts";
import type { Places } from "../isolation/home/places.ts";
import { acquireOsLock } from "../lock/os-lock.ts";
import type { Address } from "./address.ts";
import { branchStep, fetchDelayMs, mayPass, usualBase } from "./branches.ts";
import { mirrorPath } from "./layout.ts";
import { type MirrorRecord, readRecord, writeRecord } from "./record.ts";

export interface RepositoryParts {
  readonly git: Git;
  readonly places: Places;
  readonly world: World;
  readonly notice: (text: string) => void;
  readonly cancel?: AbortSignal;
}

/** The bare mirror of a remote, as it was fetched. */
export interface Mirror {
  readonly gitDir: string;
  readonly record: MirrorRecord;
  /** Where its branches are. */
  readonly branches: ReadonlyMap<string, CommitSha>;
}

/**
 * Brings the mirror of a remote up to date, and makes it where there is none. One process at a time: one that waited
 * while another fetched uses what that one brought. If the remote can't be reached, everything here stays as it is.
 */
export async function syncMirror(parts: RepositoryParts, address: Address): Promise<Mirror> {
  const arrivedAt = parts.world.now();
  return withMirror(parts, address.name, async () => {
    const gitDir = mirrorPath(parts.places.home, address.name);
    const record = (await exists(gitDir)) ? await readRecord(parts.places.home, address.name) : undefined;
    // The other one began to fetch after this one was wanted.
    if (record !== undefined && record.fetchBegunAt > arrivedAt)
      return { gitDir, record, branches: (await readMirrorBranches(parts.git, gitDir)).here };
    return (await exists(gitDir)) ? refresh(parts, address, gitDir) : create(parts, address, gitDir);
  });
}

/** Alone with a mirror. */
export async function withMirror<T>(
  { places, world, notice, cancel }: RepositoryParts,
  name: string,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(places.locks, { recursive: true, mode: 0o700 });
  const lock = await acquireOsLock(join(places.locks, `mirror-${name}.lock`), world, {
    onWait: () => {
      notice(`waiting for another Tutti that fetches ${name}`);
    },
    limitMs: 30 * 60_000,
    ...(cancel === undefined ? {} : { signal: cancel }),
    refused: () =>
      new TuttiError("repository.unreachable", `another Tutti has been working on the mirror ${name} for too long`, {
        audience: "environment",
        hint: "Look for a git that hangs (ps), end it, and try again. Nothing was changed.",
      }),
  });
  try {
    return await work();
  } finally {
    lock.release();
  }
}

async function create(parts: RepositoryParts, address: Address, gitDir: string): Promise<Mirror> {
  const { git, places } = parts;
  const folder = dirname(gitDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await sweepDrafts(folder, address.name);
  // Aside first: a mirror that is there is whole.
  const draft = join(folder, `.${address.name}.${String(process.pid)}.making`);
  try {
    await mkdir(draft, { recursive: true, mode: 0o700 });
    await initMirror(git, draft, { url: address.url, format: "sha1" });
    const head = await untilReached(parts, address, () => readRemoteHead(git, draft, address.url));
    if (head.format === "sha256") {
      await removeTree(draft);
      await mkdir(draft, { recursive: true, mode: 0o700 });
      await initMirror(git, draft, { url: address.url, format: "sha256" });
    }
    const fetched = await fetchInto(parts, address, { gitDir: draft, head });
    await rename(draft, gitDir);
    await writeRecord(places.home, fetched.record);
    return { gitDir, ...fetched };
  } finally {
    await removeTree(draft);
  }
}

/** Those that a killed process left; its lock is ours now. */
async function sweepDrafts(folder: string, name: string): Promise<void> {
  for (const entry of await readdir(folder))
    if (entry.startsWith(`.${name}.`) && entry.endsWith(".making")) await removeTree(join(folder, entry));
}

async function refresh(parts: RepositoryParts, address: Address, gitDir: string): Promise<Mirror> {
  const head = await untilReached(parts, address, () => readRemoteHead(parts.git, gitDir, address.url));
  const fetched = await fetchInto(parts, address, { gitDir, head });
  await writeRecord(parts.places.home, fetched.record);
  await pack(parts, gitDir);
  return { gitDir, ...fetched };
}

/** Every fetch adds files or a pack, and each of them is opened by every git that borrows from here. */
const mostLoose = 2_000;
const mostPacks = 40;

/** Drops no object, reachable or not: contexts borrow them. A mirror that can't be packed is as good as before. */
async function pack({ git, notice }: RepositoryParts, gitDir: string): Promise<void> {
  try {
    if ((await countLoose(gitDir)) > mostLoose) await packLoose(git, gitDir);
    if ((await countPacks(gitDir)) <= mostPacks) return;
    notice(`packing ${gitDir}`);
    await joinPacks(git, gitDir);
  } catch (error) {
    notice(`${gitDir} could not be packed: ${messageOf(error)}`);
  }
}

async function fetchInto(
  parts: RepositoryParts,
  address: Address,
  { gitDir, head }: { readonly gitDir: string; readonly head: RemoteHead },
): Promise<Omit<Mirror, "gitDir">> {
  const { git, world, places } = parts;
  const fetchBegunAt = world.now();
  const before = await readMirrorBranches(git, gitDir);
  const isNews = !isFetched(before, head);
  if (isNews) await untilReached(parts, address, () => fetchMirror(git, gitDir));
  const after = isNews ? await readMirrorBranches(git, gitDir) : before;
  const { kept, here } = await follow(parts, gitDir, { before: before.there, seen: after });
  const known = await readRecord(places.home, address.name);
  const base = usualBase([...after.there.keys()], head.branch);
  if (base !== null && base !== known?.base) await setMirrorHead(git, gitDir, base);
  const record: MirrorRecord = {
    version: 1,
    name: address.name,
    url: address.url,
    base,
    unpushed: kept,
    addedAt: known?.addedAt ?? fetchBegunAt,
    fetchBegunAt,
    fetchedAt: world.now(),
  };
  return { record, branches: here };
}

/** Another process may land at the same moment. */
const tries = 5;

interface Followed {
  /** Branches with commits that the remote does not have. */
  readonly kept: readonly string[];
  readonly here: ReadonlyMap<string, CommitSha>;
}

/** Moves the mirror's branches after the remote's. */
async function follow(
  { git, notice }: RepositoryParts,
  gitDir: string,
  { before, seen }: { readonly before: ReadonlyMap<string, CommitSha>; readonly seen: MirrorBranches },
): Promise<Followed> {
  let view = seen;
  for (let count = 1; ; count += 1) {
    const { here, there } = view;
    const moves: { branch: string; from: CommitSha | null; to: CommitSha | null }[] = [];
    const kept: string[] = [];
    const next = new Map(here);
    for (const branch of new Set([...here.keys(), ...there.keys()])) {
      const now = there.get(branch) ?? null;
      const own = { branch, here: here.get(branch) ?? null, before: before.get(branch) ?? null };
      const isOpen = own.here !== null && own.here !== now && own.here !== own.before;
      const isContained = !isOpen || (await readUnpushed(git, gitDir, branch)) === 0;
      const step = branchStep({ ...own, now, isContained });
      if (step.kind === "keep") kept.push(branch);
      if (step.kind === "stay" || step.kind === "keep") continue;
      const to = step.kind === "delete" ? null : step.to;
      moves.push({ branch, from: own.here, to });
      if (to === null) next.delete(branch);
      else next.set(branch, to);
    }
    if (await moveBranches(git, gitDir, moves)) return { kept, here: next };
    view = await readMirrorBranches(git, gitDir);
    if (count < tries) continue;
    notice("branches of the mirror keep moving; they are brought up to date with the next landing");
    return { kept, here: view.here };
  }
}

/** Asks again after a growing pause where that may help. */
async function untilReached<T extends { readonly kind: string }>(
  { world, notice, cancel }: RepositoryParts,
  address: Address,
  call: () => Promise<T | Unreachable>,
): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    const answer = await call();
    if (!isUnreachable(answer)) return answer;
    const delayMs = mayPass(answer.words) && cancel?.aborted !== true ? fetchDelayMs(failed, world.random()) : null;
    if (delayMs === null) throw notReached(address, answer.words, failed);
    notice(`${address.url} does not answer (${answer.words.split("\n")[0] ?? ""}); trying again`);
    await new Promise<void>((resolve) => {
      world.after(delayMs, resolve);
    });
  }
}

function isUnreachable(answer: { readonly kind: string }): answer is Unreachable {
  return answer.kind === "unreachable";
}

function notReached(address: Address, words: string, count: number): TuttiError {
  const often = count === 1 ? "" : ` (${plural(count, "try", "tries")})`;
  return new TuttiError("repository.unreachable", `${address.url} could not be fetched${often}: ${words}`, {
    audience: "environment",
    hint: `Nothing was deleted or changed. See whether git can: git ls-remote ${address.url}`,
  });
}
