import type { ShowInstalled } from "../prepare/prepared.ts";
import type { CommitSha, ContextId } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { Identity } from "../../git/identity.ts";
import { belowBorrowed } from "../prepare/above.ts";
import { type Context, type ContextRequest, contextIdOf, type Owned } from "../context.ts";
import { destroyScratch } from "../cleanup/destroy.ts";
import { makeContext, refillContext } from "./create.ts";
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

interface ScratchTools {
  readonly git: Git;
  readonly places: Places;
  readonly showInstalled?: ShowInstalled;
}

/** A folder with a commit checked out, for checks. It holds no work. */
export interface Scratch {
  readonly context: Context;
  /** The same folder with another commit, if nothing has touched it. `undefined`: another one has to be opened. */
  readonly refill: (commit: CommitSha) => Promise<Scratch | undefined>;
  /** It is removed. If that fails, the next start sweeps it: a landing must not fail for it. */
  readonly leave: () => Promise<void>;
}

let uses = 0;

export async function openScratch(tools: ScratchTools, request: ScratchRequest): Promise<Scratch> {
  const { git, places } = tools;
  const {
    purpose,
    whose: { job, sheet, attempt },
    store,
    borrow,
  } = request;
  // A number of its own: one that could not be removed must not block the next.
  uses += 1;
  const id = `${contextIdOf(job, sheet, attempt)}.${purpose}-${String(uses)}` as ContextId;
  const path = await belowBorrowed(places.scratch, { id, top: store.repository.top, borrow });
  const made = (commit: CommitSha): ContextRequest => contextRequest(tools, { ...request, commit }, { id, path });
  const opened = (context: Context): Scratch => ({
    context,
    refill: async (commit) => {
      const filled = await refillContext(git, places, { context, request: made(commit) });
      return filled === undefined ? undefined : opened(filled);
    },
    leave: () => destroyScratch(places, store, { scratch: context }).catch(() => undefined),
  });
  return opened(await makeContext(git, places, made(request.commit)));
}

function contextRequest(
  { places, showInstalled }: ScratchTools,
  { commit, whose, store, identity, borrow, recipe }: ScratchRequest,
  { id, path }: { readonly id: ContextId; readonly path: string },
): ContextRequest {
  return {
    git: { store, identity, objects: "shared", lock: true },
    whose,
    id,
    folders: { path, state: places.state(whose.job) },
    isolation: { level: "clone", fallback: null },
    start: { base: commit, continueFrom: null },
    head: { checkedOut: "landing", branch: null },
    needs: { borrow, recipe, ...(showInstalled === undefined ? {} : { showInstalled }) },
  };
}

/** Lends a folder with a commit checked out, for checks, and removes it afterwards. */
export async function withScratch<T>(
  tools: ScratchTools,
  request: ScratchRequest,
  use: (path: string, scratch: Context) => Promise<T>,
): Promise<T> {
  const scratch = await openScratch(tools, request);
  try {
    return await use(scratch.context.path, scratch.context);
  } finally {
    await scratch.leave();
  }
}
