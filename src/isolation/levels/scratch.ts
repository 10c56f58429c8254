import type { ShowInstalled } from "../prepare/prepared.ts";
import type { CommitSha, ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { belowBorrowed } from "../prepare/above.ts";
import { type Context, contextIdOf, type Owned } from "../context.ts";
import { destroyScratch } from "../cleanup/destroy.ts";
import { makeContext } from "./create.ts";
import type { Recipe } from "../../score/plan/recipe.ts";
import type { ObjectStore } from "../store/object-store.ts";
import type { Places } from "../home/places.ts";

export interface ScratchRequest {
  readonly store: ObjectStore;
  readonly whose: Owned;
  readonly commit: CommitSha;
  readonly identity: Identity;
  readonly purpose: "check" | "base";
  readonly borrow: readonly string[];
  readonly recipe?: Recipe | undefined;
}

let uses = 0;

/** Lends a folder with a commit checked out, for checks, and removes it afterwards. */
export async function withScratch<T>(
  tools: { git: Git; places: Places; showInstalled?: ShowInstalled },
  request: ScratchRequest,
  use: (path: string, scratch: Context) => Promise<T>,
): Promise<T> {
  const { git, places, showInstalled } = tools;
  const {
    commit,
    purpose,
    whose: { job, sheet, attempt },
    store,
    identity,
    borrow,
  } = request;
  // A number of its own: one that could not be removed must not block the next.
  uses += 1;
  const id = `${contextIdOf(job, sheet, attempt)}.${purpose}-${String(uses)}` as ContextId;
  const path = await belowBorrowed(places.scratch, { id, top: store.repository.top, borrow });
  const scratch = await makeContext(git, places, {
    git: { store, identity, objects: "shared", lock: true },
    whose: { job, sheet, attempt },
    id,
    folders: { path, state: places.state(job) },
    isolation: { level: "clone", fallback: null },
    start: { base: commit, continueFrom: null },
    head: { checkedOut: "landing", branch: null },
    needs: { borrow, recipe: request.recipe, ...(showInstalled === undefined ? {} : { showInstalled }) },
  });
  try {
    return await use(path, scratch);
  } finally {
    // If it can't be removed now, the next start sweeps it; a landing must not fail for it.
    await destroyScratch(places, store, { scratch }).catch(() => undefined);
  }
}
