import type { ConductorStatus } from "../../../api/contract/conductor.ts";
import type { TuttiEvent } from "../../../api/contract/events.ts";
import type { JobSummary, JobView } from "../../../api/contract/job.ts";
import type { QueueView } from "../../../api/contract/landing/queue.ts";
import { type Need, needsOf } from "../../../api/contract/needs.ts";
import type { MachineUse } from "../../../base/home/machine-use.ts";
import type { JobId } from "../../../base/ids.ts";
import type { Activity } from "../../../sheet/activity.ts";
import { type Standing, makeTally, type Tally } from "../../progress/tally.ts";
import { type Span, spansWith, stretchOf } from "./spans.ts";

/** Everything that is known of jobs and sheets, by what was asked and heard. It asks nothing itself. */
export interface Board {
  /** All jobs, as a list has them. */
  list(jobs: readonly JobSummary[]): void;
  /** One job with its sheets; `past`: its events before that, oldest first. */
  begin(job: JobView, past: readonly TuttiEvent[]): void;
  hear(event: TuttiEvent): void;
  active(activities: readonly Activity[]): void;
  queues(queues: readonly QueueView[]): void;
  conductor(status: ConductorStatus): void;
  readonly view: BoardView;
}

export interface BoardView {
  /** Under way first, then the newest. */
  readonly jobs: readonly JobSummary[];
  readonly queues: readonly QueueView[];
  readonly conductor: ConductorStatus | null;
  /** Sheets that need a person, the oldest job first. */
  readonly needs: readonly Need[];
  /** Names of its sheets, what is under way first; empty: not known yet. */
  sheets(job: JobId): readonly string[];
  standing(job: JobId, sheet: string): Standing | undefined;
  counts(job: JobId): string | undefined;
  spans(job: JobId, sheet: string): readonly Span[];
  /** When the last thing happened in a job of which nothing runs or waits to land; `null`: it is under way. */
  lastAt(job: JobId): number | null;
  /** Running agents of all jobs that were measured, those with the most memory first. */
  readonly uses: readonly SheetUse[];
}

export interface SheetUse {
  readonly job: JobId;
  readonly sheet: string;
  readonly use: MachineUse;
}

interface Known {
  readonly tally: Tally;
  readonly spans: Map<string, readonly Span[]>;
  lastAt: number;
  /** Sheets in the order in which they are shown; `null`: to be made anew. */
  sorted: readonly string[] | null;
}

export function makeBoard(): Board {
  const known = new Map<JobId, Known>();
  let jobs: readonly JobSummary[] = [];
  let queues: readonly QueueView[] = [];
  let conductor: ConductorStatus | null = null;
  const uses = makeUses();
  const follow = (of: Known, event: TuttiEvent): void => {
    of.tally.follow(event);
    of.sorted = null;
    of.lastAt = event.at;
    const standing = event.sheet === null ? undefined : of.tally.find(event.sheet);
    if (standing === undefined) return;
    const spans = of.spans.get(standing.sheet) ?? [];
    of.spans.set(standing.sheet, spansWith(spans, stretchOf(standing), event.at));
  };
  return {
    list: (all) => {
      jobs = all.toSorted((one, other) => rank(one) - rank(other) || other.createdAt - one.createdAt);
    },
    begin: (job, past) => {
      const of: Known = { tally: makeTally(), spans: new Map(), lastAt: job.createdAt, sorted: null };
      for (const { id } of job.sheets) of.spans.set(id, [{ stretch: "waiting", from: job.createdAt }]);
      for (const event of past) follow(of, event);
      of.tally.begin(job);
      for (const one of of.tally.all())
        of.spans.set(
          one.sheet,
          spansWith(of.spans.get(one.sheet) ?? [], stretchOf(one), one.phaseSince ?? job.createdAt),
        );
      known.set(job.id, of);
    },
    hear: (event) => {
      uses.hear(event);
      const of = event.job === null ? undefined : known.get(event.job);
      if (of !== undefined) follow(of, event);
    },
    active: (activities) => {
      uses.active(activities);
      for (const [job, some] of Map.groupBy(activities, (one) => one.job)) known.get(job)?.tally.active(some);
    },
    queues: (all) => {
      queues = all;
    },
    conductor: (status) => {
      conductor = status;
    },
    view: {
      get jobs() {
        return jobs;
      },
      get queues() {
        return queues;
      },
      get conductor() {
        return conductor;
      },
      get needs() {
        return needsOf(jobs, queues);
      },
      get uses() {
        return uses.all();
      },
      sheets: (job) => sorted(known.get(job)),
      standing: (job, sheet) => known.get(job)?.tally.find(sheet),
      counts: (job) => known.get(job)?.tally.counts(),
      spans: (job, sheet) => known.get(job)?.spans.get(sheet) ?? [],
      lastAt: (job) => {
        const of = known.get(job);
        return of === undefined || of.tally.underWay().length > 0 ? null : of.lastAt;
      },
    },
  };
}

function makeUses() {
  const uses = new Map<string, SheetUse>();
  return {
    active: (activities: readonly Activity[]): void => {
      for (const { job, sheet, use } of activities)
        if (use !== undefined) uses.set(`${job}/${sheet}`, { job, sheet, use });
    },
    hear: ({ job, sheet, state }: TuttiEvent): void => {
      if (sheet !== null && state !== null && state !== "running") uses.delete(`${job ?? ""}/${sheet}`);
    },
    all: () => [...uses.values()].toSorted((one, other) => other.use.peakBytes - one.use.peakBytes),
  };
}

const underWay = ["running", "pausing", "cancelling", "interrupted", "paused"];

function rank({ status }: JobSummary): number {
  return underWay.includes(status) ? 0 : 1;
}

const order = ["agent", "validating", "preparing", "landing", "bad", "waiting", "good"];

function sorted(of: Known | undefined): readonly string[] {
  if (of === undefined) return [];
  const place = (one: Standing): number => order.indexOf(stretchOf(one));
  return (of.sorted ??= of.tally
    .all()
    .toSorted((one, other) => place(one) - place(other))
    .map(({ sheet }) => sheet));
}
