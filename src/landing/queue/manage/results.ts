import type { EpochMs, SheetId } from "../../../base/ids.ts";
import type { Gate } from "../../gates/gate.ts";
import type { EntryLook, QueueLook } from "../look.ts";
import { keyOf } from "../offer.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { type Job, isOngoing, landingRef } from "../../../sheet/job.ts";
import type { Captured, Landing, SheetState } from "../../../sheet/state.ts";
import type { KeptQueue, QueueName } from "../../../store/queue.ts";
import { type Held, type QueueGate, type QueueRow, heldWords } from "../../../api/contract/landing/queue.ts";
import type { StoreReader } from "../../../store/store.ts";

/** A job whose results land on the target of a queue. */
export interface QueueJob {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  /** When something was last said of each sheet. */
  readonly since: ReadonlyMap<SheetId, EpochMs>;
}

/** By the journal. */
export interface Result {
  readonly job: Job;
  readonly sheet: SheetPlan;
  readonly state: Captured | Landing;
  readonly since: EpochMs | null;
}

/** Not landed yet; jobs in this order, sheets in that of their score. */
export function resultsIn(jobs: readonly QueueJob[]): readonly Result[] {
  return jobs.flatMap(({ job, states, since }) =>
    job.plan.sheets.flatMap((sheet): readonly Result[] => {
      const state = states.get(sheet.id);
      if (state?.kind !== "captured" && state?.kind !== "landing") return [];
      return [{ job, sheet, state, since: since.get(sheet.id) ?? null }];
    }),
  );
}

/** `null`: it does not wait for a person. */
export function heldBy(state: Captured | Landing): Held | null {
  return state.kind === "captured" && !state.isApproved ? (state.held ?? { kind: "approval" }) : null;
}

interface QueueFacts {
  readonly rules: KeptQueue;
  readonly looks: readonly QueueLook[];
  /** The gates that results of a job have to pass by the target as it is. */
  readonly gatesFor: (job: Job) => readonly Pick<Gate, "name">[];
}

/** The line and held results. `looks`: from the process that lands; without it places come from states alone. */
export function queueRows(
  results: readonly Result[],
  { rules, looks, gatesFor }: QueueFacts,
): { readonly entries: readonly QueueRow[]; readonly held: readonly QueueRow[] } {
  const live = new Map(
    looks.flatMap(({ entries }) => entries).map((entry, place) => [keyOf(entry.candidate), { entry, place }]),
  );
  const first = new Map(rules.first.map((key, place) => [key, place]));
  const waiting = results.filter(({ state }) => heldBy(state) === null);
  const rank = (result: Result): readonly [number, number] => {
    const key = keyOf(result);
    return [first.get(key) ?? first.size, live.get(key)?.place ?? live.size];
  };
  const inOrder = waiting.toSorted((one, other) => {
    const [[mine, myPlace], [theirs, theirPlace]] = [rank(one), rank(other)];
    return mine === theirs ? myPlace - theirPlace : mine - theirs;
  });
  return {
    entries: inOrder.map((result, place) => ({
      ...rowOf(result, rules, { look: live.get(keyOf(result))?.entry, asked: gatesFor(result.job) }),
      place: place + 1,
    })),
    held: results.flatMap((result) => heldRow(result, gatesFor(result.job))),
  };
}

function heldRow(result: Result, asked: readonly Pick<Gate, "name">[]): readonly QueueRow[] {
  const held = heldBy(result.state);
  if (held === null) return [];
  return [{ ...nameIn(result), place: null, state: "held", gates: asked.map(waitingGate), why: heldWords(held), held }];
}

interface RowFacts {
  readonly look: EntryLook | undefined;
  readonly asked: readonly Pick<Gate, "name">[];
}

function rowOf(result: Result, rules: KeptQueue, { look, asked }: RowFacts): Omit<QueueRow, "place"> {
  // Until its place is known, the target and the score tell.
  const gates = look === undefined || look.gates.length === 0 ? asked.map(waitingGate) : look.gates.map(gateOf);
  const about = { ...nameIn(result), gates, held: null };
  if (result.state.kind === "landing") return { ...about, state: "landing", why: null };
  if (rules.isPaused) return { ...about, state: "paused", why: "the queue is paused" };
  const { status } = result.job;
  if (!isOngoing(result.job) && status.kind === "paused")
    return { ...about, state: "paused", why: `its job is paused: ${status.why}` };
  return { ...about, state: look?.isTested === true ? "testing" : "waiting", why: null };
}

function nameIn({ job, sheet, since }: Result): Pick<QueueRow, "job" | "sheet" | "title" | "since"> {
  return { job: job.id, sheet: sheet.id, title: sheet.title, since };
}

function waitingGate({ name }: Pick<Gate, "name">): QueueGate {
  return { name, state: "waiting", ms: null };
}

function gateOf({ name, state, report }: EntryLook["gates"][number]): QueueGate {
  return { name, state, ms: report?.ms ?? null };
}

type Reading = Pick<StoreReader, "sheets" | "events">;

/** `null`: nothing of it lands. */
export function queueOf(job: Job): QueueName | null {
  const target = landingRef(job);
  // Pull requests wait in no queue here.
  return target === null || job.plan.landing.pullRequest !== null
    ? null
    : { repository: job.repository.commonDir, target };
}

export function isSameQueue(one: QueueName | null, other: QueueName): boolean {
  return one?.repository === other.repository && one.target === other.target;
}

/** Events are read only of jobs that have a result. */
export async function readQueueJobs(store: Reading | undefined, jobs: readonly Job[]): Promise<readonly QueueJob[]> {
  if (store === undefined) return [];
  const found: QueueJob[] = [];
  for (const job of jobs) {
    const states = await store.sheets(job.id);
    const bare: QueueJob = { job, states, since: new Map() };
    found.push(resultsIn([bare]).length === 0 ? bare : { ...bare, since: await lastSaid(store, job) });
  }
  return found;
}

async function lastSaid(store: Reading, { id }: Job): Promise<ReadonlyMap<SheetId, EpochMs>> {
  return new Map((await store.events(id)).map(({ sheet, event }) => [sheet, event.at]));
}
