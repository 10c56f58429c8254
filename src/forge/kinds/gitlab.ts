import type { CommitSha } from "../../base/ids.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { sinceCursor } from "../remarks.ts";
import { withMark, withoutMark } from "../text/title.ts";
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
import { openOnce } from "../opening.ts";
import { checkOf, excerptOf, mostLogs, remarkOf } from "../remarks.ts";

const mark = "Draft: ";

export const gitlab: ForgeServer = {
  forge: gitlabForge,
  isKnownHost: (host) => host === "gitlab.com",
  aliases: { "altssh.gitlab.com": "gitlab.com", "www.gitlab.com": "gitlab.com" },
  path: "groups",
  api: (_, root) => `${root}/api/v4`,
  tokenNames: () => ["GITLAB_TOKEN"],
  headers: (token) => ({ authorization: `Bearer ${token}`, accept: "application/json" }),
  paging: { size: 100, sizeName: "per_page" },
  hasGh: false,
};

function gitlabForge(place: ForgePlace, api: Api): Forge {
  const project = projectOf(place);
  const idOf = async (where: ForgePlace): Promise<number> => (await api.get(projectOf(where))).requireNumber("id");
  const find = async (head: Head): Promise<PullRequest | undefined> => {
    const source = await idOf(head.fork ?? place);
    const items = await api.list(`${project}/merge_requests`, { state: "opened", source_branch: head.branch });
    const found = items.find(
      (pull) => pull.number("source_project_id") === source && pull.text("source_branch") === head.branch,
    );
    return found === undefined ? undefined : pullOf(found);
  };
  return {
    kind: "gitlab",
    find,
    open: async ({ head, base, title, body, draft, labels }) => {
      const target = head.fork === null ? {} : { target_project_id: await idOf(place) };
      const wish = {
        source_branch: head.branch,
        target_branch: base,
        title: withMark(title, mark, draft),
        description: body,
        ...target,
      };
      const where = head.fork === null ? project : projectOf(head.fork);
      const post = async (): Promise<PullRequest> =>
        pullOf(
          await api.send(
            "POST",
            `${where}/merge_requests`,
            labels.length === 0 ? wish : { ...wish, labels: labels.join(",") },
          ),
        );
      return openOnce(post, () => find(head));
    },
    update: async (pull, { title, body, labels = [], draft }) => {
      const path = `${project}/merge_requests/${pull.number}`;
      const isDraft = draft ?? pull.isDraft;
      const isRetitled = title !== undefined || draft !== undefined;
      const wish = {
        ...(isRetitled ? { title: withMark(title ?? pull.title, mark, isDraft) } : {}),
        ...(body === undefined ? {} : { description: body }),
        ...(labels.length === 0 ? {} : { add_labels: labels.join(",") }),
      };
      return pullOf(Object.keys(wish).length === 0 ? await api.get(path) : await api.send("PUT", path, wish));
    },
    look: async (pull, since): Promise<PullState> => {
      const path = `${project}/merge_requests/${pull.number}`;
      const now = await api.get(path);
      const [checks, remarks, reviewers] = await Promise.all([
        checksAt(api, project, now),
        remarksOn(api, project, path),
        reviewersOf(api, path),
      ]);
      const { fresh, cursor } = sinceCursor(remarks, since);
      const state = now.text("state");
      return {
        state: state === "merged" ? "merged" : state === "closed" ? "closed" : "open",
        head: now.requireText("sha") as CommitSha,
        merged: state === "merged" ? mergedAs(now) : null,
        checks,
        remarks: fresh,
        changesRequested:
          now.text("detailed_merge_status") === "requested_changes" || reviewers.includes("requested_changes"),
        mergeable: mergeableOf(now),
        cursor,
      };
    },
  };
}

function projectOf({ owner, name }: ForgePlace): string {
  return `/projects/${encodeURIComponent(`${owner}/${name}`)}`;
}

function pullOf(pull: Reading): PullRequest {
  const title = pull.requireText("title");
  return {
    number: pull.requireNumber("iid"),
    url: pull.requireText("web_url"),
    title: withoutMark(title),
    body: pull.text("description") ?? "",
    isDraft: pull.flag("draft") ?? pull.flag("work_in_progress") ?? withoutMark(title) !== title,
    branch: pull.requireText("source_branch"),
    base: pull.requireText("target_branch"),
    troubles: [],
  };
}

/** A fast-forward makes no commit of its own. */
function mergedAs(now: Reading): CommitSha | null {
  return (now.text("merge_commit_sha") ?? now.text("squash_commit_sha") ?? now.text("sha")) as CommitSha | null;
}

function mergeableOf(now: Reading): PullState["mergeable"] {
  const detailed = now.text("detailed_merge_status");
  if (now.flag("has_conflicts") === true || detailed === "conflict") return "conflict";
  if (["checking", "unchecked", "preparing"].includes(detailed ?? "")) return "unknown";
  // What else keeps it from being merged (checks, approvals) is told elsewhere.
  return now.text("merge_status") === "can_be_merged" ? "yes" : "unknown";
}

/** Older servers have no such list. */
async function reviewersOf(api: Api, path: string): Promise<readonly (string | null)[]> {
  const list = await api.maybe(`${path}/reviewers`);
  return (list?.items() ?? []).map((reviewer) => reviewer.text("state"));
}

/** Notes that people wrote; what the server notes itself is no remark. */
async function remarksOn(api: Api, project: string, path: string): Promise<readonly Remark[]> {
  const notes = (await api.list(`${path}/notes`, { sort: "desc", order_by: "created_at" })).filter(
    (note) => note.flag("system") !== true,
  );
  const authors = new Set(notes.map((note) => note.at("author").number("id")).filter((id) => id !== null));
  const members = new Set<number>();
  for (const id of authors) if (await isMember(api, project, id)) members.add(id);
  return notes.map((note) => ofNote(note, members)).filter((remark) => remark !== null);
}

/** From here on a member may push. */
const developer = 30;

async function isMember(api: Api, project: string, user: number): Promise<boolean> {
  return ((await api.maybe(`${project}/members/all/${user}`))?.number("access_level") ?? 0) >= developer;
}

function ofNote(note: Reading, members: ReadonlySet<number>): Remark | null {
  const author = note.at("author");
  const position = note.at("position");
  return remarkOf({
    id: `note-${note.requireNumber("id")}`,
    author: author.text("username") ?? "ghost",
    isByMember: members.has(author.number("id") ?? -1),
    text: note.text("body") ?? "",
    path: position.text("new_path") ?? position.text("old_path"),
    line: position.number("new_line") ?? position.number("old_line"),
    at: note.text("created_at") ?? "",
  });
}

/** Jobs of the pipeline that counts, and what other systems said of the commit. */
async function checksAt(api: Api, project: string, pull: Reading): Promise<Checks> {
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
