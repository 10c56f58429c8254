import type { Tutti } from "../../../api/tutti.ts";
import type { JobSummary } from "../../../api/contract/job.ts";
import { TuttiError } from "../../../base/error.ts";
import type { JobId } from "../../../base/ids.ts";
import { shortName } from "../../terminal/prose.ts";

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
    throw usage(`${String(here.length)} jobs are under way in this repository`, `Name one: ${namesOf(here)}.`);
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
