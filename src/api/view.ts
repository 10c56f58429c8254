import { heldWords } from "./queue.ts";
import type { DiskTrouble } from "../base/home/disk-trouble.ts";
import type { EpochMs, JobId, SheetId } from "../base/ids.ts";
import type { AgentPlan } from "../score/plan/agent-plan.ts";
import { agentAt } from "../score/plan/cast.ts";
import type { SheetPlan } from "../score/plan/plan.ts";
import { describeFailure, droppedWords } from "../sheet/describe.ts";
import { type Job, type PauseCause, type TakenOut, isOngoing, landingRef } from "../sheet/job.ts";
import type { PromiseReport } from "../sheet/promises.ts";
import { type SheetState, fresh } from "../sheet/state.ts";
import type { TroubleCode } from "../sheet/trouble/trouble.ts";
import type { Spending } from "../sheet/cost/usage.ts";
import { bareName, modelOf } from "./cast.ts";
import { type AgentCost, type JobCost, jobCost, spentBy } from "./cost.ts";
import type { OutsideCall } from "./outside-call.ts";
import { pauseNow } from "./pause-now.ts";

/** A job as people and programs see it; field names are stable. */
export interface JobView {
  readonly id: JobId;
  readonly name: string;
  /** `interrupted`: it was being played by a Tutti that is gone. */
  readonly status: "running" | "interrupted" | "pausing" | "paused" | "cancelling" | "cancelled" | "finished";
  readonly why: string | null;
  /** Why it is paused, for programs; `null` when it is not. */
  readonly pause: PauseCause | null;
  readonly priority: number;
  readonly parallel: number;
  /** The score's file. */
  readonly score: string | null;
  readonly repository: string;
  /** `null`: nothing lands, because sheets work in the folder itself. */
  readonly target: string | null;
  /** Where results land now; differs from the target after a diversion. */
  readonly landsOn: string | null;
  /** Why; in `status` no more once it was merged to the target after the job's end. */
  readonly diverted: string | null;
  /** The level of isolation the job is played with. */
  readonly isolation: string;
  readonly per: "sheet" | "job";
  /** Why it is less than the score asks for. */
  readonly fallback: string | null;
  readonly createdAt: EpochMs;
  /** Whether it was rebuilt from its traces, because the database had lost it. */
  readonly inferred: boolean;
  /** Put away by `tutti archive`; only in `list`. */
  readonly archived?: boolean;
  readonly counts: {
    readonly sheets: number;
    readonly landed: number;
    readonly done: number;
    /** Those of the done ones whose result lies in the user's own folder, where it was made, and did not land. */
    readonly inPlace: number;
    readonly skipped: number;
    readonly failed: number;
    readonly blocked: number;
    /** Those whose pull request nobody has decided about. */
    readonly proposed: number;
    readonly running: number;
    readonly waiting: number;
  };
  /** Landed sheets whose change was not on its branch any more when the job ended; absent: all was there. */
  readonly takenOut?: readonly TakenOut[];
  /** How what its sheets promised stands on the target, once all of it has landed. */
  readonly promises?: PromiseReport;
  /** What it took so far. */
  readonly cost: JobCost;
  /** What each agent took of it; only in `status`. */
  readonly agents?: readonly AgentCost[];
  readonly sheets: readonly SheetView[];
  /**
   * What is wrong with the disk that contexts lie on, `null` when there is room; only in `status`, and only until the
   * job is over.
   */
  readonly disk?: DiskTrouble | null;
  /** Tutti's bare repository, in which kept work can be looked at; only in `status`. */
  readonly store?: string | null;
  /** Programs that it waits for now, each for more than a few seconds; only in `status`. */
  readonly waitsFor?: readonly OutsideCall[];
}

/** A job without its sheets, as lists have it. */
export type JobSummary = Omit<JobView, "sheets" | "store" | "agents" | "disk" | "waitsFor">;

