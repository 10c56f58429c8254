import type { Attempt, Start } from "../../conductor/hands.ts";
import { type ContextRequest, contextIdOf, contextPath, sharedContextId } from "../../isolation/context.ts";
import { taskFolder } from "../../isolation/places.ts";
import { nameOf } from "../../base/names.ts";
import { hasBranch } from "../../score/isolation.ts";
import type { Job } from "../../sheet/job.ts";
import type { Equipment } from "../equipment.ts";

/** What an attempt's context is to be, by the job's settings. */
export function requestFor(equipment: Equipment, { job, sheet, attempt }: Attempt, start: Start): ContextRequest {
  const { places, store } = equipment;
  const { level, per } = job.isolation;
  const folder = job.plan.isolation.folder ?? places.jobs;
  const whose = { job: job.id, sheet: sheet.id, attempt };
  const name = per === "job" ? job.id : nameOf(sheet.id);
  const branch = branchFor(job, name);
  return {
    ...whose,
    level,
    id: per === "job" ? sharedContextId(job.id) : contextIdOf(job.id, sheet.id, attempt),
    path: contextPath(folder, per === "job" ? { job: job.id } : whose),
    base: start.base,
    continueFrom: start.continueFrom,
    checkedOut: hasBranch(level) && branch !== null ? shortName(branch) : shortName(job.target ?? "refs/heads/main"),
    branch,
    state: level === "full" ? taskFolder(places.state(job.id), name) : places.state(job.id),
    objects: job.plan.isolation.objects,
    lock: job.plan.isolation.lock,
    identity: job.identity,
    store,
    fallback: job.isolation.fallback,
    borrow: job.plan.isolation.borrow,
  };
}

/** The ref a result gets besides landing: what the level promises, or what the score asks for. */
function branchFor(job: Job, name: string): string | null {
  const { level, per } = job.isolation;
  const prefix = job.plan.isolation.branchPrefix;
  if (level === "none") return null;
  if (prefix !== null) return `refs/heads/${prefix}/${per === "job" ? job.id : `${job.id}/${name}`}`;
  if (!hasBranch(level)) return null;
  return `refs/heads/${shortName(job.target ?? "refs/heads/main")}-task-${name}`;
}

function shortName(ref: string): string {
  return ref.replace(/^refs\/heads\//, "");
}
