import type { JobView } from "../../../api/contract/job.ts";
import {
  asApproved,
  beginOf,
  type Moment,
  type Span,
  type TimelineSheet,
  type TimelineView,
} from "../../../api/contract/timeline.ts";
import type { SheetId } from "../../../base/ids.ts";
import type { Job } from "../../../sheet/job.ts";
import type { WhichJob } from "../../find/nearest.ts";
import type { Viewer } from "../../find/viewer.ts";
import { findKnown } from "../known.ts";
import { summaryOf, viewFrom } from "../views/job-view.ts";
import type { LifeMemory } from "./lives.ts";
import { readPast } from "./past.ts";

interface TimelineAsked extends WhichJob {
  /** The last row that counts, by its place or by its time; absent: all of them do. */
  readonly position?: number | undefined;
  readonly time?: number | undefined;
  /** Only so many sheets, those that began first. */
  readonly first?: number | undefined;
  /** The mark of an earlier answer: only what differs from it. */
  readonly since?: string | undefined;
}

/** A job with the life of every sheet, now or at an earlier moment. */
export async function readTimeline(
  parts: Viewer,
  memory: LifeMemory,
  asked: TimelineAsked,
): Promise<TimelineView | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined || parts.store === undefined) return null;
  const { job } = known;
  const lives = await memory.read(parts.store, job.id);
  const submitted: Moment = { position: 0, at: job.createdAt };
  const range = { first: lives.first ?? submitted, last: lives.last ?? submitted };
  const { position = Infinity, time = Infinity } = asked;
  const counts = (moment: Moment): boolean => moment.position <= position && moment.at <= time;
  if (counts(range.last)) {
    const { job: summary, sheets } = viewed(job, known.view, lives.spans);
    const now = { ...range, shown: range.last, job: summary };
    if (asked.first !== undefined && asked.first < sheets.length)
      return { ...now, sheets: earliest(sheets, asked.first), isPart: true, mark: null };
    return { ...now, ...memory.tell(job.id, sheets, asked.since) };
  }
  const past = await readPast(parts.store, job, counts);
  const view = viewFrom(past.job, past.states, true);
  return { ...range, shown: past.shown ?? range.first, ...viewed(job, view, past.spans), mark: null };
}

/** In the order in which a time line shows them. */
function earliest(sheets: readonly TimelineSheet[], count: number): readonly TimelineSheet[] {
  const begun = sheets.map((sheet) => ({ sheet, at: beginOf(sheet.spans) ?? Infinity }));
  return begun
    .sort((one, other) => one.at - other.at || 0)
    .slice(0, count)
    .map(({ sheet }) => sheet);
}

function viewed(
  { plan, createdAt }: Job,
  view: JobView,
  lives: ReadonlyMap<SheetId, readonly Span[]>,
): Pick<TimelineView, "job" | "sheets"> {
  const afters = new Map<string, readonly string[]>(plan.sheets.map(({ id, after }) => [id, after]));
  const sheets = view.sheets.map((sheet) => {
    const { id, title, state, attempts, agent, cost, why, phase, isApproved } = sheet;
    const spans = [["waiting", createdAt] as const, ...(lives.get(id as SheetId) ?? [])];
    return {
      ...{ id, title, state, attempts, agent, cost, why },
      ...(phase === undefined ? {} : { phase }),
      ...(isApproved === undefined ? {} : { isApproved }),
      after: afters.get(id) ?? [],
      spans: asApproved(withoutDouble(spans), isApproved),
    };
  });
  return { job: summaryOf(view), sheets };
}

function withoutDouble(spans: readonly Span[]): readonly Span[] {
  return spans[1]?.[0] === "waiting" ? [spans[0] as Span, ...spans.slice(2)] : spans;
}
