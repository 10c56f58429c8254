import type { CommitSha, ContextId, EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import type { SheetPlan } from "../../src/score/plan.ts";
import type { Job } from "../../src/sheet/job.ts";
import { type SheetState, noCounts } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";

export function makeSheet(id: string, more: Partial<SheetPlan> = {}): SheetPlan {
  return {
    id: id as SheetId,
    title: `do ${id}`,
    prompt: `please do ${id}`,
    after: [],
    agent: { kind: "scripted" },
    validations: [],
    retry: { attempts: 3, baseDelayMs: 0, maxDelayMs: 0, completions: 1, completionThreshold: 0.5, conflicts: 1 },
    timeoutMs: 1000,
    idleMs: null,
    ...more,
  };
}

/** A job of sheets that ask for nothing. */
export function makeJob(id: string, sheets: readonly string[], more: Partial<Job> = {}): Job {
  return {
    id: id as JobId,
    plan: { name: id, sheets: sheets.map((sheet) => makeSheet(sheet)), target: null, isolation: "clone", parallel: 1, revalidate: true, workspace: null },
    repository: { commonDir: "/repo/.git", gitDir: "/repo/.git", top: "/repo", objectFormat: "sha1" },
    target: "refs/heads/main",
    diverted: null,
    identity: { name: "Ada", email: "ada@example.com" },
    parallel: 1,
    status: { kind: "running" },
    epoch: 1,
    createdAt: 1000 as EpochMs,
    ...more,
  };
}

export function submitted(job: Job): Entry {
  return { about: "job", job: job.id, event: { kind: "submitted", at: job.createdAt, job }, next: job };
}

/** The entry that an attempt of a sheet began; the time tells one from another. */
export function started(job: Job, sheet: string, at: number): Entry {
  const about = { attempt: 1, context: "context" as ContextId, base: "base" as CommitSha };
  const next: SheetState = {
    kind: "running",
    ...about,
    startedAt: at as EpochMs,
    counts: noCounts,
    continueFrom: null,
    continueBase: null,
    brief: null,
  } as SheetState;
  return { about: "sheet", job: job.id, sheet: sheet as SheetId, event: { kind: "started", at: at as EpochMs, ...about }, next };
}
