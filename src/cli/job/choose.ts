import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { JobSummary } from "../../api/contract/job.ts";
import type { Tutti } from "../../api/tutti.ts";
import { TuttiError } from "../../base/error.ts";
import { exists } from "../../base/files/exists.ts";
import { homeFrom } from "../../base/home/home.ts";
import type { JobId } from "../../base/ids.ts";
import { firstFew, plural, visible } from "../../base/text.ts";
import { aboutJob } from "../ask.ts";
import { shortName } from "../terminal/prose.ts";

/**
 * The job that is meant: the one that is named, else the only one under way in the repository that the folder lies in.
 * Never a guess.
 */
export async function pickOngoing(tutti: Tutti, named: string | undefined, folder: string): Promise<JobId> {
  if (named !== undefined) return named as JobId;
  const jobs = await tutti.call("job.list", {});
  const ongoing = jobs.filter(({ status }) => ongoingStatus.has(status));
  const here = nearest(ongoing, folder);
  const [only] = here;
  if (only !== undefined && here.length === 1) return only.id;
  if (here.length > 1)
    throw usage(`${here.length} jobs are under way in this repository`, `Name one: ${namesOf(here)}.`);
  const paused = nearest(
    jobs.filter(({ status, archived }) => status === "paused" && archived !== true),
    folder,
  );
  const others = [...paused, ...ongoing];
  throw usage(
    "no job is under way in this repository",
    others.length === 0 ? "tutti list shows all jobs." : `Name one: ${namesOf(others)}.`,
  );
}

const ongoingStatus: ReadonlySet<JobSummary["status"]> = new Set([
  "running",
  "pausing",
  "cancelling",
  "interrupted",
] as const);

/** Those of the innermost repository around the folder. */
function nearest(jobs: readonly JobSummary[], folder: string): readonly JobSummary[] {
  const around = jobs.filter(({ repository }) => folder === repository || folder.startsWith(`${repository}/`));
  const depth = Math.max(0, ...around.map(({ repository }) => repository.length));
  return around.filter(({ repository }) => repository.length === depth);
}

function namesOf(jobs: readonly JobSummary[]): string {
  return jobs.map(({ id, name, status }) => `${id} (${shortName(name)}, ${status})`).join(", ");
}

function usage(message: string, hint: string): TuttiError {
  return new TuttiError("cli.usage", message, { audience: "user", hint });
}

/** The job that is named, else the newest of the repository around. */
export async function requireJobHere(tutti: Pick<Tutti, "call">, named: string | undefined): Promise<JobId> {
  const view = await tutti.call("job.status", aboutJob(named));
  if (view !== null) return view.id;
  throw new TuttiError(
    "job.unknown",
    named === undefined ? "there is no job of this repository" : `there is no job ${named}`,
    {
      audience: "user",
      hint: "tutti list shows the jobs there are.",
    },
  );
}

/** Why there is no job to show. */
export interface NoJob {
  /** Jobs that left traces in the home although the database knows nothing of them. Archived ones are not lost. */
  readonly lost: readonly string[];
  /** How many there are in other repositories. */
  readonly elsewhere: number;
}

export const noneAtAll: NoJob = { lost: [], elsewhere: 0 };

export async function findLost(tutti: Tutti): Promise<NoJob> {
  const known = new Set<string>((await tutti.call("job.list", {})).map(({ id }) => id));
  const found = new Set([...(await keptBesideLogs()), ...(await toldBySnapshots(tutti))]);
  return { lost: [...found].filter((id) => !known.has(id)).toSorted(), elsewhere: known.size };
}

export function noJobsWords({ lost, elsewhere }: NoJob): string {
  if (lost.length === 0 && elsewhere > 0)
    return `No jobs in this repository yet; tutti list shows ${plural(elsewhere, "job")} of others. Start one with: tutti run score.yaml`;
  if (lost.length === 0) return "No jobs yet. Start one with: tutti run score.yaml";
  const names = firstFew(lost.map(visible), mostNamed);
  return [
    `No jobs are recorded here, but there are traces of ${plural(lost.length, "job")}: ${names}`,
    "The database may have been lost. In the repository of the job, rebuild it and go on with: tutti resume --infer",
  ].join("\n");
}

const mostNamed = 5;

async function keptBesideLogs(): Promise<readonly string[]> {
  const jobs = join(homeFrom(process.env), "jobs");
  const names = await readdir(jobs).catch(() => []);
  const isLost = await Promise.all(
    names.map(
      async (name) =>
        (await exists(join(jobs, name, "job.json"))) && !(await exists(join(jobs, name, "archived.json"))),
    ),
  );
  return names.filter((_, place) => isLost[place]);
}

/**
 * The newest job that snapshots of this repository name. An adopted or isolated folder is no job, and has no such id.
 */
async function toldBySnapshots(tutti: Tutti): Promise<readonly string[]> {
  const request = { folder: process.cwd(), isWorkspace: true };
  const job = await tutti.call("sheet.snapshots", request).then(
    (view) => view.job,
    () => "",
  );
  return /-[a-z2-7]{6}$/.test(job) ? [job] : [];
}
