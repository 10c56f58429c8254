import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import { fetchObjects, listMissing, readPromisors } from "../../git/remote/promised.ts";
import type { ObjectStore } from "./object-store.ts";

/**
 * Fetches missing files of these commits. In a partial clone most are missing, and the store has no remote: they come
 * through the user's repository. Other repositories pay one question per opened store.
 */
export async function fetchMissing(git: Git, store: ObjectStore, commits: readonly CommitSha[]): Promise<void> {
  if (!(await isPartial(git, store))) return;
  const { whole } = factsOf(git, store);
  for (const commit of new Set(commits)) {
    const fetched = whole.get(commit) ?? fetchFiles(git, store, commit);
    whole.set(commit, fetched);
    await fetched.catch((error: unknown) => {
      // The remote may answer next time.
      whole.delete(commit);
      throw error;
    });
  }
}

export async function isPartial(git: Git, store: ObjectStore): Promise<boolean> {
  const { promisors } = factsOf(git, store);
  await promisors.catch(() => facts.delete(store));
  return (await promisors).length > 0;
}

interface Facts {
  readonly promisors: Promise<readonly string[]>;
  /** Contexts often start at one commit at once. */
  readonly whole: Map<CommitSha, Promise<void>>;
}

const facts = new WeakMap<ObjectStore, Facts>();

function factsOf(git: Git, store: ObjectStore): Facts {
  const known = facts.get(store) ?? { promisors: readPromisors(git, store.repository.commonDir), whole: new Map() };
  facts.set(store, known);
  return known;
}

async function fetchFiles(git: Git, store: ObjectStore, commit: CommitSha): Promise<void> {
  const refusals: string[] = [];
  let missing = await listMissing(git, store.gitDir, [commit]);
  for (const remote of await factsOf(git, store).promisors) {
    // Missing folders hide further missing files.
    for (let isMoving = true; isMoving && missing.length > 0; ) {
      const exit = await fetchObjects(git, store.repository.commonDir, { remote, names: missing });
      const still = await listMissing(git, store.gitDir, [commit]);
      isMoving = still.join() !== missing.join();
      missing = still;
      if (exit.code !== 0) refusals.push(`${remote}: ${exit.stderr.trim().slice(0, 500)}`);
    }
  }
  if (missing.length === 0) return;
  const text = `${String(missing.length)} objects of ${commit} are missing in ${store.repository.commonDir}, and no remote handed them over`;
  throw new TuttiError("git.missing_objects", [text, ...refusals].join("; "), {
    audience: "environment",
    hint: "It is a partial clone. When its remote can be reached again, go on with: tutti resume",
  });
}
