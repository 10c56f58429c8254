import type { CommitSha, EpochMs, SheetId } from "../../base/ids.ts";
import { contextIdOf, sharedContextId } from "../../isolation/context.ts";
import type { Next } from "../../schedule/agenda.ts";
import { type Skip, skipOf } from "../../schedule/skip.ts";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import { agentFor } from "../../score/plan/agents/cast.ts";
import type { CostPlan } from "../../score/plan/plan.ts";
import type { Drawn } from "../../sheet/events/drawn.ts";
import { carriedBrief } from "../../sheet/collisions/collisions.ts";
import type { Carried, SheetEvent } from "../../sheet/events/event.ts";
import type { Waiting } from "../../sheet/state.ts";
import type { Entry } from "../../store/entry.ts";
import type { Begun } from "./finish.ts";
import type { Book } from "../book.ts";
import type { Manner } from "../agents/accounts.ts";
import { isMissing, mannerOf } from "../agents/casting.ts";
import type { Out, Throttles } from "../agents/throttles.ts";
import type { Attempt, CarriedWork, Hands, Start } from "../hands.ts";

/**
 * Writes the starts into the journal, all in one, before any of them begins: a crash in between must cost an attempt.
 */
export async function begin(hands: Hands, book: Book, next: Beginning): Promise<readonly Begun[]> {
  const job = book.job();
  const skipped: (Pick<SheetNews, "sheet" | "from"> & { readonly why: string })[] = [];
  const begun: (Omit<Begun, "out"> & Drawing)[] = [];
  const bases = new Map<boolean, Promise<CommitSha>>();
  for (const { from, attempt } of attemptsAt(book, next.start)) {
    const place = next.agentFor(attempt.sheet.id);
    const drawn = next.drawnFor?.(attempt.sheet.id);
    // Work that goes on is not passed over: half of it would be lost for what became true meanwhile.
    const skip: Skip =
      from.continueFrom === null && from.unlanded === undefined
        ? skipOf(job.plan, attempt.sheet, book.records())
        : { kind: "play" };
    if (skip.kind === "skip") {
      skipped.push({ sheet: attempt.sheet.id, from, why: skip.why });
      continue;
    }
    const refusal = skip.kind === "impossible" ? skip.why : null;
    const agent = agentFor(attempt.sheet, { fallbacks: place, drawn: drawn ?? from.counts.drawn });
    const session = from.session?.agent === place ? from.session : null;
    const { carried, ...start } = await startOf(hands, attempt, { from, bases, agent });
    const beside = refusal === null ? ((await hands.order?.(attempt)) ?? []) : [];
    begun.push({
      attempt,
      start,
      carried,
      brief: carried === undefined ? from.brief : carriedBrief(from.brief, carried),
      effort: place === from.counts.fallbacks ? from.counts.failures : 0,
      agent,
      session,
      budgetUsd: budgetFor(job.plan.cost, from),
      refusal,
      from,
      place,
      drawn,
      beside,
    });
  }
  // Bases take a while to read: what a person has ended, changed or paused meanwhile is not begun, nor what has no
  // agent any more. Judged and recorded by one moment of the clock that the loop waits by: no start is recorded before
  // the limit that it waited for ends.
  const at = next.now();
  const now = book.job();
  const isAsItWas = ({ sheet, from }: Pick<SheetNews, "sheet" | "from">): boolean =>
    now.plan === job.plan && now.status.kind === "running" && book.state(sheet) === from;
  const letIn = begun.flatMap((one) => {
    const { agent, place, from, attempt } = one;
    if (!isAsItWas({ sheet: attempt.sheet.id, from })) return [];
    const out = takes(hands.throttles, { agent, place, asking: { now: at, ...mannerOf(from) } });
    return out === null ? [] : [{ ...one, out }];
  });
  const started = letIn.map(
    ({ attempt: { sheet, attempt: number }, start: { context, base }, from, place, drawn, carried }): SheetNews => ({
      sheet: sheet.id,
      from,
      event: {
        kind: "started",
        at,
        attempt: number,
        context,
        base,
        ...(place === from.counts.fallbacks ? {} : { agent: place }),
        ...(drawn === undefined ? {} : { drawn }),
        ...(carried === undefined ? {} : { carried }),
      },
    }),
  );
  const passed = skipped
    .filter(isAsItWas)
    .map(({ sheet, from, why }): SheetNews => ({ sheet, from, event: { kind: "skipped", at, why } }));
  try {
    const beside = letIn.flatMap((one) => one.beside);
    await book.recordSheets([...passed, ...started], beside);
  } catch (error) {
    for (const { out } of letIn) out.back();
    throw error;
  }
  return letIn;
}

