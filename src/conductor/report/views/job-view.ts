import { healingView } from "./healing-view.ts";
import { bareName, modelOf } from "../../../api/contract/agents.ts";
import { jobCost, spentBy } from "../../../api/contract/cost/cost.ts";
import type { JobSummary, JobView, SheetView } from "../../../api/contract/job.ts";
import { heldWords } from "../../../api/contract/landing/queue.ts";
import type { EpochMs, SheetId } from "../../../base/ids.ts";
import { blockedSheets } from "../../../schedule/blocked.ts";
import type { AgentPlan } from "../../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../../score/plan/agents/cast.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { noCounts } from "../../../sheet/counts.ts";
import { describeFailure, droppedWords } from "../../../sheet/describe.ts";
import { type Job, isOngoing, landingRef } from "../../../sheet/job.ts";
import { type PauseCause, pausedBy } from "../../../sheet/rest/rest.ts";
import { type SheetState, fresh, phaseOf } from "../../../sheet/state.ts";

/** Blocked sheets are derived each time from the states; nothing stores them. */
export function viewFrom(job: Job, states: ReadonlyMap<SheetId, SheetState>, isPlayed: boolean): JobView {
  const blocked = blockedSheets(job.plan, (id) => states.get(id) ?? fresh);
  return jobView(job, { states, isPlayed, blocked: new Map(blocked.map(({ sheet, by }) => [sheet, by])) });
}

export function summaryOf({ sheets: _, ...job }: JobView): JobSummary {
  return job;
}

/** Changes with what a summary consists of: an ending of another version is not believed. */
const summaryVersion = 1;

/** The summary that is kept of a job that is over, for lists; `undefined`: it goes on. */
export function summaryAtEnd(job: Job, states: ReadonlyMap<SheetId, SheetState>): object | undefined {
  const isOver = job.status.kind === "finished" || job.status.kind === "cancelled";
  return isOver ? { version: summaryVersion, summary: summaryOf(viewFrom(job, states, false)) } : undefined;
}

export function endedSummary(ending: object | null): JobSummary | undefined {
  const { version, summary } = (ending ?? {}) as { readonly version?: number; readonly summary?: JobSummary };
  return version === summaryVersion ? summary : undefined;
}

export interface JobFacts {
  readonly states: ReadonlyMap<SheetId, SheetState>;
  /** Sheet → the one that failed before it. */
  readonly blocked: ReadonlyMap<SheetId, SheetId>;
  /** Whether the Tutti that plays it is alive. */
  readonly isPlayed: boolean;
}

export function jobView(job: Job, facts: JobFacts): JobView {
  const inferred = new Map(job.inferred?.sheets.map(({ sheet, why }) => [sheet, why]));
  const sheets = job.plan.sheets.map((sheet) => ({
    ...sheetView(sheet, facts.states.get(sheet.id) ?? fresh, facts),
    inferred: inferred.get(sheet.id) ?? null,
  }));
  const count = (...kinds: readonly string[]): number => sheets.filter((sheet) => kinds.includes(sheet.state)).length;
  return {
    id: job.id,
    name: job.plan.name,
    status: isOngoing(job) && !facts.isPlayed ? "interrupted" : job.status.kind,
    ...pauseNow(job, facts.states),
    priority: job.priority,
    parallel: job.parallel,
    score: job.score,
    repository: job.repository.top ?? job.repository.commonDir,
    target: job.target,
    landsOn: landingRef(job),
    diverted: job.diverted?.why ?? null,
    ...isolationOf(job),
    createdAt: job.createdAt,
    inferred: job.inferred !== undefined,
    counts: {
      sheets: sheets.length,
      landed: count("landed"),
      done: count("done"),
      inPlace: job.plan.sheets.filter(({ id }) => isDoneInPlace(facts.states.get(id))).length,
      skipped: count("skipped"),
      failed: count("failed", "cancelled"),
      blocked: count("blocked"),
      proposed: count("proposed"),
      running: count("running", "interrupted", "captured", "landing"),
      waiting: count("waiting"),
    },
    phases: phasesOf(sheets),
    ...(job.status.kind === "finished" && job.status.takenOut !== undefined ? { takenOut: job.status.takenOut } : {}),
    ...(job.healings === undefined ? {} : { healings: job.healings.map(healingView) }),
    ...(job.status.kind === "finished" && job.status.promises !== undefined ? { promises: job.status.promises } : {}),
    ...(job.chain === undefined ? {} : { chain: job.chain }),
    cost: jobCost(
      sheets.map(({ cost }) => cost),
      job.plan.cost,
    ),
    sheets,
  };
}

function phasesOf(sheets: readonly Pick<SheetView, "phase" | "phaseSince">[]): JobView["phases"] {
  return (["preparing", "playing", "validating"] as const).flatMap((phase) => {
    const since = sheets.flatMap((sheet) => (sheet.phase === phase ? [sheet.phaseSince ?? 0] : []));
    return since.length === 0 ? [] : [{ phase, sheets: since.length, since: Math.min(...since) as EpochMs }];
  });
}

function isDoneInPlace(state: SheetState | undefined): boolean {
  return state?.kind === "done" && state.inPlace;
}

/** A job that an older Tutti made says less of it; it can still be looked at. */
function isolationOf(job: Job): Pick<JobView, "isolation" | "per" | "fallback"> {
  const { isolation } = job as Partial<Job>;
  return {
    isolation: isolation?.level ?? "unknown",
    per: isolation?.per ?? "sheet",
    fallback: isolation?.fallback ?? null,
  };
}

