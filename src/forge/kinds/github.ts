import { TuttiError } from "../../base/error.ts";
import type { CommitSha } from "../../base/ids.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { sinceCursor } from "../remarks.ts";
import {
  type Check,
  type CheckState,
  type Checks,
  type Forge,
  type ForgePlace,
  type ForgeServer,
  type Head,
  type PullRequest,
  type PullState,
  type Remark,
  checksOf,
} from "../forge.ts";
import { openOnce, withLabels } from "../opening.ts";
import { checkOf, excerptOf, mostLogs, remarkOf, wantsChanges } from "../remarks.ts";

export const github: ForgeServer = {
  forge: githubForge,
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
};

function isCloud(host: string): boolean {
  return host === "github.com" || host.endsWith(".ghe.com");
}

function githubForge(place: ForgePlace, api: Api): Forge {
  const repository = `/repos/${encodeURIComponent(place.owner)}/${encodeURIComponent(place.name)}`;
  const label = async (pull: PullRequest, labels: readonly string[]): Promise<PullRequest> =>
    labels.length === 0
      ? pull
      : withLabels(pull, () => api.send("POST", `${repository}/issues/${pull.number}/labels`, { labels }));
  const find = async (head: Head): Promise<PullRequest | undefined> => {
    const from = head.fork ?? place;
    const items = await api.list(`${repository}/pulls`, { state: "open", head: `${from.owner}:${head.branch}` });
    const found = items.find((pull) => isFrom(pull, from, head.branch));
    return found === undefined ? undefined : pullOf(found);
  };
  return {
    kind: "github",
    find,
    open: async ({ head, base, title, body, draft, labels }) => {
      const fork = head.fork;
      const source =
        fork === null ? { head: head.branch } : { head: `${fork.owner}:${head.branch}`, head_repo: fork.name };
      const post = async (): Promise<PullRequest> =>
        pullOf(await api.send("POST", `${repository}/pulls`, { ...source, base, title, body, draft }));
      return label(await openOnce(post, () => find(head)), labels);
    },
    update: async (pull, { title, body, labels = [], draft }) => {
      const path = `${repository}/pulls/${pull.number}`;
      const texts = { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) };
      const now = Object.keys(texts).length === 0 ? await api.get(path) : await api.send("PATCH", path, texts);
      const isDraft = now.flag("draft") === true;
      if (draft !== undefined && draft !== isDraft) await turnDraft(api, now.requireText("node_id"), draft);
      return label({ ...pullOf(now), isDraft: draft ?? isDraft }, labels);
    },
    look: async (pull, since): Promise<PullState> => {
      const path = `${repository}/pulls/${pull.number}`;
      const now = await api.get(path);
      const head = now.at("head").requireText("sha") as CommitSha;
      const reviews = await api.list(`${path}/reviews`);
      const [checks, remarks] = await Promise.all([
        checksAt(api, repository, head),
        remarksOn(api, { repository, number: pull.number, reviews }),
      ]);
      const { fresh, cursor } = sinceCursor(remarks, since);
      const isMerged = now.flag("merged") === true;
      return {
        state: isMerged ? "merged" : now.text("state") === "closed" ? "closed" : "open",
        head,
        merged: isMerged ? (now.text("merge_commit_sha") as CommitSha | null) : null,
        checks,
        remarks: fresh,
        changesRequested: wantsChanges(reviews, { wanted: "CHANGES_REQUESTED", settled: ["APPROVED", "DISMISSED"] }),
        // `null` while the server is still trying.
        mergeable: now.flag("mergeable") === null ? "unknown" : now.flag("mergeable") === true ? "yes" : "conflict",
        cursor,
      };
    },
  };
}

/** The server ignores a filter it does not understand. */
function isFrom(pull: Reading, from: ForgePlace, branch: string): boolean {
  const head = pull.at("head");
  return (
    head.text("ref") === branch &&
    head.at("repo").text("full_name")?.toLowerCase() === `${from.owner}/${from.name}`.toLowerCase()
  );
}

function pullOf(pull: Reading): PullRequest {
  return {
    number: pull.requireNumber("number"),
    url: pull.requireText("html_url"),
    title: pull.requireText("title"),
    body: pull.text("body") ?? "",
    isDraft: pull.flag("draft") === true,
    branch: pull.at("head").requireText("ref"),
    base: pull.at("base").requireText("ref"),
    troubles: [],
  };
}

/** The one thing that the REST interface can't do. */
async function turnDraft(api: Api, id: string, draft: boolean): Promise<void> {
  const name = draft ? "convertPullRequestToDraft" : "markPullRequestReadyForReview";
  const answer = await api.graphql(
    `mutation($id: ID!) { ${name}(input: {pullRequestId: $id}) { pullRequest { isDraft } } }`,
    { id },
  );
  const [error] = answer.at("errors").items();
  if (error !== undefined) {
    throw new TuttiError(
      "forge.refused",
      `the pull request can't be turned ${draft ? "into a draft" : "ready"}: ${error.text("message") ?? "no reason given"}`,
      {
        audience: "user",
      },
    );
  }
}

interface Where {
  readonly repository: string;
  readonly number: number;
  readonly reviews: readonly Reading[];
}

/** What is said in reviews, beside lines, and below the pull request. */
async function remarksOn(api: Api, { repository, number, reviews }: Where): Promise<readonly Remark[]> {
  const [beside, below] = await Promise.all([
    api.list(`${repository}/pulls/${number}/comments`, { sort: "created", direction: "desc" }),
    api.list(`${repository}/issues/${number}/comments`),
  ]);
  const handedIn = reviews.filter((review) => review.text("state") !== "PENDING");
  const remarks = [
    ...handedIn.map((review) => ofComment(review, "review", review.text("submitted_at"))),
    ...beside.map((comment) => ofComment(comment, "line", comment.text("created_at"))),
    ...below.map((comment) => ofComment(comment, "comment", comment.text("created_at"))),
  ];
  return remarks.filter((remark) => remark !== null);
}

const members = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

function ofComment(comment: Reading, kind: string, at: string | null): Remark | null {
  return remarkOf({
    id: `${kind}-${comment.requireNumber("id")}`,
    author: comment.at("user").text("login") ?? "ghost",
    isByMember: members.has(comment.text("author_association") ?? ""),
    ...(kind === "review" && comment.text("state") === "APPROVED" ? { isApproval: true as const } : {}),
    text: comment.text("body") ?? "",
    path: comment.text("path"),
    line: comment.number("line") ?? comment.number("original_line"),
    url: comment.text("html_url"),
    at: at ?? "",
  });
}

/** Both kinds that GitHub has: check runs of apps (its own CI too), and the older statuses. */
async function checksAt(api: Api, repository: string, commit: string): Promise<Checks> {
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
