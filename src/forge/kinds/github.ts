import { TuttiError } from "../../base/error.ts";
import type { Reading } from "../api/reading.ts";
import type { Check, CheckState, Checks, ForgeServer, Site } from "../forge.ts";
import { checkOf, checksOf, checksWithLogs } from "../checks.ts";
import { excerptOf } from "../remarks.ts";
import { isFrom, lookOf, pullOf, remarksFrom, repositoryPath } from "./github-shapes.ts";

const members = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

export const github: ForgeServer = {
  isKnownHost: isCloud,
  aliases: { "ssh.github.com": "github.com", "www.github.com": "github.com" },
  path: "pair",
  api: (host, root) =>
    host === "github.com" ? "https://api.github.com" : isCloud(host) ? `https://api.${host}` : `${root}/api/v3`,
  graphql: ({ host, api }) => (isCloud(host) ? `${api}/graphql` : api.replace(/\/v3$/, "/graphql")),
  // As `gh` does it: the token for github.com is not shown to other servers.
  tokenNames: (host) =>
    isCloud(host) ? ["GH_TOKEN", "GITHUB_TOKEN"] : ["GH_ENTERPRISE_TOKEN", "GITHUB_ENTERPRISE_TOKEN"],
  headers: (token) => ({
    authorization: `Bearer ${token}`,
    accept: "application/vnd.github+json",
    "x-github-api-version": "2022-11-28",
  }),
  paging: { size: 100, sizeName: "per_page" },
  hasGh: true,

  repository: repositoryPath,
  pulls: "pulls",
  updateMethod: "PATCH",
  draftMark: null,
  pull: (pull) => ({ ...pullOf(pull), isDraft: pull.flag("draft") === true }),
  search: (_, from, branch) => ({
    query: { state: "open", head: `${from.owner}:${branch}` },
    isIt: isFrom(from, branch),
  }),
  opening: ({ repository }, { head: { branch, fork }, base, draft }) => ({
    at: repository,
    fields: {
      ...(fork === null ? { head: branch } : { head: `${fork.owner}:${branch}`, head_repo: fork.name }),
      base,
      draft,
    },
  }),
  change: ({ title, body }) => ({ title, body }),
  label: async ({ api, repository }, number, labels) =>
    api.send("POST", `${repository}/issues/${number}/labels`, { labels }),
  turnDraft,
  look: async (site, { number, path, now }) => {
    const { api, repository } = site;
    const reviews = await api.list(`${path}/reviews`);
    const [checks, beside, below] = await Promise.all([
      checksAt(site, now.at("head").requireText("sha")),
      api.list(`${path}/comments`, { sort: "created", direction: "desc" }),
      api.list(`${repository}/issues/${number}/comments`),
    ]);
    const said = {
      review: reviews.filter((review) => review.text("state") !== "PENDING"),
      line: beside,
      comment: below,
    };
    const mergeable = now.flag("mergeable");
    return {
      ...lookOf(now, reviews, { wanted: "CHANGES_REQUESTED", settled: ["APPROVED", "DISMISSED"] }),
      checks,
      remarks: remarksFrom(said, {
        isMember: (comment) => members.has(comment.text("author_association") ?? ""),
        lineOf: (comment) => comment.number("line") ?? comment.number("original_line"),
      }),
      // `null` while the server is still trying.
      mergeable: mergeable === null ? "unknown" : mergeable ? "yes" : "conflict",
    };
  },
};

function isCloud(host: string): boolean {
  return host === "github.com" || host.endsWith(".ghe.com");
}

/** The one thing that the REST interface can't do. */
async function turnDraft({ api }: Site, pull: Reading, draft: boolean): Promise<void> {
  const name = draft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview";
  const answer = await api.graphql(
    `mutation($id: ID!) { ${name}(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`,
    { id: pull.requireText("node_id") },
  );
  const [error] = answer.at("errors").items();
  if (error === undefined) return;
  const what = `the pull request can't be turned ${draft ? "into a draft" : "ready"}`;
  throw new TuttiError("forge.refused", `${what}: ${error.text("message") ?? "no reason given"}`, { audience: "user" });
}

/** Both kinds that GitHub has: check runs of apps (its own CI too), and the older statuses. */
async function checksAt({ api, repository }: Site, commit: string): Promise<Checks> {
  const [runs, status] = await Promise.all([
    api.list(`${repository}/commits/${commit}/check-runs`, {}, "check_runs"),
    api.get(`${repository}/commits/${commit}/status`, { per_page: 100 }),
  ]);
  // Only runs of GitHub's own CI have a log there, under the same number.
  const logOf = async (run: Reading): Promise<string | null> =>
    run.at("app").text("slug") === "github-actions"
      ? api.end(`${repository}/actions/jobs/${run.requireNumber("id")}/logs`)
      : null;
  return checksOf([
    ...(await checksWithLogs(runs, { stateOf, logOf, ofRun })),
    ...status.at("statuses").items().map(ofStatus),
  ]);
}

function ofRun(run: Reading, state: CheckState, log: string | null): Check {
  const output = run.at("output");
  const said = ["title", "summary", "text"].map((key) => output.text(key)).filter((text) => text !== null);
  const excerpt = excerptOf(log) ?? (said.length === 0 ? run.text("conclusion") : said.join("\n"));
  return checkOf({ name: run.text("name"), state, url: run.text("html_url"), excerpt });
}

function stateOf(run: Reading): CheckState {
  const conclusion = run.text("conclusion") ?? "";
  // A person has to let an `action_required` run.
  if (run.text("status") !== "completed" || conclusion === "action_required") return "pending";
  return ["success", "neutral", "skipped"].includes(conclusion) ? "passed" : "failed";
}

function ofStatus(status: Reading): Check {
  const state = status.text("state") ?? "";
  return checkOf({
    name: status.text("context"),
    state: ["failure", "error"].includes(state) ? "failed" : state === "success" ? "passed" : "pending",
    url: status.text("target_url"),
    excerpt: status.text("description"),
  });
}
