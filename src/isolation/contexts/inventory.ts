import { readdir } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { ContextId, EpochMs, JobId } from "../../base/ids.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { SheetState } from "../../sheet/state.ts";
import type { Fate } from "../../store/store.ts";
import { readArtefacts } from "../cleanup/artefacts.ts";
import type { ContextItem, ContextOutcome, RecordedContext, TrashItem } from "../cleanup/policy.ts";
import { listTrash, readSizes } from "../cleanup/trash.ts";
import { isContextOf, sharedContextId } from "../context.ts";
import { type ContextRecord, readRecord } from "../records/record.ts";
import { readRow } from "./list.ts";
import type { ContextParts } from "./parts.ts";

/** Results of the last clean-up. Only changes since then are read again, because every job's end asks. */
export interface Memory {
  readonly records: Map<ContextId, ContextRecord>;
  readonly outcomes: Map<ContextId, ContextOutcome>;
  readonly trash: Map<string, TrashItem>;
  /** When old records were last looked for. */
  retainedAt: number | null;
}

export function makeMemory(): Memory {
  return { records: new Map(), outcomes: new Map(), trash: new Map(), retainedAt: null };
}

/** Something was recorded of a job. */
export function forgetJob({ records, outcomes }: Memory, job: JobId): void {
  for (const id of records.keys()) {
    if (!isContextOf(job, id)) continue;
    records.delete(id);
    outcomes.delete(id);
  }
}

/** Which contexts to look into, by their records. */
type Choice = (contexts: readonly RecordedContext[]) => ReadonlySet<ContextId>;

/** Every context with files of its own; with a choice, those that it names. */
export async function readInventory(
  parts: ContextParts,
  memory: Memory,
  choose?: Choice,
): Promise<readonly ContextItem[]> {
  const outcomeFor = outcomesIn(parts, memory);
  const recorded = [];
  for (const record of await readRecords(parts, memory)) {
    if (isInPlace(record.context.level)) continue;
    const { id } = record.context;
    const outcome = await outcomeFor(record);
    recorded.push({ id, outcome, madeAt: record.madeAt, record });
  }
  const chosen = choose?.(recorded);
  const items: ContextItem[] = [];
  for (const { id, outcome, record } of recorded) {
    if (chosen?.has(id) === false) continue;
    const row = await readRow(parts, record);
    if (row.state === "gone") continue;
    items.push({
      id: row.id,
      path: row.path,
      job: row.job,
      sheet: row.sheet === null ? null : record.sheet,
      outcome,
      bytes: row.bytes ?? 0,
      artefactBytes: (await readArtefacts(parts.git, record).catch(() => ({ bytes: 0 }))).bytes,
      lastUsedAt: Math.max(row.madeAt, row.usedAt ?? 0) as EpochMs,
      isLocked: row.state !== "idle" || row.users === null,
    });
  }
  return items;
}

async function readRecords({ places }: ContextParts, { records, outcomes }: Memory): Promise<readonly ContextRecord[]> {
  const names = (await readdir(places.contexts).catch(() => [])) as ContextId[];
  const there = new Set(names);
  for (const id of records.keys()) {
    if (there.has(id)) continue;
    records.delete(id);
    outcomes.delete(id);
  }
  for (const id of names) {
    const record = records.get(id) ?? (await readRecord(places, id));
    if (record !== undefined) records.set(id, record);
  }
  return [...records.values()];
}

/** Names and sizes: an entry that is known already is not looked at. */
export async function readTrash({ places }: ContextParts, { trash }: Memory): Promise<readonly TrashItem[]> {
  const { names, fresh } = await listTrash(places.trash, trash);
  for (const name of trash.keys()) if (!names.has(name)) trash.delete(name);
  const sizes = await readSizes(places.trash, { names, fresh });
  for (const entry of fresh) trash.set(entry.name, { ...entry, bytes: sizes.get(entry.name) ?? 0 });
  return [...trash.values()];
}

/** The database answers at once, on this thread: with hundreds of jobs, clients would wait for all of them. */
async function fateOf({ store }: ContextParts, job: JobId): Promise<Fate | undefined> {
  await setImmediate();
  return store?.fate(job);
}

/** Each job is read once. */
function outcomesIn(parts: ContextParts, { outcomes }: Memory): (record: ContextRecord) => Promise<ContextOutcome> {
  const fates = new Map<JobId, Promise<Fate | undefined>>();
  return async ({ context, job, sheet }) => {
    const known = outcomes.get(context.id);
    if (known !== undefined) return known;
    const reading = fates.get(job) ?? fateOf(parts, job);
    fates.set(job, reading);
    const fate = await reading;
    if (fate === undefined) return "unknown";
    const isPlayed = await parts.isPlayed(fate);
    const state = context.id === sharedContextId(job) ? null : fate.sheets.get(sheet);
    const outcome = outcomeOf(fate, { isPlayed, state });
    // Its end may be in the journal already while it is still played.
    if (outcome !== "live") outcomes.set(context.id, outcome);
    return outcome;
  };
}

/** The outcome of the work in a context. State `null`: of the job as a whole. */
export function outcomeOf(
  job: Pick<Fate, "status" | "cleanupOnSuccess">,
  facts: { isPlayed: boolean; state: SheetState["kind"] | null | undefined },
): ContextOutcome {
  const { isPlayed, state } = facts;
  if (isPlayed) return "live";
  switch (state) {
    case "landed":
    case "done":
    case "skipped":
      // Kept on purpose: it goes when its time is up, like those of failed sheets.
      return job.cleanupOnSuccess ? "done" : "failed";
    case "failed":
    case "cancelled":
      return "failed";
    case "waiting":
    case "running":
    case "captured":
    case "landing":
    case "proposed":
      // It continues here when its job does.
      return isOver(job) ? "failed" : "paused";
    case undefined:
      return "unknown";
    case null:
      if (!isOver(job)) return "paused";
      return job.status.kind === "finished" && job.status.failed === 0 && job.cleanupOnSuccess ? "done" : "failed";
  }
}

function isOver({ status }: Pick<Fate, "status">): boolean {
  return status.kind === "finished" || status.kind === "cancelled";
}
