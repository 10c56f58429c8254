import { noCounts } from "../../src/sheet/counts.ts";
import type { CommitSha, ContextId, EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import { usualLandingPlan, usualMessage } from "../../src/score/plan/landing-plan.ts";
import type { IsolationPlan, Plan, SheetPlan } from "../../src/score/plan/plan.ts";
import { templateVariables } from "../../src/score/template/variables.ts";
import type { SheetPolicy } from "../../src/sheet/decide/decision.ts";
import type { Job } from "../../src/sheet/job.ts";
import { type SheetState } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";

export function makeSheet(id: string, more: Partial<SheetPlan> = {}): SheetPlan {
  return {
    id: id as SheetId,
    title: `do ${id}`,
    numbers: {
      sheet_num: 1,
      total_sheets: 1,
      start_item: 1,
      end_item: 1,
      stage: 1,
      total_stages: 1,
      instance: 1,
      fan_count: 1,
    },
    prompt: 0,
    extensions: [],
    files: [],
    after: [],
    agent: { kind: "scripted" },
    fallbacks: [],
    preconditions: [],
    validations: [],
    skipWhen: null,
    skipCommand: null,
    retry: makeRetry({}),
    timeoutMs: 1000,
    idleMs: null,
    message: 0,
    ...more,
  };
}

export function makeRetry(more: Partial<SheetPolicy>): SheetPolicy {
  return {
    attempts: 3,
    baseDelayMs: 0,
    maxDelayMs: 0,
    factor: 2,
    jitter: true,
    completions: 1,
    completionDelayMs: 0,
    completionThreshold: 0.5,
    goesOn: false,
    efforts: [],
    once: [],
    conflicts: 1,
    limitWaitMs: 60_000,
    agents: 1,
    needsApproval: false,
    competes: false,
    ...more,
  };
}

export function makeIsolation(more: Partial<IsolationPlan>): IsolationPlan {
  return {
    level: "clone",
    per: "sheet",
    folder: null,
    branchPrefix: null,
    sourceBranch: null,
    objects: "shared",
    cleanupOnSuccess: true,
    cleanupOnFailure: false,
    lock: true,
    fallback: false,
    snapshotEveryMs: null,
    borrow: [],
    ...more,
  };
}

export function makePlan(sheets: readonly SheetPlan[], more: Partial<Plan> = {}): Plan {
  return {
    version: 6,
    name: "plan",
    description: null,
    sheets,
    target: null,
    isolation: makeIsolation({}),
    parallel: 1,
    stopOnFailure: false,
    workspace: null,
    variables: templateVariables(new Map()),
    texts: [{ text: "please do it", includes: {} }],
    files: [],
    rules: [],
    crossSheet: null,
    cost: { perSheetUsd: null, perJobUsd: null, warnAt: 0.8 },
    landing: usualLandingPlan,
    messages: [usualMessage],
    ...more,
  };
}

/** A job of sheets that ask for nothing. */
export function makeJob(id: string, sheets: readonly string[], more: Partial<Job> = {}): Job {
  return {
    id: id as JobId,
    plan: makePlan(
      sheets.map((sheet) => makeSheet(sheet)),
      { name: id },
    ),
    repository: { commonDir: "/repo/.git", gitDir: "/repo/.git", top: "/repo", objectFormat: "sha1" },
    target: "refs/heads/main",
    isolation: { level: "clone", per: "sheet", fallback: null },
    diverted: null,
    identity: { name: "Ada", email: "ada@example.com" },
    parallel: 1,
    priority: 0,
    score: null,
    status: { kind: "running" },
    epoch: 1,
    createdAt: 1000 as EpochMs,
    ...more,
  };
}

export function submitted(job: Job): Extract<Entry, { about: "job" }> {
  return { about: "job", job: job.id, event: { kind: "submitted", at: job.createdAt, job }, next: job };
}

/** The entry that an attempt of a sheet began; the time tells one from another. */
export function started(job: Job, sheet: string, at: number): Extract<Entry, { about: "sheet" }> {
  const about = { attempt: 1, context: "context" as ContextId, base: "base" as CommitSha };
  const next: SheetState = {
    kind: "running",
    ...about,
    lands: true,
    startedAt: at as EpochMs,
    counts: noCounts,
    continueFrom: null,
    brief: null,
    session: null,
    isAlive: false,
  };
  return {
    about: "sheet",
    job: job.id,
    sheet: sheet as SheetId,
    event: { kind: "started", at: at as EpochMs, ...about },
    next,
  };
}
