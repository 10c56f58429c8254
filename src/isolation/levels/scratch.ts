import type { CommitSha, ContextId, JobId, SheetId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { belowBorrowed } from "../prepare/borrow.ts";
import { contextIdOf } from "../context.ts";
import { destroyScratch } from "../destroy.ts";
import { makeContext } from "./create.ts";
import type { ObjectStore } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";

export interface ScratchRequest {
  readonly store: ObjectStore;
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly attempt: number;
  readonly commit: CommitSha;
  readonly identity: Identity;
  /** What is looked at: a result, or what it started from. */
  readonly purpose: "check" | "base";
  /** Folders of the user's checkout that are to be found above it. */
  readonly borrow: readonly string[];
}

let uses = 0;

/** Lends a folder with a commit checked out, for running checks on it, and takes it away afterwards. */
export async function withScratch<T>(
  tools: { git: Git; places: Places },
  request: ScratchRequest,
  use: (path: string) => Promise<T>,
): Promise<T> {
  const { git, places } = tools;
  const { commit, purpose, job, sheet, attempt, store, identity, borrow } = request;
  // A number of its own: one that could not be removed must not stand in the way of the next.
  uses += 1;
  const id = `${contextIdOf(job, sheet, attempt)}.${purpose}-${String(uses)}` as ContextId;
  const path = await belowBorrowed(places.scratch, { id, top: store.repository.top, borrow });
  const scratch = await makeContext(git, places, {
    store,
    identity,
    job,
    sheet,
    attempt,
    id,
    path,
    level: "clone",
    base: commit,
    continueFrom: null,
    checkedOut: "landing",
    branch: null,
    state: places.state(job),
    objects: "shared",
    lock: true,
    fallback: null,
    borrow,
  });
  try {
    return await use(path);
  } finally {
    // A folder that can't be removed now is swept at the next start; it must not cost a landing.
    await destroyScratch(places, store, { scratch }).catch(() => undefined);
  }
}
