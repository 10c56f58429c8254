import { unlockContext } from "../../../isolation/context-lock.ts";
import type { ContextViewer, Keeper, Unlocking } from "../../contexts.ts";
import { adoptStrays, listStrays } from "./adopt.ts";
import { archive, planArchive } from "./archive.ts";
import { clean, planCleaning } from "./clean.ts";
import { listAll } from "./list.ts";
import type { ContextParts } from "./parts.ts";
import { listPrunable, pruneContexts } from "./prune.ts";
import { readDetail, readLock, requireRecord } from "./rows.ts";
import { readRefusal, takeAway } from "./take-away.ts";

/** The door for those who only look at contexts: takes no lock and changes nothing. */
export function makeContextViewer(parts: ContextParts): ContextViewer {
  return {
    list: ({ folder }) => listAll(parts, folder),
    show: (id) => readDetail(parts, id),
    refusal: async ({ id, isForced }) => readRefusal(parts, await requireRecord(parts, id), isForced),
    strays: (request) => listStrays(parts, request),
    prunable: ({ folder }) => listPrunable(parts, folder),
    planCleaning: (request) => planCleaning(parts, request),
    planArchive: (job) => planArchive(parts, job),
  };
}

/** The door for whoever clears contexts and holds the writer lock. */
export function makeKeeper(parts: ContextParts): Keeper {
  return {
    remove: async ({ id, isForced }) => takeAway(parts, await requireRecord(parts, id), isForced),
    unlock: ({ id, isForced }) => unlock(parts, id, isForced),
    prune: ({ folder }) => pruneContexts(parts, folder),
    adopt: (request) => adoptStrays(parts, request),
    clean: (steps) => clean(parts, steps),
    archive: (request) => archive(parts, request),
  };
}

/** A lock goes only when whoever took it is proven dead, or on a person's word. */
async function unlock(parts: ContextParts, id: string, isForced: boolean): Promise<Unlocking> {
  const { context } = await requireRecord(parts, id);
  const lock = await readLock(parts, context.id);
  if (lock === null) return { kind: "not-locked" };
  if (lock.owner !== "dead" && !isForced) return { kind: "refused", lock };
  await unlockContext(parts.places, context.id);
  return { kind: "unlocked", lock };
}
