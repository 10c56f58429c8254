import type { Found } from "../../../api/contract/job.ts";
import { isArchived } from "../../../isolation/contexts/archive.ts";
import type { Job } from "../../../sheet/job.ts";
import { viewFrom } from "./job-view.ts";
import { jobNearest, jobsNearest } from "../../find/nearest.ts";
import type { Viewer } from "../../find/viewer.ts";

export interface NameAsked {
  readonly folder: string;
  /** A job's id or name, or the beginning of one. Without it: the newest of the repository that the folder lies in. */
  readonly job?: string | undefined;
  /** A sheet's id, number or title, or the beginning of one; `JOB/SHEET` names its job too. */
  readonly sheet?: string | undefined;
}

/** All jobs or sheets that a name fits equally well, newest first; with only one of them, that one is meant. */
export async function findNamed(parts: Viewer, asked: NameAsked): Promise<readonly Found[]> {
  const { sheet } = asked;
  if (sheet === undefined) return Promise.all((await jobsMeant(parts, asked)).map((job) => foundJob(parts, job)));
  const inside = await sheetsOf(parts, await jobsMeant(parts, asked), sheet);
  // An id may have a slash of its own.
  const slash = sheet.indexOf("/");
  if (inside.length > 0 || slash === -1) return inside;
  const jobs = await jobsMeant(parts, { ...asked, job: sheet.slice(0, slash) });
  return sheetsOf(parts, jobs, sheet.slice(slash + 1));
}

async function jobsMeant(parts: Viewer, { job: word, folder }: NameAsked): Promise<readonly Job[]> {
  const { store, git, places } = parts;
  if (store === undefined) return [];
  const exact = word === undefined ? undefined : await store.job(word as Job["id"]);
  if (exact !== undefined) return [exact];
  const newest = word === undefined ? await jobNearest(git, store, folder) : undefined;
  if (word === undefined) return newest === undefined ? [] : [newest];
  const named = fits(await store.listed(), word, ({ id, name }) => [name, id]);
  const fitting = (await Promise.all(named.map(({ id }) => store.job(id)))).filter((job) => job !== undefined);
  const read = (repository?: string): Promise<readonly Job[]> =>
    Promise.resolve(fitting.filter((job) => repository === undefined || job.repository.commonDir === repository));
  const here = new Set(await jobsNearest(git, read, folder));
  const ranked = await Promise.all(
    fitting.map(async (job) => ({ job, rank: (here.has(job) ? 0 : 2) + ((await isArchived(places, job.id)) ? 1 : 0) })),
  );
  return best(ranked).map(({ job }) => job);
}

async function sheetsOf(parts: Viewer, jobs: readonly Job[], word: string): Promise<readonly Found[]> {
  const found = await Promise.all(
    jobs.map(async (job) => {
      const sheets = sheetsNamed(job.plan.sheets, word);
      if (sheets.length === 0) return [];
      const whole = await foundJob(parts, job);
      return sheets.map(({ id, title }) => ({ ...whole, sheet: { id, title } }));
    }),
  );
  return found.flat();
}

/** The sheets of a job that a word fits: one with this id, the one with this number, else by title or beginning. */
export function sheetsNamed<T extends { readonly id: string; readonly title: string }>(
  sheets: readonly T[],
  word: string,
): readonly T[] {
  const exact = sheets.find(({ id }) => id === word);
  const numbered = /^[1-9]\d*$/.test(word) ? sheets[Number(word) - 1] : undefined;
  const one = exact ?? numbered;
  return one === undefined ? fits(sheets, word, ({ id, title }) => [id, title]) : [one];
}

/**
 * Those that have this name, else those whose name begins with it; capital letters do not matter. Every name begins with
 * nothing.
 */
export function fits<T>(things: readonly T[], word: string, namesOf: (thing: T) => readonly string[]): readonly T[] {
  const wanted = word.toLowerCase();
  return best(
    things.flatMap((thing) => {
      const names = namesOf(thing).map((name) => name.toLowerCase());
      if (names.includes(wanted)) return [{ thing, rank: 0 }];
      return names.some((name) => name.startsWith(wanted)) ? [{ thing, rank: 1 }] : [];
    }),
  ).map(({ thing }) => thing);
}

function best<T extends { readonly rank: number }>(ranked: readonly T[]): readonly T[] {
  const least = Math.min(...ranked.map(({ rank }) => rank));
  return ranked.filter(({ rank }) => rank === least);
}

async function foundJob(parts: Viewer, job: Job): Promise<Found> {
  const { id, name, status, repository, createdAt } = viewFrom(
    job,
    (await parts.store?.sheets(job.id)) ?? new Map(),
    await parts.isPlayed(job),
  );
  return { job: id, name, status, repository, createdAt, sheet: null };
}
