import type { JobId, SheetId } from "../../../base/ids.ts";
import { decide } from "../../../sheet/decide/decide.ts";
import { policyOf } from "../../../sheet/decide/decision.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { Job } from "../../../sheet/job.ts";
import { type SheetState, fresh } from "../../../sheet/state.ts";
import type { StoreReader } from "../../../store/store.ts";
import type { After, JournalRow } from "../../../store/row.ts";
import { currentEvent } from "../../../api/events/events-of.ts";

/** One moment of a sheet's life. */
export interface Scene {
  readonly event: SheetEvent;
  /** The recorded state after it, and why it waited or failed. `null` in rows of earlier versions. */
  readonly after: After | null;
  /** The same with all counters, by the score as it is now. */
  readonly next: SheetState;
}

type Rows = Pick<StoreReader, "rows"> | undefined;

/** The lives of all sheets of a job, or of one, each oldest first. */
export async function readScenes(
  store: Rows,
  job: Job,
  sheet?: SheetId,
): Promise<ReadonlyMap<SheetId, readonly Scene[]>> {
  const rows = await readSheetRows(store, job.id, sheet);
  const lives = Map.groupBy(rows, (row) => row.sheet as SheetId);
  const plans = new Map(job.plan.sheets.map((plan) => [plan.id, plan]));
  return new Map(
    [...lives].flatMap(([id, life]) => {
      const plan = plans.get(id);
      return plan === undefined ? [] : [[id, scenesOf(life, policyOf(plan, job.plan))]];
    }),
  );
}

const pageSize = 10_000;

async function readSheetRows(store: Rows, job: JobId, sheet: SheetId | undefined): Promise<readonly JournalRow[]> {
  const found: JournalRow[] = [];
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: readonly JournalRow[] =
      (await store?.rows({ after, limit: pageSize, job, ...(sheet === undefined ? {} : { sheet }) })) ?? [];
    for (const row of page) if (row.about === "sheet") found.push(row);
    after = page.length < pageSize ? undefined : page.at(-1)?.position;
  }
  return found;
}

function scenesOf(rows: readonly JournalRow[], policy: Parameters<typeof decide>[0]): readonly Scene[] {
  let next: SheetState = fresh;
  return rows.map(({ kind, at, body, after }) => {
    const event = currentEvent({ kind, at, ...body } as SheetEvent);
    next = decide(policy, next, event).state;
    return { event, after, next };
  });
}