function sheetView(sheet: SheetPlan, state: SheetState, facts: JobFacts): Omit<SheetView, "inferred"> {
  const blockedBy = facts.blocked.get(sheet.id);
  const agent = agentFor(sheet, state.kind === "skipped" ? noCounts : state.counts);
  return {
    id: sheet.id,
    title: sheet.title,
    state: stateName(state, facts, blockedBy),
    attempts: "counts" in state ? state.counts.attempts : 0,
    agent: bareName(agent),
    model: modelOf(agent),
    session: state.kind === "skipped" ? null : (state.session?.id ?? null),
    code: state.kind === "failed" && "code" in state.reason ? (state.reason.code ?? null) : null,
    cost: spentBy(state),
    ...momentary(state, agent, facts),
    ...("counts" in state && state.counts.review !== undefined
      ? { review: { ...state.counts.review, sentBack: state.counts.reviews ?? 0 } }
      : {}),
    ...((state.kind === "running" || state.kind === "waiting") && state.counts.collisions !== undefined
      ? { collisions: state.counts.collisions }
      : {}),
    ...contestView(sheet, state),
    commit: state.kind === "landed" ? state.commit : null,
    level: state.kind === "landed" ? state.level : null,
    why: whyOf(state, blockedBy),
    kept: keptBy(state),
    pull: (state.kind === "proposed" || state.kind === "landed" ? state.pull : undefined) ?? null,
  };
}

function keptBy(state: SheetState): string | null {
  if (state.kind === "done") return state.outdone?.kept ?? null;
  return state.kind === "failed" || state.kind === "cancelled" ? state.kept : null;
}

function contestView({ contest }: SheetPlan, state: SheetState): Pick<SheetView, "contest"> {
  if (contest === undefined) return {};
  const { group } = contest;
  if (state.kind === "done" && state.outdone !== undefined)
    return { contest: { group, outcome: "outdone", by: state.outdone.by } };
  const isChosen =
    state.kind === "landed" ||
    state.kind === "landing" ||
    state.kind === "proposed" ||
    state.kind === "done" ||
    (state.kind === "captured" && (state.isChosen === true || state.isApproved));
  return { contest: { group, outcome: isChosen ? "chosen" : "open" } };
}

/** The facts that are true of a sheet only in its present state. */
function momentary(
  state: SheetState,
  agent: AgentPlan,
  { isPlayed }: JobFacts,
): Pick<SheetView, "startedAt" | "isAlive" | "phase" | "phaseSince" | "notBefore" | "isApproved"> {
  switch (state.kind) {
    case "running": {
      if (!isPlayed) return {};
      const { kind: phase, since: phaseSince } = phaseOf(state);
      return { startedAt: state.startedAt, isAlive: state.isAlive || !givesSigns(agent), phase, phaseSince };
    }
    case "waiting":
      return { isAlive: !givesSigns(agent), ...(state.notBefore === null ? {} : { notBefore: state.notBefore }) };
    case "captured":
      return { isApproved: state.isApproved };
    default:
      return {};
  }
}

/** The others only print. */
function givesSigns({ kind }: AgentPlan): boolean {
  return kind === "profile";
}

/** The state that the journal has, unless it can't be true any more: nothing runs without a Tutti that plays it. */
function stateName(state: SheetState, facts: JobFacts, blockedBy: SheetId | undefined): string {
  if (state.kind === "waiting" && blockedBy !== undefined) return "blocked";
  return state.kind === "running" && !facts.isPlayed ? "interrupted" : state.kind;
}

/** A result that passed is worth more than later ones: both are shown. */
function owedWords({ reason, kept, unlanded }: SheetState & { readonly kind: "failed" }): string {
  return unlanded === undefined || unlanded === kept || reason.kind === "unlanded"
    ? ""
    : `; an earlier result that passed (${unlanded}) has not landed`;
}

function whyOf(state: SheetState, blockedBy: SheetId | undefined): string | null {
  switch (state.kind) {
    case "failed":
      return `${describeFailure(state.reason)}${owedWords(state)}`;
    case "skipped":
      return state.why;
    case "waiting":
      if (blockedBy !== undefined) return `waits for ${blockedBy}, which did not succeed`;
      return state.why === "fresh" ? null : state.why;
    case "captured":
      return state.held === undefined ? null : heldWords(state.held);
    case "cancelled":
      return state.isDropped === true ? droppedWords : null;
    case "done":
      return state.outdone === undefined ? null : `the result of ${state.outdone.by} was chosen`;
    default:
      return null;
  }
}

interface PauseNow {
  readonly why: string | null;
  readonly pause: PauseCause | null;
}

/** How many results wait is counted anew: a person may have dropped some since. */
function pauseNow({ status }: Job, states: ReadonlyMap<SheetId, SheetState>): PauseNow {
  if (status.kind !== "paused") return { why: null, pause: null };
  const { why, cause } = status;
  if (cause.kind !== "approval") return { why, pause: cause };
  const sheets = [...states.values()].filter((state) => state.kind === "captured" && !state.isApproved).length;
  if (sheets === cause.sheets) return { why, pause: cause };
  const now = pausedBy({ ...cause, sheets });
  return { why: now.why, pause: now.cause };
}
