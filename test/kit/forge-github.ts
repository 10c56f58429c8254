import { join } from "node:path";
import {
  type Answer,
  type Asked,
  type FakeForge,
  type FakePull,
  type FakeRemark,
  listOf,
  notFound,
  pageOf,
} from "./forge-server.ts";
import { gitIn } from "./git.ts";

export function answerAsGithub(forge: FakeForge, asked: Asked): Answer {
  if (asked.path === "/user") return { status: 200, body: { login: "tutti" } };
  const [, repository = "", rest = ""] = /^\/repos\/([^/]+\/[^/]+)(.*)$/.exec(asked.path) ?? [];
  if (!forge.repositories.has(repository)) return notFound;
  if (rest === "/pulls") return asked.method === "POST" ? opened(forge, asked, repository) : found(forge, asked);
  const job = /^\/actions\/jobs\/(\d+)\/logs$/.exec(rest)?.[1];
  if (job !== undefined) return logOf(forge, Number(job));
  const [, sha = "", what = ""] = /^\/commits\/([0-9a-f]+)\/(check-runs|status)$/.exec(rest) ?? [];
  if (what === "check-runs") return runs(forge, asked, sha);
  if (what === "status") return { status: 200, body: { state: "pending", statuses: [] } };
  const ends = /^\/compare\/([0-9a-f]+)\.\.\.([0-9a-f]+)$/.exec(rest);
  if (ends !== null) return compared(forge, repository, [ends[1] ?? "", ends[2] ?? ""]);
  if (/^\/(?:issues|pulls)\/comments$|^\/issues$/.test(rest)) return saidAnywhere(forge, asked, rest);
  const ofIssue = rest.startsWith("/issues") ? answerOfIssue(forge, asked, rest) : null;
  if (ofIssue !== null) return ofIssue;
  const [, number = "", below = ""] = /^\/(?:pulls|issues)\/(\d+)(\/.*)?$/.exec(rest) ?? [];
  const pull = forge.pulls.find((one) => one.number === Number(number));
  if (pull === undefined) return notFound;
  switch (`${asked.method} ${below}`) {
    case "GET ":
      return { status: 200, body: shown(forge, pull) };
    case "PATCH ":
      return { status: 200, body: shown(forge, Object.assign(pull, asked.body)) };
    case "POST /labels":
      pull.labels = [...new Set([...pull.labels, ...(asked.body["labels"] as string[])])];
      return { status: 200, body: [] };
    case "GET /reviews":
      return listOf(
        forge,
        asked,
        pull.remarks.filter((remark) => remark.review !== undefined).map((remark) => remarkOf(forge, remark)),
      );
    case "GET /comments":
      return listOf(
        forge,
        asked,
        commentsOf(pull, rest.startsWith("/pulls")).map((remark) => remarkOf(forge, remark)),
      );
    case "POST /comments":
      return said(forge, asked, pull.remarks);
    default:
      return notFound;
  }
}

/** The texts of all issues and pull requests. */
function saidAnywhere(forge: FakeForge, asked: Asked, rest: string): Answer {
  const ofPull = ({ number }: FakePull): object => ({
    html_url: `${forge.url}/pull/${number}#x`,
    ...urls("pull_request_url", number),
  });
  const urls = (key: string, number: number): object => ({ [key]: `${forge.url}/${number}` });
  const all = {
    "/pulls/comments": forge.pulls.flatMap((pull) =>
      commentsOf(pull, true).map((one) => ({ ...remarkOf(forge, one), ...ofPull(pull) })),
    ),
    "/issues/comments": [
      ...forge.pulls.flatMap((pull) =>
        commentsOf(pull, false).map((one) => ({
          ...remarkOf(forge, one),
          ...ofPull(pull),
          ...urls("issue_url", pull.number),
        })),
      ),
      ...forge.issues.flatMap(({ number, remarks }) =>
        remarks.map((one) => ({ ...remarkOf(forge, one), ...urls("issue_url", number) })),
      ),
    ],
    "/issues": forge.issues.map(({ number, by, body }) => ({
      ...remarkOf(forge, { id: number, by, text: body }),
      number,
    })),
  }[rest];
  return listOf(forge, asked, all ?? []);
}

/** Where the lines of two commits parted, as the server's own git says it. */
function compared(forge: FakeForge, repository: string, ends: readonly string[]): Answer {
  const folder = join(forge.gitRoot ?? "", `${repository}.git`);
  return { status: 200, body: { merge_base_commit: { sha: gitIn(folder, ["merge-base", ...ends]).trim() } } };
}

function said(forge: FakeForge, { body }: Asked, remarks: FakeRemark[]): Answer {
  const remark = { id: 1000 + remarks.length, by: "tutti", text: String(body["body"]) };
  remarks.push(remark);
  return { status: 201, body: remarkOf(forge, remark) };
}

