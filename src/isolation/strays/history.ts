import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { type CommitSha, isObjectName } from "../../base/ids.ts";
import { copyObjects } from "../../git/remote/transfer.ts";
import type { Git } from "../../git/git.ts";
import { readNewHistory, readObjectTypes } from "../../git/history/read-commits.ts";
import { createRefs } from "../../git/refs/refs.ts";
import { readTagObjects } from "../../git/refs/ref-commits.ts";
import type { ObjectStore } from "../store/object-store.ts";
import { agentRefs, pinRef } from "../home/places.ts";
import { readData, readTips } from "../capture/agent/git-data.ts";
import { adoptedJob, objectsOf, type Stray } from "./stray.ts";

export interface Keeping {
  readonly store: ObjectStore;
  readonly scratch: string;
}

export interface KeptHistory {
  readonly commits: number;
  readonly problems: readonly string[];
}

/**
 * Copies every commit and tag that only a stray refers to into the store, under refs: the user's repository prunes
 * unreferenced ones. Where they join its history, that is pinned.
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

/** Without the names only the names are lost: the commits have refs. */
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

export function strayRefs(stray: Stray): string {
  return agentRefs(adoptedJob, stray.sheet, 1);
}

/** Keeps commits that snapshots need from being pruned in the user's repository. */
export async function pinCommits(git: Git, store: ObjectStore, commits: readonly CommitSha[]): Promise<void> {
  await createRefs(
    git,
    store.repository.commonDir,
    new Map(commits.map((commit) => [`${pinRef(adoptedJob)}/${commit}`, commit])),
  );
}

/** Branches and tags of a clone that name one of these objects. Read as data. */
async function readRefNames(stray: Stray, objects: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> {
  if (stray.kind !== "clone" || stray.gitDir === null) return new Map();
  const named = new Map<string, string>();
  for (const line of ((await readData(join(stray.gitDir, "packed-refs"))) ?? "").split("\n")) {
    const [object, ref] = line.split(" ");
    if (object !== undefined && ref !== undefined && /^refs\/(?:heads|tags)\//.test(ref))
      named.set(ref.slice("refs/".length), object);
  }
  // A loose ref is newer than a packed one.
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

/** One name that git refuses would stop the others. */
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

export interface StrayTips {
  readonly commits: readonly string[];
  readonly tags: readonly string[];
  readonly problems: readonly string[];
}

/** Where git notes commits during a merge, rebase or bisection. */
const pending = [
  "ORIG_HEAD",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_HEAD",
  "REBASE_HEAD",
  "rebase-merge/orig-head",
  "rebase-merge/onto",
  "rebase-merge/stopped-sha",
  "rebase-merge/amend",
  "rebase-apply/orig-head",
  "rebase-apply/onto",
];

export async function readStrayTips(git: Git, desk: string, stray: Stray): Promise<StrayTips> {
  if (stray.gitDir === null) return { commits: [], tags: [], problems: [] };
  const { names, isCut } = readTips(stray.gitDir, "");
  const all = new Set([...names, ...(stray.head === null ? [] : [stray.head]), ...(await readPending(stray.gitDir))]);
  const env = await objectsOf(stray);
  const types = await readObjectTypes(git, { gitDir: desk, env }, [...all]);
  const missing = [...all].filter((name) => !types.has(name));
  const tags = [...types].filter(([, type]) => type === "tag").map(([name]) => name);
  const tagged = await readObjectTypes(
    git,
    { gitDir: desk, env },
    tags.map((tag) => `${tag}^{commit}`),
  );
  return {
    commits: [...new Map([...types, ...tagged])].filter(([, type]) => type === "commit").map(([name]) => name),
    tags,
    problems: [
      ...(missing.length === 0 ? [] : [`it names commits that are not there (${missing[0]?.slice(0, 10) ?? ""})`]),
      ...(isCut ? ["it has too many refs"] : []),
    ],
  };
}

async function readPending(gitDir: string): Promise<readonly string[]> {
  const texts = await Promise.all(pending.map((name) => readData(join(gitDir, name))));
  return texts.flatMap((text) => (text ?? "").split(/\s+/)).filter((word) => isObjectName(word) && !/^0+$/.test(word));
}
