import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { type Check, checksOf, type CheckState, type Checks } from "../forge.ts";
import { checkOf, excerptOf, mostLogs } from "../saying.ts";

/** Both kinds that GitHub has: check runs of apps (its own CI too), and the older statuses. */
export async function checksAt(api: Api, repository: string, commit: string): Promise<Checks> {
  const [runs, status] = await Promise.all([
    api.list(`${repository}/commits/${commit}/check-runs`, {}, "check_runs"),
    api.get(`${repository}/commits/${commit}/status`, { per_page: 100 }),
  ]);
  const withLog = new Set(runs.filter((run) => stateOf(run) === "failed").slice(0, mostLogs));
  const ofRuns = await Promise.all(
    runs.map(async (run) => ofRun(run, withLog.has(run) ? await logOf(api, repository, run) : null)),
  );
  return checksOf([...ofRuns, ...status.at("statuses").items().map(ofStatus)]);
}

function ofRun(run: Reading, log: string | null): Check {
  const output = run.at("output");
  const state = stateOf(run);
  const said = [output.text("title"), output.text("summary"), output.text("text")]
    .filter((text) => text !== null)
    .join("\n");
  const fallback = said === "" ? run.text("conclusion") : said;
  return checkOf({
    name: run.text("name"),
    state,
    url: run.text("html_url"),
    excerpt: state === "failed" ? (log ?? fallback) : null,
  });
}

function stateOf(run: Reading): CheckState {
  if (run.text("status") !== "completed") return "pending";
  switch (run.text("conclusion")) {
    case "success":
    case "neutral":
    case "skipped":
      return "passed";
    case "action_required":
      // A person has to let it run.
      return "pending";
    default:
      return "failed";
  }
}

function ofStatus(status: Reading): Check {
  const state = status.text("state");
  const isFailed = state === "failure" || state === "error";
  return checkOf({
    name: status.text("context"),
    state: isFailed ? "failed" : state === "success" ? "passed" : "pending",
    url: status.text("target_url"),
    excerpt: isFailed ? status.text("description") : null,
  });
}

/** Only runs of GitHub's own CI have a log there, under the same number. */
async function logOf(api: Api, repository: string, run: Reading): Promise<string | null> {
  if (run.at("app").text("slug") !== "github-actions") return null;
  return excerptOf(await api.end(`${repository}/actions/jobs/${run.requireNumber("id")}/logs`));
}