function answerOfIssue(forge: FakeForge, asked: Asked, rest: string): Answer | null {
  const [, number = "", below = ""] = /^\/issues\/(\d+)(\/comments)?$/.exec(rest) ?? [];
  const issue = forge.issues.find((one) => one.number === Number(number));
  if (issue === undefined) return null;
  const author = remarkOf(forge, { id: issue.number, by: issue.by, text: issue.body });
  if (below === "")
    return {
      status: 200,
      body: { ...author, number: issue.number, title: issue.title, html_url: `${forge.url}/i/${number}` },
    };
  if (asked.method === "POST") return said(forge, asked, issue.remarks);
  return listOf(
    forge,
    asked,
    issue.remarks.map((remark) => remarkOf(forge, remark)),
  );
}

/** Only the author sees comments of a review that is not handed in yet. */
function commentsOf(pull: FakePull, besideLines: boolean): readonly FakeRemark[] {
  return pull.remarks.filter((remark) => remark.review === undefined && (remark.path !== undefined) === besideLines);
}

function found(forge: FakeForge, asked: Asked): Answer {
  const [owner, branch] = (asked.query.get("head") ?? "").split(":");
  const open = forge.pulls.filter(
    (pull) => pull.state === "open" && pull.from.startsWith(`${String(owner)}/`) && pull.branch === branch,
  );
  return listOf(
    forge,
    asked,
    open.map((pull) => shown(forge, pull)),
  );
}

function opened(forge: FakeForge, { body }: Asked, repository: string): Answer {
  const head = String(body["head"]);
  const [owner = "", branch = ""] = head.includes(":") ? head.split(":") : [repository.split("/")[0], head];
  const from = `${owner}/${(body["head_repo"] as string | undefined) ?? repository.split("/")[1] ?? ""}`;
  if (forge.pulls.some((pull) => pull.state === "open" && pull.from === from && pull.branch === branch)) {
    const errors = [{ resource: "PullRequest", code: "custom", message: `A pull request already exists for ${head}.` }];
    return { status: 422, body: { message: "Validation Failed", errors } };
  }
  const { title, body: text, base, draft } = body as unknown as FakePull;
  return { status: 201, body: shown(forge, forge.pull({ from, branch, title, body: text, base, draft })) };
}

function shown(forge: FakeForge, pull: FakePull): object {
  return {
    number: pull.number,
    node_id: `PR_${pull.number}`,
    html_url: `${forge.url}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body,
    draft: pull.draft,
    state: pull.state === "open" ? "open" : "closed",
    merged: pull.state === "merged",
    merge_commit_sha: pull.mergeCommit,
    mergeable: pull.mergeable,
    head: { ref: pull.branch, sha: pull.sha, repo: { full_name: pull.from } },
    base: { ref: pull.base, sha: pull.baseSha ?? "0".repeat(40) },
  };
}

function runs(forge: FakeForge, asked: Asked, sha: string): Answer {
  const all = forge.pulls.filter((pull) => pull.sha === sha).flatMap((pull) => pull.checks);
  const items = all.map((check, place) => ({
    id: place + 1,
    name: check.name,
    status: check.state === "pending" ? "in_progress" : "completed",
    conclusion: check.state === "pending" ? null : check.state === "passed" ? "success" : "failure",
    html_url: `${forge.url}/runs/${place + 1}`,
    output: { title: null, summary: "see the log" },
    app: { slug: check.log === undefined ? "other-ci" : "github-actions" },
  }));
  const page = pageOf(forge, asked, items);
  return { status: 200, body: { total_count: items.length, check_runs: page.items }, headers: page.headers };
}

function logOf(forge: FakeForge, id: number): Answer {
  const log = forge.pulls.flatMap((pull) => pull.checks)[id - 1]?.log;
  return log === undefined ? notFound : { status: 200, raw: log };
}

const reviewStates = { approve: "APPROVED", changes: "CHANGES_REQUESTED", pending: "PENDING" };

function remarkOf(forge: FakeForge, remark: FakeRemark): object {
  return {
    id: remark.id,
    user: { login: remark.by },
    author_association: forge.members.has(remark.by) ? "MEMBER" : "NONE",
    body: remark.text,
    path: remark.path ?? null,
    line: remark.line ?? null,
    html_url: `${forge.url}/remark/${remark.id}`,
    created_at: `2026-01-01T00:00:${String(remark.id).padStart(2, "0")}Z`,
    submitted_at: `2026-01-01T00:00:${String(remark.id).padStart(2, "0")}Z`,
    ...(remark.review === undefined ? {} : { state: reviewStates[remark.review] }),
  };
}

export function answerAsGraphql(forge: FakeForge, { body }: Asked): Answer {
  const query = String(body["query"]);
  const { id } = body["variables"] as { id: string };
  const pull = forge.pulls.find((one) => `PR_${one.number}` === id);
  if (pull === undefined)
    return {
      status: 200,
      body: { data: null, errors: [{ message: `Could not resolve to a node with the global id of '${id}'` }] },
    };
  pull.draft = query.includes("convertPullRequestToDraft");
  return { status: 200, body: { data: { done: { pullRequest: { isDraft: pull.draft } } } } };
}
