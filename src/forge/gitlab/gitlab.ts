import type { CommitSha } from "../../base/ids.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { sinceCursor } from "../cursor.ts";
import { withMark, withoutMark } from "../draft-title.ts";
import type { Forge, Head, PullRequest, PullState } from "../forge.ts";
import { openOnce } from "../opening.ts";
import type { ForgePlace } from "../place.ts";
import { checksAt } from "./checks.ts";
import { remarksOn } from "./remarks.ts";

const mark = "Draft: ";

export function gitlabForge(place: ForgePlace, api: Api): Forge {
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
