import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../../base/error.ts";
import { type CommitSha, isObjectName } from "../../../base/ids.ts";
import { copyObjects } from "../../../git/storage/copy-objects.ts";
import type { Git } from "../../../git/git.ts";
import { readNewHistory } from "../../../git/history/read-commits.ts";
import { createRefs } from "../../../git/refs/refs.ts";
import { readTagObjects } from "../../../git/refs/ref-commits.ts";
import type { ObjectStore } from "../../store/object-store.ts";
import { agentRefs, pinRef } from "../../home/places.ts";
import { readData } from "../find/data-file.ts";
import { type Stray, adoptedJob, objectsOf } from "../stray.ts";
import { readStrayTips } from "./tips.ts";

export interface Keeping {
  readonly store: ObjectStore;
  readonly scratch: string;
}

export interface KeptHistory {
  /** Commits that only the stray had. */
  readonly commits: number;
  readonly problems: readonly string[];
}

/**
 * Brings every commit and tag that only a stray refers to into Tutti's store, under refs of their own: as copies,
 * because the user's repository prunes what nothing there refers to any more. Where they join its history, that is
 * pinned.
 */
export async function keepHistory(git: Git, keeping: Keeping, stray: Stray): Promise<KeptHistory> {
  const { store, scratch } = keeping;
  try {
    const env = await objectsOf(stray);
    const tips = await readStrayTips(git, store.gitDir, stray);
    const fresh = await readNewHistory(git, { gitDir: store.repository.commonDir, env }, tips.commits);
    const isNew = new Set<string>(fresh.commits);
    const wanted = tips.commits.filter((tip) => isNew.has(tip));
    const known = tips.tags.length === 0 ? undefined : await readTagObjects(git, store.repository.commonDir);
    const tags = tips.tags.filter((tag) => known?.has(tag) !== true);
    const way = { store: store.gitDir, scratch, env };
    await pinCommits(git, store, fresh.joints);
    if (wanted.length > 0) await copyObjects(git, way, { kind: "history", tips: wanted, known: fresh.joints });
    await copyObjects(git, way, { kind: "objects", names: tags });
    await createRefs(
      git,
      store.gitDir,
      new Map([...wanted, ...tags].map((tip) => [`${strayRefs(stray)}/${tip}`, tip])),
    );
    await keepNames(git, keeping, { stray, objects: new Set([...wanted, ...tags]) });
    return { commits: fresh.commits.length, problems: tips.problems };
  } catch (error) {
    return { commits: 0, problems: [`its history can't be read: ${messageOf(error)}`] };
  }
}

/**
 * What branches and tags of a clone were called. Without the names nothing is lost but the names: the commits have refs
 * of their own.
 */
async function keepNames(
  git: Git,
  { store }: Keeping,
  from: { stray: Stray; objects: ReadonlySet<string> },
): Promise<void> {
  const names = await readRefNames(from.stray, from.objects);
  await createRefs(
    git,
    store.gitDir,
    new Map([...names].map(([name, object]) => [`${strayRefs(from.stray)}/${name}`, object])),
  ).catch(() => undefined);
}

/** Refs for what a stray had besides its files. */
export function strayRefs(stray: Stray): string {
  return agentRefs(adoptedJob, stray.sheet, 1);
}

/**
 * Keeps commits that snapshots stand on from being pruned in the user's repository, whatever becomes of its branches.
 */
export async function pinCommits(git: Git, store: ObjectStore, commits: readonly CommitSha[]): Promise<void> {
  await createRefs(
    git,
    store.repository.commonDir,
    new Map(commits.map((commit) => [`${pinRef(adoptedJob)}/${commit}`, commit])),
  );
}

/** Branches and tags of a clone that name one of these objects, as `heads/topic` or `tags/v1`. Read as data. */
async function readRefNames(stray: Stray, objects: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (stray.kind !== "clone" || stray.gitDir === null) return new Map();
  const named = new Map<string, string>();
  for (const line of ((await readData(join(stray.gitDir, "packed-refs"))) ?? "").split("\n")) {
    const [object, ref] = line.split(" ");
    if (object !== undefined && ref !== undefined && /^refs\/(?:heads|tags)\//.test(ref))
      named.set(ref.slice("refs/".length), object);
  }
  // What lies in a file of its own is newer than what was packed.
  for (const kind of ["heads", "tags"]) {
    for (const name of await looseIn(join(stray.gitDir, "refs"), kind, 0)) {
      named.set(name, ((await readData(join(stray.gitDir, "refs", name))) ?? "").trim());
    }
  }
  return new Map([...named].filter(([name, object]) => isObjectName(object) && objects.has(object) && isPlain(name)));
}

async function looseIn(refs: string, folder: string, depth: number): Promise<readonly string[]> {
  const found: string[] = [];
  if (depth > 16) return found;
  for (const entry of await readdir(join(refs, folder), { withFileTypes: true }).catch(() => [])) {
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await looseIn(refs, name, depth + 1)));
    else found.push(name);
  }
  return found;
}

/** One name that git refuses would keep it from taking the others, and a clone's files may be called anything. */
function isPlain(name: string): boolean {
  return (
    name.length < 200 &&
    name
      .split("/")
      .every(
        (part) =>
          /^[\p{L}\p{N}_+#=,@-](?:\.?[\p{L}\p{N}_+#=,@-])*$/u.test(part) && !part.endsWith(".lock") && part !== "@",
      )
  );
}
