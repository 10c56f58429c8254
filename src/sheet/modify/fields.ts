import type { LandingPlan } from "../../score/plan/landing-plan.ts";
import type { CostPlan, IsolationPlan, Plan, SheetPlan } from "../../score/plan/plan.ts";

/** The effect of a change of a sheet while an attempt at it is under way. */
export interface SheetField {
  readonly word: string;
  /**
   * `now`: what is under way was begun with the old one. `later`: only an attempt to come asks for it. `place`: told
   * for the whole job.
   */
  readonly matters: "now" | "later" | "place";
}

/** Every field of a sheet: one that is new in the plan has to be put here first. */
export const sheetFields: Readonly<Record<keyof SheetPlan, SheetField>> = {
  id: { word: "id", matters: "place" },
  numbers: { word: "numbers", matters: "place" },
  title: { word: "title", matters: "now" },
  prompt: { word: "prompt", matters: "now" },
  extensions: { word: "prompt extensions", matters: "now" },
  files: { word: "files in the prompt", matters: "now" },
  after: { word: "after", matters: "now" },
  agent: { word: "agent", matters: "now" },
  fallbacks: { word: "fallbacks", matters: "later" },
  routed: { word: "routing", matters: "later" },
  work: { word: "kind, labels or paths", matters: "later" },
  preconditions: { word: "preconditions", matters: "now" },
  validations: { word: "validations", matters: "now" },
  skipWhen: { word: "skip_when", matters: "now" },
  skipCommand: { word: "skip_when_command", matters: "now" },
  retry: { word: "retry", matters: "later" },
  timeoutMs: { word: "timeout", matters: "later" },
  idleMs: { word: "idle_timeout", matters: "later" },
  worker: { word: "worker", matters: "later" },
  message: { word: "commit", matters: "now" },
  follows: { word: "what follows it", matters: "later" },
  contest: { word: "best_of", matters: "now" },
};

/**
 * The effect of a change of the whole. `keeps`: existing parts were made by it, so a job keeps the value that it began
 * with. `apart`: compared elsewhere, by what it means, or of no meaning to a job that has begun.
 */
export type WholeField = { readonly rule: "keeps" | "applies"; readonly word: string } | { readonly rule: "apart" };

const apart: WholeField = { rule: "apart" };

export const planFields: Readonly<Record<keyof Plan, WholeField>> = {
  version: apart,
  sheets: apart,
  target: apart,
  isolation: apart,
  prepare: apart,
  sandbox: { rule: "keeps", word: "sandbox" },
  confined: { rule: "keeps", word: "sandbox.network and sandbox.prepare" },
  parallel: apart,
  stopOnFailure: { rule: "applies", word: "stop_on_failure" },
  variables: apart,
  texts: apart,
  files: apart,
  rules: apart,
  crossSheet: apart,
  cost: apart,
  routing: { rule: "applies", word: "routing" },
  learning: { rule: "applies", word: "learning" },
  landing: apart,
  messages: apart,
  healing: { rule: "applies", word: "healing" },
  notifications: { rule: "applies", word: "notifications" },
  name: { rule: "keeps", word: "name" },
  workspace: { rule: "keeps", word: "workspace" },
  description: { rule: "applies", word: "description" },
  follows: { rule: "applies", word: "what follows the job" },
  concert: { rule: "applies", word: "concert" },
  lifecycle: { rule: "applies", word: "workspace_lifecycle" },
};

/** Later results land the new way; landed results stay. */
export const landingFields: Readonly<Record<keyof LandingPlan, WholeField>> = {
  promises: { rule: "applies", word: "landing.promises" },
  collisions: { rule: "applies", word: "landing.collisions" },
  merge: { rule: "applies", word: "landing.merge" },
  mode: { rule: "applies", word: "landing.mode" },
  strategy: { rule: "applies", word: "landing.strategy" },
  revalidate: { rule: "applies", word: "landing.revalidate" },
  gates: { rule: "applies", word: "landing.gates" },
  tests: { rule: "applies", word: "landing.tests" },
  batch: { rule: "applies", word: "landing.batch" },
  protectedPaths: { rule: "applies", word: "landing.protected" },
  sign: { rule: "applies", word: "landing.sign" },
  push: { rule: "applies", word: "landing.push" },
  pullRequest: { rule: "applies", word: "landing.pull_request" },
};

export const costFields: Readonly<Record<keyof CostPlan, WholeField>> = {
  perSheetUsd: { rule: "applies", word: "cost.per_sheet" },
  perJobUsd: { rule: "applies", word: "cost.per_job" },
  warnAt: { rule: "applies", word: "cost.warn_at" },
};

export const isolationFields: Readonly<Record<keyof IsolationPlan, WholeField>> = {
  level: { rule: "keeps", word: "isolation.mode" },
  per: { rule: "keeps", word: "isolation.per" },
  folder: { rule: "keeps", word: "isolation.worktree_base" },
  branchPrefix: { rule: "keeps", word: "isolation.branch_prefix" },
  sourceBranch: { rule: "keeps", word: "isolation.source_branch" },
  objects: { rule: "keeps", word: "isolation.clone.objects" },
  // Contexts that stand were locked, or not, as it was.
  lock: { rule: "keeps", word: "isolation.lock_during_execution" },
  // Asked for only when a job begins.
  fallback: apart,
  borrow: { rule: "keeps", word: "isolation.borrow" },
  cleanupOnSuccess: { rule: "applies", word: "isolation.cleanup_on_success" },
  cleanupOnFailure: { rule: "applies", word: "isolation.cleanup_on_failure" },
  snapshotEveryMs: { rule: "applies", word: "isolation.snapshot_minutes" },
};
