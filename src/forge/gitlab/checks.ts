import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { type Check, checksOf, type CheckState, type Checks } from "../forge.ts";
import { checkOf, excerptOf, mostLogs } from "../saying.ts";

/** Jobs of the pipeline that counts, and what other systems said of the commit. */
export async function checksAt(api: Api, project: string, pull: Reading): Promise<Checks> {
  const pipeline = pull.at("head_pipeline");
  const id = pipeline.number("id");
  // The pipeline of a fork's branch runs in the fork.
  const home = pipeline.number("project_id");
  const where = home === null ? project : `/projects/${home}`;
  const [jobs, statuses] = await Promise.all([
    id === null ? [] : api.list(`${where}/pipelines/${id}/jobs`),
    api.list(`${project}/repository/commits/${pull.requireText("sha")}/statuses`),
  ]);
  const known = new Set(jobs.map((job) => job.number("id")));
  const withLog = new Set(jobs.filter((job) => stateOf(job) === "failed").slice(0, mostLogs));
  const ofJobs = await Promise.all(
    jobs.map(async (job) =>
      of(job, withLog.has(job) ? await api.end(`${where}/jobs/${job.requireNumber("id")}/trace`) : null),
    ),
  );
  // A pipeline's jobs are listed as statuses too; jobs of other pipelines of the commit do not count.
  const others = statuses.filter(
    (status) =>
      !known.has(status.number("id")) && (id === null || status.number("pipeline_id") !== id) && isExternal(status),
  );
  return checksOf([...ofJobs, ...others.map((status) => of(status, null))]);
}

function isExternal(status: Reading): boolean {
  return status.text("target_url") !== null;
}

function of(job: Reading, log: string | null): Check {
  const state = stateOf(job);
  const excerpt = excerptOf(log) ?? job.text("failure_reason") ?? job.text("description");
  return checkOf({
    name: job.text("name"),
    state,
    url: job.text("web_url") ?? job.text("target_url"),
    excerpt: state === "failed" ? excerpt : null,
  });
}

function stateOf(job: Reading): CheckState {
  const mayFail = job.flag("allow_failure") === true;
  switch (job.text("status")) {
    case "success":
    case "skipped":
      return "passed";
    case "failed":
    case "canceled":
      return mayFail ? "passed" : "failed";
    case "manual":
      // One that may fail waits for nobody.
      return mayFail ? "passed" : "pending";
    default:
      return "pending";
  }
}
