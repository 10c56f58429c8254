import { currentEvent } from "../../../api/events/events-of.ts";
import type { Moment, Span } from "../../../api/contract/timeline.ts";
import type { SheetId } from "../../../base/ids.ts";
import { decide } from "../../../sheet/decide/decide.ts";
import { policyOf } from "../../../sheet/decide/decision.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import { type Job, type JobEvent, nextJob } from "../../../sheet/job.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import type { JournalRow } from "../../../store/row.ts";
import type { StoreReader } from "../../../store/store.ts";
import { live, momentOf, pagesOf } from "./lives.ts";

/** A job as it was: decided again from its journal, by its score as it is now. */
export interface Past {
  readonly job: Job;
  readonly states: ReadonlyMap<SheetId, SheetState>;
  readonly spans: ReadonlyMap<SheetId, readonly Span[]>;
  readonly shown: Moment | null;
}

/** `counts`: whether a row is not later than the moment that is asked for. */
export async function readPast(
  store: Pick<StoreReader, "rows">,
  job: Job,
  counts: (row: Moment) => boolean,
): Promise<Past> {
  const plans = new Map(job.plan.sheets.map((plan) => [plan.id, plan]));
  const states = new Map<SheetId, SheetState>();
  const spans = new Map<SheetId, readonly Span[]>();
  let past: Job = { ...job, status: { kind: "running" }, diverted: null, healings: [] };
  let shown: Moment | null = null;
  for await (const page of pagesOf(store, { job: job.id, after: 0 })) {
    for (const row of page) {
      if (!counts(row)) return { job: past, states, spans, shown };
      shown = momentOf(row);
      live(spans, row);
      const plan = row.sheet === null ? undefined : plans.get(row.sheet);
      if (row.about === "job") past = jobAfter(past, row);
      else if (row.about === "sheet" && plan !== undefined) {
        const event = currentEvent({ kind: row.kind, at: row.at, ...row.body } as SheetEvent);
        states.set(plan.id, decide(policyOf(plan, job.plan), states.get(plan.id) ?? fresh, event).state);
      }
    }
  }
  return { job: past, states, spans, shown };
}

/** Rows are kept without the plan that an event brought. */
function jobAfter(job: Job, { kind, at, body }: JournalRow): Job {
  if (kind === "submitted" || kind === "inferred") return job;
  const next = nextJob(job, { kind, at, ...body } as JobEvent);
  return { ...next, plan: job.plan, priority: job.priority, parallel: job.parallel };
}
