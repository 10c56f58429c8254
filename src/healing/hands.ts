import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../base/error.ts";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import type { SheetId } from "../base/ids.ts";
import type { JobParts } from "../conductor/jobs/parts.ts";
import { readLeftWork } from "../conductor/jobs/sheets/left-work.ts";
import { isGitAtWork } from "../git/stale-locks.ts";
import { clean, planCleaning } from "../isolation/contexts/clean.ts";
import type { ContextParts } from "../isolation/contexts/parts.ts";
import type { Places } from "../isolation/home/places.ts";
import { type GateActParts, forgetGates } from "../landing/gates/manage/act.ts";
import { type Job, landingRef } from "../sheet/job.ts";
import type { StoreReader } from "../store/store.ts";
import type { Sources } from "./facts.ts";
import type { HealingHands } from "./heal.ts";

interface Looking {
  readonly store: Pick<StoreReader, "events"> | undefined;
  readonly places: Places;
  readonly disk: () => Promise<DiskTrouble | null>;
}

/** For looking alone, with or without a conductor. */
export function healingSources({ store, places, disk }: Looking): Sources {
  return {
    events: (job, sheet) => store?.events(job, sheet) ?? Promise.resolve([]),
    workspaceOf: (job) => job.plan.workspace ?? places.workspace(job.id),
    disk,
    findStaleLock,
  };
}

interface Parts {
  readonly jobs: JobParts;
  readonly contexts: ContextParts;
  readonly gates: GateActParts;
  readonly disk: Looking["disk"];
}

export function healingHands({ jobs, contexts, gates, disk }: Parts): HealingHands {
  const { places, store, world } = jobs;
  return {
    sources: healingSources({ store, places, disk }),
    now: () => world.now(),
    asideFolder: join(places.home, "aside"),
    judge: (job, sheet) => judge(jobs, job, sheet),
    makeRoom: async () => {
      const asked = { olderThanDays: null, maxContexts: null, maxBytes: null, allTrash: true };
      await clean(contexts, (await planCleaning(contexts, asked)).steps);
    },
    forgetGates: async (job) => {
      const target = landingRef(job);
      const where = { folder: job.repository.top ?? job.repository.commonDir, job: job.id };
      await forgetGates(gates, { ...where, ...(target === null ? {} : { target }), all: false });
    },
  };
}

/** As `tutti recover` does, of one sheet and without taking it for its result. */
async function judge(parts: JobParts, job: Job, id: SheetId): ReturnType<HealingHands["judge"]> {
  const sheet = job.plan.sheets.find((one) => one.id === id);
  const left = await readLeftWork(parts, job, id);
  if (sheet === undefined || left === null) return "nothing is kept of its work";
  if (left.wasInPlace) return "it worked in your own folder";
  const { commit, base, changed } = left.newest;
  if (!changed) return "it left no change";
  try {
    const recheck = await parts.kit.recheck(job, parts.process.notice);
    const attempt = { job, sheet, attempt: left.newest.attempt };
    const verdict = await recheck(attempt, { commit, base, isInPlace: false }, parts.process.stop);
    if (parts.process.stop.aborted) return "the conductor was stopped meanwhile";
    return { verdict, capture: commit, base };
  } catch (error) {
    return messageOf(error);
  }
}

/** A lock this old without a git at work was left by a killed one. */
const oldMs = 60_000;

async function findStaleLock(job: Job): Promise<string | null> {
  const { gitDir, commonDir, top } = job.repository;
  const path = join(gitDir, "index.lock");
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined || Date.now() - stats.mtimeMs < oldMs || stats.uid !== process.geteuid?.()) return null;
  const folders = [gitDir, commonDir, ...(top === null ? [] : [top])];
  return (await isGitAtWork(folders)) === false ? path : null;
}