export interface SheetView {
  readonly id: string;
  readonly title: string;
  /**
   * The state, with `blocked` for a sheet that waits for one that failed and `interrupted` for one that ran when its
   * Tutti died.
   */
  readonly state: string;
  readonly attempts: number;
  /** Who it is with: the agent that plays it, did last, or will. */
  readonly agent: string;
  /** As the score names it; in `status` as the agent says it. `null`: nobody named one. */
  readonly model: string | null;
  /** The agent's own session, to go on with where it can. */
  readonly session: string | null;
  /** The trouble its last attempt met, E001 to E999; other than in `status` only of a sheet that failed. */
  readonly code: TroubleCode | null;
  /** What all its attempts took. */
  readonly cost: Spending;
  /** When the attempt began that runs now; only while one does. */
  readonly startedAt?: EpochMs;
  /**
   * Whether the agent gave a sign of life; only while it waits or runs. Agents that have no way to give one count as
   * alive.
   */
  readonly isAlive?: boolean;
  /** Not to be started before this moment; only while it waits for one. */
  readonly notBefore?: EpochMs;
  /** Whether its result may land; only while one waits for that. */
  readonly isApproved?: boolean;
  readonly commit: string | null;
  readonly level: string | null;
  /** Why it waits, failed or is blocked, as a sentence. */
  readonly why: string | null;
  /** The work of a sheet that did not land, as a commit in Tutti's store. */
  readonly kept: string | null;
  /** The pull request that it is offered as, or was merged as. */
  readonly pull: { readonly number: number; readonly url: string; readonly branch: string } | null;
  /** What was made of its traces when its job was rebuilt without the database, as a sentence. */
  readonly inferred: string | null;
  /** Where the last attempt ran; only in `status`. */
  readonly context?: ContextView | null;
  /** The folder with prompt and output of the last attempt; only in `status`. */
  readonly logs?: string | null;
  /** What the last capture does not hold, each with the reason; only in `status`. */
  readonly leftOut?: readonly string[];
}

export interface ContextView {
  readonly id: string;
  readonly level: string;
  readonly path: string;
  /** Full name of the branch in the repository that holds the result besides landing, once it does. */
  readonly branch: string | null;
  /** Why it ran in place although it was to be isolated. */
  readonly fallback: string | null;
  /** Whether it is still there. */
  readonly exists: boolean;
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
    ...(job.status.kind === "finished" && job.status.takenOut !== undefined ? { takenOut: job.status.takenOut } : {}),
    ...(job.status.kind === "finished" && job.status.promises !== undefined ? { promises: job.status.promises } : {}),
    cost: jobCost(
      sheets.map(({ cost }) => cost),
      job.plan.cost,
    ),
    sheets,
  };
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
  const agent = agentAt(sheet, state.kind === "skipped" ? 0 : state.counts.fallbacks);
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
    commit: state.kind === "landed" ? state.commit : null,
    level: state.kind === "landed" ? state.level : null,
    why: whyOf(state, blockedBy),
    kept: state.kind === "failed" || state.kind === "cancelled" ? state.kept : null,
    pull: (state.kind === "proposed" || state.kind === "landed" ? state.pull : undefined) ?? null,
  };
}

/** What is true of a sheet only in the state that it is in. */
function momentary(
  state: SheetState,
  agent: AgentPlan,
  { isPlayed }: JobFacts,
): Pick<SheetView, "startedAt" | "isAlive" | "notBefore" | "isApproved"> {
  switch (state.kind) {
    case "running":
      return isPlayed ? { startedAt: state.startedAt, isAlive: state.isAlive || !givesSigns(agent) } : {};
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

/** What the journal says, unless it can't be true any more: nothing runs without a Tutti that plays it. */
function stateName(state: SheetState, facts: JobFacts, blockedBy: SheetId | undefined): string {
  if (state.kind === "waiting" && blockedBy !== undefined) return "blocked";
  return state.kind === "running" && !facts.isPlayed ? "interrupted" : state.kind;
}

/** A result that passed is worth more than what came after it: whoever looks for work finds both. */
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
    default:
      return null;
  }
}
