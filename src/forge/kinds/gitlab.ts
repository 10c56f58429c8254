import type { CommitSha } from "../../base/ids.ts";
import type { Reading } from "../api/reading.ts";
import type { Check, CheckState, Checks, ForgePlace, ForgeServer, PullState, Remark, Site } from "../forge.ts";
import { checkOf, checksOf, checksWithLogs } from "../checks.ts";
import { excerptOf, membersAmong, remarkOf } from "../remarks.ts";

export const gitlab: ForgeServer = {
  isKnownHost: (host) => host === "gitlab.com",
  aliases: { "altssh.gitlab.com": "gitlab.com", "www.gitlab.com": "gitlab.com" },
  path: "groups",
  api: (_, root) => `${root}/api/v4`,
  tokenNames: () => ["GITLAB_TOKEN"],
  headers: (token) => ({ authorization: `Bearer ${token}`, accept: "application/json" }),
  paging: { size: 100, sizeName: "per_page" },
  hasGh: false,

  repository: projectPath,
  pulls: "merge_requests",
  updateMethod: "PUT",
  draftMark: "Draft: ",
  pull: (pull) => ({
    number: pull.requireNumber("iid"),
    url: pull.requireText("web_url"),
    title: pull.requireText("title"),
    body: pull.text("description") ?? "",
    isDraft: pull.flag("draft") ?? pull.flag("work_in_progress"),
    branch: pull.requireText("source_branch"),
    base: pull.requireText("target_branch"),
  }),
  search: async (site, from, branch) => {
    const source = await idOf(site, from);
    return {
      query: { state: "opened", source_branch: branch },
      isIt: (pull) => pull.number("source_project_id") === source && pull.text("source_branch") === branch,
    };
  },
  opening: async (site, { head: { branch, fork }, base, labels }) => ({
    at: fork === null ? site.repository : projectPath(fork),
    fields: {
      source_branch: branch,
      target_branch: base,
      target_project_id: fork === null ? undefined : await idOf(site, site.place),
      labels: labels.length === 0 ? undefined : labels.join(","),
    },
  }),
  change: ({ title, body, labels }) => ({ title, description: body, add_labels: labels?.join(",") }),
  look: async (site, { path, now }) => {
    const [checks, remarks, reviewers] = await Promise.all([
      checksOn(site, now),
      remarksOn(site, path),
      // Older servers have no such list.
      site.api.maybe(`${path}/reviewers`),
    ]);
    const state = now.text("state");
    // A fast-forward makes no commit of its own.
    const merged = now.text("merge_commit_sha") ?? now.text("squash_commit_sha") ?? now.text("sha");
    return {
      state: state === "merged" || state === "closed" ? state : "open",
      head: now.requireText("sha") as CommitSha,
      merged: state === "merged" ? (merged as CommitSha | null) : null,
      checks,
      remarks,
      changesRequested:
        now.text("detailed_merge_status") === "requested_changes" ||
        (reviewers?.items() ?? []).some((reviewer) => reviewer.text("state") === "requested_changes"),
      mergeable: mergeableOf(now),
    };
  },
};

function projectPath({ owner, name }: ForgePlace): string {
  return `/projects/${encodeURIComponent(`${owner}/${name}`)}`;
}

async function idOf({ api }: Site, place: ForgePlace): Promise<number> {
  return (await api.get(projectPath(place))).requireNumber("id");
}

function mergeableOf(now: Reading): PullState["mergeable"] {
  const detailed = now.text("detailed_merge_status") ?? "";
  if (now.flag("has_conflicts") === true || detailed === "conflict") return "conflict";
  if (["checking", "unchecked", "preparing"].includes(detailed)) return "unknown";
  // Other obstacles (checks, approvals) are reported elsewhere.
  return now.text("merge_status") === "can_be_merged" ? "yes" : "unknown";
}

/** From this level on a member may push. */
const developer = 30;

/** Notes by people; the server's own notes are no remarks. */
async function remarksOn({ api, repository }: Site, path: string): Promise<readonly Remark[]> {
  const all = await api.list(`${path}/notes`, { sort: "desc", order_by: "created_at" });
  const notes = all.filter((note) => note.flag("system") !== true);
  const members = await membersAmong(
    notes.map((note) => note.at("author").number("id")),
    async (id) => ((await api.maybe(`${repository}/members/all/${id}`))?.number("access_level") ?? 0) >= developer,
  );
  return notes.flatMap((note) => {
    const author = note.at("author");
    const position = note.at("position");
    return remarkOf({
      id: `note-${note.requireNumber("id")}`,
      author: author.text("username") ?? "ghost",
      isByMember: members.has(author.number("id") ?? -1),
      text: note.text("body") ?? "",
      path: position.text("new_path") ?? position.text("old_path"),
      line: position.number("new_line") ?? position.number("old_line"),
      url: null,
      at: note.text("created_at") ?? "",
    });
  });
}

/** Jobs of the pipeline that counts, and statuses that other systems gave the commit. */
async function checksOn({ api, repository }: Site, pull: Reading): Promise<Checks> {
  const pipeline = pull.at("head_pipeline");
  const id = pipeline.number("id");
  // The pipeline of a fork's branch runs in the fork.
  const home = pipeline.number("project_id");
  const where = home === null ? repository : `/projects/${home}`;
  const [jobs, statuses] = await Promise.all([
    id === null ? [] : api.list(`${where}/pipelines/${id}/jobs`),
    api.list(`${repository}/repository/commits/${pull.requireText("sha")}/statuses`),
  ]);
  const logOf = async (job: Reading): Promise<string | null> =>
    api.end(`${where}/jobs/${job.requireNumber("id")}/trace`);
  // A pipeline's jobs are listed as statuses too; jobs of other pipelines of the commit do not count.
  const known = new Set(jobs.map((job) => job.number("id")));
  const external = statuses.filter(
    (status) =>
      !known.has(status.number("id")) &&
      (id === null || status.number("pipeline_id") !== id) &&
      status.text("target_url") !== null,
  );
  return checksOf([
    ...(await checksWithLogs(jobs, { stateOf, logOf, ofRun })),
    ...external.map((status) => ofRun(status, stateOf(status), null)),
  ]);
}

function ofRun(job: Reading, state: CheckState, log: string | null): Check {
  const excerpt = excerptOf(log) ?? job.text("failure_reason") ?? job.text("description");
  return checkOf({ name: job.text("name"), state, url: job.text("web_url") ?? job.text("target_url"), excerpt });
}

function stateOf(job: Reading): CheckState {
  const status = job.text("status") ?? "";
  const mayFail = job.flag("allow_failure") === true;
  if (["success", "skipped"].includes(status)) return "passed";
  if (["failed", "canceled"].includes(status)) return mayFail ? "passed" : "failed";
  // A manual job that may fail holds nothing up.
  return status === "manual" && mayFail ? "passed" : "pending";
}
