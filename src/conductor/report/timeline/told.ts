import type { TimelineSheet } from "../../../api/contract/timeline.ts";
import type { JobId } from "../../../base/ids.ts";

/** The news of a job for a client that has an earlier answer. */
export interface News {
  readonly sheets: readonly TimelineSheet[];
  readonly isPart?: true;
  readonly mark: string;
}

/** Remembers the answers about a job, so that the next answer has only the differences. */
export interface ToldMemory {
  tell(job: JobId, sheets: readonly TimelineSheet[], since?: string): News;
}

interface Told {
  /** Marks of another process, or of another plan, are not of this memory. */
  readonly name: string;
  count: number;
  readonly sheets: { sheet: TimelineSheet; since: number }[];
}

const mostJobs = 8;

export function makeToldMemory(newName: () => string): ToldMemory {
  const known = new Map<JobId, Told>();
  return {
    tell: (job, sheets, since) => {
      const before = known.get(job);
      const told =
        before !== undefined && isOfSame(before, sheets) ? before : { name: newName(), count: 0, sheets: [] };
      known.delete(job);
      known.set(job, told);
      const oldest = known.size > mostJobs ? known.keys().next().value : undefined;
      if (oldest !== undefined) known.delete(oldest);
      remember(told, sheets);
      const mark = `${told.name}.${String(told.count)}`;
      const from = placeOf(told, since);
      if (from === null) return { sheets, mark };
      return { sheets: sheets.filter((_, place) => (told.sheets[place]?.since ?? 0) > from), mark, isPart: true };
    },
  };
}

/** A plan that was changed has other sheets, or another order: all of them are told again. */
function isOfSame({ sheets: before }: Told, sheets: readonly TimelineSheet[]): boolean {
  return before.length === sheets.length && before.every(({ sheet }, place) => sheet.id === sheets[place]?.id);
}

function remember(told: Told, sheets: readonly TimelineSheet[]): void {
  const next = told.count + 1;
  for (const [place, sheet] of sheets.entries()) {
    const before = told.sheets[place];
    if (before !== undefined && isSame(before.sheet, sheet)) continue;
    told.sheets[place] = { sheet, since: next };
    told.count = next;
  }
}

/** How many changes the holder of a mark has seen; `null`: the mark is not of this memory. */
function placeOf({ name, count }: Told, since: string | undefined): number | null {
  const [owner, seen] = since?.split(".") ?? [];
  if (owner !== name || seen === undefined || !/^\d{1,15}$/.test(seen)) return null;
  return Number(seen) <= count ? Number(seen) : null;
}

/** Ten thousand are compared for each answer: part by part, what changes most first. */
function isSame(one: TimelineSheet, other: TimelineSheet): boolean {
  return (
    one.state === other.state &&
    one.spans.length === other.spans.length &&
    one.spans.at(-1)?.join() === other.spans.at(-1)?.join() &&
    one.why === other.why &&
    one.attempts === other.attempts &&
    one.phase === other.phase &&
    one.isApproved === other.isApproved &&
    one.agent === other.agent &&
    one.title === other.title &&
    (one.after === other.after || one.after.join() === other.after.join()) &&
    isSameCost(one.cost, other.cost)
  );
}

function isSameCost(one: TimelineSheet["cost"], other: TimelineSheet["cost"]): boolean {
  return (
    one.usd === other.usd &&
    one.unknown === other.unknown &&
    one.inputTokens === other.inputTokens &&
    one.outputTokens === other.outputTokens &&
    one.cacheReadTokens === other.cacheReadTokens &&
    one.cacheWriteTokens === other.cacheWriteTokens
  );
}
