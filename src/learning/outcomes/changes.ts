import { agentFor } from "../../score/plan/agents/cast.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import type { AgentEnd, Ended, SheetEvent } from "../../sheet/events/event.ts";
import type { Job, JobEvent } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import { troubles } from "../../sheet/trouble/trouble.ts";
import { learnedName } from "../agent-name.ts";
import { workOf } from "../work.ts";
import type { AttemptKey, Fate, OutcomeChange } from "./outcome.ts";

interface Step {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly before: SheetState;
  readonly event: SheetEvent;
  readonly after: SheetState;
}

/** The proof of an event about attempts, to be written in the transaction of the event. */
export function outcomeChanges({ job, sheet, before, event, after }: Step): readonly OutcomeChange[] {
  const { at } = event;
  if (job.plan.learning?.records === false) return [];
  if (event.kind === "started") return after.kind === "running" ? [begun({ job, sheet, before, event, after })] : [];
  if (before.kind === "running") return ended(keyOf(job, sheet, before.attempt), event, after);
  if (before.kind === "failed" && event.kind === "judged")
    return [{ kind: "settled", of: keyOf(job, sheet, before.attempt), at, fate: "helped", commit: null }];
  if (before.kind !== "captured" && before.kind !== "landing" && before.kind !== "proposed") return [];
  const fate = fateAfter(event, after);
  if (fate === null) return [];
  const commit = after.kind === "landed" ? after.commit : null;
  return [
    { kind: "settled", of: keyOf(job, sheet, before.attempt), at, fate, commit },
    ...(commit === null
      ? []
      : revertedBy(job, sheet).map((taken) => ({ kind: "reverted", at, commit: taken }) as const)),
  ];
}

/** The proof of a job's end: git was asked which of its landed results are still there. */
export function lookedAtEnd(job: Job, event: JobEvent): readonly OutcomeChange[] {
  if (event.kind !== "finished") return [];
  return [{ kind: "looked", job: job.id, at: event.at, undone: (event.takenOut ?? []).map(({ sheet }) => sheet) }];
}

function keyOf(job: Job, sheet: SheetPlan, attempt: number): AttemptKey {
  return { job: job.id, sheet: sheet.id, attempt };
}

function begun({ job, sheet, event, after }: Step): OutcomeChange {
  const counts = after.kind === "running" ? after.counts : null;
  const agent = agentFor(sheet, counts ?? { fallbacks: 0 });
  const { efforts } = sheet.retry;
  const effort = Math.min(counts?.failures ?? 0, efforts.length - 1);
  return {
    kind: "begun",
    outcome: {
      ...keyOf(job, sheet, after.kind === "running" ? after.attempt : 0),
      startedAt: event.at,
      repository: job.repository.commonDir,
      work: workOf(job.plan, sheet).kind,
      agent: learnedName(agent),
      model: agent.kind === "profile" ? agent.model : null,
      strategy: efforts[effort] ?? null,
      fate: "running",
      code: null,
      usd: null,
      tokens: null,
      agentMs: null,
      settledAt: null,
      commit: null,
      drawn: counts?.drawn ?? null,
    },
  };
}

function ended(of: AttemptKey, event: SheetEvent, after: SheetState): readonly OutcomeChange[] {
  if (event.kind !== "ended" && event.kind !== "interrupted" && event.kind !== "skipped") return [];
  const usage = event.kind === "skipped" ? null : event.usage;
  return [
    {
      kind: "ended",
      of,
      fate: event.kind === "ended" ? fateOfEnd(event, after) : event.kind === "skipped" ? "done" : "interrupted",
      code: event.kind === "ended" ? (event.trouble?.code ?? null) : null,
      usd: usage?.usd ?? null,
      tokens: usage === undefined || usage === null ? null : usage.inputTokens + usage.outputTokens,
      agentMs: event.kind === "ended" ? event.spent.agentMs : null,
      settledAt: event.at,
    },
  ];
}

/** The agent was not run, or what it left can't be judged. */
const unplayed: ReadonlySet<AgentEnd["kind"]> = new Set([
  "limited",
  "over-budget",
  "cancelled",
  "not-started",
  "not-met",
  "no-context",
  "no-capture",
]);

function fateOfEnd({ end, trouble }: Ended, after: SheetState): Fate {
  if (after.kind === "captured") return "captured";
  if (after.kind === "done") return "done";
  if (unplayed.has(end.kind)) return "hindered";
  return trouble !== null && troubles[trouble.code].remedy !== "retry" ? "hindered" : "failed";
}

/** `null`: the result still waits to land. */
function fateAfter(event: SheetEvent, after: SheetState): Fate | null {
  switch (event.kind) {
    case "landed":
    case "merged":
      return after.kind === "landed" ? "landed" : null;
    case "absorbed":
      return "done";
    case "conflicted":
      return "conflicted";
    case "returned":
      return event.why === "conflict" ? "conflicted" : "rejected";
    case "rejected":
      return "rejected";
    case "closed":
    case "told":
      return "dropped";
    case "cancelled":
      return event.isDropped === true ? "dropped" : "interrupted";
    case "judged":
      return "helped";
    default:
      return null;
  }
}

const reverts = /\bThis reverts commit (?<commit>[0-9a-f]{40,64})\b/gu;

/** The commits that a landed sheet's message takes back, as that of `tutti undo` does. */
function revertedBy({ plan }: Job, sheet: SheetPlan): readonly string[] {
  const body = plan.messages[sheet.message]?.body ?? "";
  return [...body.matchAll(reverts)].flatMap(({ groups }) => groups?.["commit"] ?? []);
}