interface Drawing {
  readonly from: Waiting;
  readonly place: number;
  readonly drawn: Drawn | undefined;
  readonly carried: Carried | undefined;
  /** Written with its start. */
  readonly beside: readonly Entry[];
}

interface Taking {
  readonly agent: AgentPlan;
  readonly place: number;
  readonly asking: Manner & { readonly now: EpochMs };
}

function takes(throttles: Throttles, { agent, place, asking }: Taking): Out | null {
  const leave = throttles.look(asking.now).leave(agent, asking);
  const isForced = leave.kind === "shut" && place > 0 && isMissing(leave.shut);
  if (leave.kind === "closed") return null;
  return throttles.begin(agent, { ...asking, isForced });
}

/** The sheets that may start, and the agent that each starts with. */
interface Beginning extends Pick<Next, "start"> {
  readonly agentFor: (sheet: SheetId) => number;
  readonly drawnFor?: (sheet: SheetId) => Drawn | undefined;
  readonly now: () => EpochMs;
}

/** The rest of a sheet's cost limit. */
function budgetFor({ perSheetUsd }: CostPlan, { counts }: Waiting): number | null {
  return perSheetUsd === null ? null : Math.max(0, perSheetUsd - (counts.spent.usd ?? 0));
}

function attemptsAt(
  book: Book,
  sheets: readonly SheetId[],
): readonly { readonly from: Waiting; readonly attempt: Attempt }[] {
  return sheets.flatMap((id) => {
    const from = book.state(id);
    return from.kind === "waiting"
      ? [{ from, attempt: { job: book.job(), sheet: book.plan(id), attempt: from.counts.attempts + 1 } }]
      : [];
  });
}

interface SheetNews {
  readonly sheet: SheetId;
  /** The sheet's state when this was decided. */
  readonly from: Waiting;
  readonly event: SheetEvent;
}

async function startOf(
  hands: Hands,
  attempt: Attempt,
  when: { from: Waiting; bases: Map<boolean, Promise<CommitSha>>; agent: AgentPlan },
): Promise<Start & { readonly carried: Carried | undefined }> {
  const { job, sheet } = attempt;
  const { from, bases, agent } = when;
  const reuse = from.context?.reuse === true ? from.context.id : null;
  const own = job.isolation.per === "job" ? sharedContextId(job.id) : contextIdOf(job.id, sheet.id, attempt.attempt);
  // Work that goes on keeps its base: on a newer one, what landed in between would look as if the sheet had taken it
  // out.
  const carried = await carriedOver(hands, attempt, { from, agent });
  if (carried !== undefined) {
    const { base, commit, regions } = carried;
    return { base, continueFrom: commit, context: own, reuse: false, carried: { commit, regions } };
  }
  const base = from.continueBase ?? (await baseOf(hands, attempt, bases));
  const folder = from.folder === undefined ? {} : { folder: from.folder };
  const { continueFrom } = from;
  return { base, continueFrom, context: reuse ?? own, reuse: reuse !== null, carried: undefined, ...folder };
}

/** A sheet that let another land first continues on top of it. */
async function carriedOver(
  hands: Hands,
  attempt: Attempt,
  { from, agent }: { readonly from: Waiting; readonly agent: AgentPlan },
): Promise<CarriedWork | undefined> {
  const { behind, continueFrom: kept, continueBase: base } = from;
  return behind === undefined || kept === null || base === null
    ? undefined
    : hands.carryOver?.(attempt, { base, kept, agent });
}

/** Asked once for all that start together: a hundred sheets at once begin at one commit. */
function baseOf(hands: Hands, { job, sheet }: Attempt, bases: Map<boolean, Promise<CommitSha>>): Promise<CommitSha> {
  const isFirst = sheet.after.length === 0;
  const known = bases.get(isFirst) ?? hands.readBase(job, sheet);
  bases.set(isFirst, known);
  return known;
}
