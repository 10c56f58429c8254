import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { currentEvent } from "../../../api/events/events-of.ts";
import { type Moment, type Span, stretchAfter, withSpan } from "../../../api/contract/timeline.ts";
import type { JobId, SheetId } from "../../../base/ids.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import type { JournalRow } from "../../../store/row.ts";
import type { StoreReader } from "../../../store/store.ts";
import { makeToldMemory, type ToldMemory } from "./told.ts";

/** The lives of a job's sheets as spans, up to a place in the journal. */
export interface Lives {
  readonly spans: ReadonlyMap<SheetId, readonly Span[]>;
  readonly first: Moment | null;
  readonly last: Moment | null;
}

/** Reads each row once, however often a job is asked for, and remembers the answers. */
export interface LifeMemory extends ToldMemory {
  read(store: Rows, job: JobId): Promise<Lives>;
}

type Rows = Pick<StoreReader, "rows">;

/** Jobs that are looked at, not jobs that there are. */
const mostJobs = 8;
const pageRows = 2_000;

export function makeLifeMemory(): LifeMemory {
  const known = new Map<JobId, Promise<Lives>>();
  return {
    ...makeToldMemory(randomUUID),
    read: (store, job) => {
      const before = known.get(job) ?? Promise.resolve(noLives);
      // One after the other: the second reads on where the first ended.
      const now = before.then((lives) => readOn(store, job, lives));
      known.delete(job);
      known.set(job, now);
      now.catch(() => known.delete(job));
      const oldest = known.size > mostJobs ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      return now;
    },
  };
}

const noLives: Lives = { spans: new Map(), first: null, last: null };

async function readOn(store: Rows, job: JobId, lives: Lives): Promise<Lives> {
  let { first, last } = lives;
  const spans = new Map(lives.spans);
  for await (const page of pagesOf(store, { job, after: last?.position ?? 0 })) {
    for (const row of page) live(spans, row);
    first ??= momentOf(page[0]);
    last = momentOf(page.at(-1)) ?? last;
  }
  return { spans, first, last };
}

/** Other work is done between pages: a long history must not hold up those that play. */
export async function* pagesOf(
  store: Rows,
  { job, after }: { readonly job: JobId; readonly after: number },
): AsyncGenerator<readonly JournalRow[]> {
  for (let from = after; ; ) {
    const page = await store.rows({ job, after: from, limit: pageRows });
    if (page.length > 0) yield page;
    if (page.length < pageRows) return;
    from = page.at(-1)?.position ?? from;
    await setImmediate();
  }
}

export function live(spans: Map<SheetId, readonly Span[]>, row: JournalRow): void {
  if (row.about !== "sheet" || row.sheet === null) return;
  const event = currentEvent({ kind: row.kind, at: row.at, ...row.body } as SheetEvent);
  const before = spans.get(row.sheet) ?? [];
  const after = withSpan(before, stretchAfter(event, row.after?.state ?? null), row.at);
  if (after !== before) spans.set(row.sheet, after);
}

export function momentOf(row: JournalRow | undefined): Moment | null {
  return row === undefined ? null : { position: row.position, at: row.at };
}
