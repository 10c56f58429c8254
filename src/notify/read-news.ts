import { eventsOf } from "../api/events/events-of.ts";
import type { JobId, SheetId } from "../base/ids.ts";
import type { NotificationWish } from "../score/notifications/wish.ts";
import type { JournalRow } from "../store/row.ts";
import type { Store } from "../store/store.ts";
import { type JobAbout, type News, newsOf } from "./news.ts";

/** Kinds of rows that can be news: most rows are none, and cost nothing more. */
const telling: ReadonlySet<string> = new Set([
  "submitted",
  "finished",
  "cancelled",
  "paused",
  "started",
  "landed",
  "merged",
  "absorbed",
  "ended",
  "interrupted",
  "conflicted",
  "rejected",
  "closed",
  "judged",
  "held",
  "successor",
  "agent-gate",
]);

export interface NewsReader {
  newsIn(row: JournalRow): Promise<readonly News[]>;
  wishesOf(job: JobId): Promise<readonly NotificationWish[]>;
  /** Its score has changed. */
  forget(job: JobId): void;
}

export function makeNewsReader(store: Pick<Store, "job" | "sheets">): NewsReader {
  const jobs = new Map<JobId, Promise<KnownJob | null>>();
  return {
    newsIn: async (row) => {
      if (!telling.has(row.kind)) return [];
      const about = row.job === null ? null : await knownJob(store, jobs, row.job);
      if (row.job !== null && about === null) return [];
      const counts = about === null || row.sheet !== null ? undefined : await store.sheets(about.id);
      const sheets = new Map([...(counts ?? [])].map(([sheet, { kind }]) => [sheet, kind] as const));
      const job: JobAbout | null = about === null ? null : { ...about, sheets };
      return eventsOf(row, null).flatMap((event) => newsOf(event, job) ?? []);
    },
    wishesOf: async (job) => (await knownJob(store, jobs, job))?.wishes ?? [],
    forget: (job) => void jobs.delete(job),
  };
}

interface KnownJob extends Omit<JobAbout, "sheets"> {
  readonly id: JobId;
}

const mostJobs = 50;

/** Plans may be megabytes: only the parts for messages about a job are kept. */
function knownJob(
  store: Pick<Store, "job">,
  jobs: Map<JobId, Promise<KnownJob | null>>,
  id: JobId,
): Promise<KnownJob | null> {
  const known = jobs.get(id) ?? readJob(store, id);
  jobs.delete(id);
  jobs.set(id, known);
  const [oldest] = jobs.keys();
  if (jobs.size > mostJobs && oldest !== undefined) jobs.delete(oldest);
  return known;
}

async function readJob(store: Pick<Store, "job">, id: JobId): Promise<KnownJob | null> {
  const job = await store.job(id);
  if (job === undefined) return null;
  const titles = new Map(job.plan.sheets.map((sheet) => [sheet.id, sheet.title]));
  return {
    id,
    name: job.plan.name,
    wishes: job.plan.notifications ?? [],
    titleOf: (sheet) => titles.get(sheet as SheetId) ?? sheet,
  };
}
