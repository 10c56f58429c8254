import type { CommitSha } from "../../base/ids.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { sinceCursor } from "../remarks.ts";
import { withMark, withoutMark } from "../text/title.ts";
import {
  type Check,
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
import { checkOf, remarkOf, wantsChanges } from "../remarks.ts";

const mark = "WIP: ";

export const gitea: ForgeServer = {
  forge: giteaForge,
  isKnownHost: (host) => host === "codeberg.org" || host === "gitea.com",
  aliases: {},
  path: "pair-below",
  api: (_, root) => `${root}/api/v1`,
  tokenNames: () => ["GITEA_TOKEN"],
  headers: (token) => ({ authorization: `token ${token}`, accept: "application/json" }),
  paging: { size: 50, sizeName: "limit" },
  hasGh: false,
};

function giteaForge(place: ForgePlace, api: Api): Forge {
  const repository = `/repos/${encodeURIComponent(place.owner)}/${encodeURIComponent(place.name)}`;
  const label = async (pull: PullRequest, labels: readonly string[]): Promise<PullRequest> => {
    if (labels.length === 0) return pull;
    return withLabels(pull, async () =>
      api.send("POST", `${repository}/issues/${pull.number}/labels`, {
        labels: await labelIds(api, { repository, owner: place.owner }, labels),
      }),
    );
  };
  const find = async (head: Head): Promise<PullRequest | undefined> => {
    const items = await api.list(`${repository}/pulls`, { state: "open", sort: "recentupdate" });
    const found = items.find((pull) => isFrom(pull, head.fork ?? place, head.branch));
    return found === undefined ? undefined : pullOf(found);
  };
  return {
    kind: "gitea",
    find,
    open: async ({ head, base, title, body, draft, labels }) => {
      const source = head.fork === null ? head.branch : `${head.fork.owner}:${head.branch}`;
      const wish = { head: source, base, title: withMark(title, mark, draft), body };
      const post = async (): Promise<PullRequest> => pullOf(await api.send("POST", `${repository}/pulls`, wish));
      return label(await openOnce(post, () => find(head)), labels);
    },
    update: async (pull, { title, body, labels = [], draft }) => {
      const path = `${repository}/pulls/${pull.number}`;
      const isRetitled = title !== undefined || draft !== undefined;
      const wish = {
        ...(isRetitled ? { title: withMark(title ?? pull.title, mark, draft ?? pull.isDraft) } : {}),
        ...(body === undefined ? {} : { body }),
      };
      return label(
        pullOf(Object.keys(wish).length === 0 ? await api.get(path) : await api.send("PATCH", path, wish)),
        labels,
      );
    },
    look: async (pull, since): Promise<PullState> => {
      const path = `${repository}/pulls/${pull.number}`;
      const now = await api.get(path);
      const head = now.at("head").requireText("sha") as CommitSha;
      const reviews = await api.list(`${path}/reviews`);
      const [checks, remarks] = await Promise.all([
        checksAt(api, repository, head),
        remarksOn(api, { place, repository, number: pull.number, reviews }),
      ]);
      const { fresh, cursor } = sinceCursor(remarks, since);
      const isMerged = now.flag("merged") === true;
      return {
        state: isMerged ? "merged" : now.text("state") === "closed" ? "closed" : "open",
        head,
        merged: isMerged ? (now.text("merge_commit_sha") as CommitSha | null) : null,
        checks,
        remarks: fresh,
        changesRequested: wantsChanges(reviews, { wanted: "REQUEST_CHANGES", settled: ["APPROVED"] }),
        mergeable: mergeableOf(now),
        cursor,
      };
    },
  };
}

function isFrom(pull: Reading, from: ForgePlace, branch: string): boolean {
  const head = pull.at("head");
  return (
    head.text("ref") === branch &&
    head.at("repo").text("full_name")?.toLowerCase() === `${from.owner}/${from.name}`.toLowerCase()
  );
}

function pullOf(pull: Reading): PullRequest {
  const title = pull.requireText("title");
  return {
    number: pull.requireNumber("number"),
    url: pull.requireText("html_url"),
    title: withoutMark(title),
    body: pull.text("body") ?? "",
    isDraft: isDraft(pull),
    branch: pull.at("head").requireText("ref"),
    base: pull.at("base").requireText("ref"),
    troubles: [],
  };
}

function isDraft(pull: Reading): boolean {
  const title = pull.requireText("title");
  return pull.flag("draft") ?? withoutMark(title) !== title;
}

/** The server says of a draft that it can't be merged, whatever is in it. */
function mergeableOf(now: Reading): PullState["mergeable"] {
  if (now.flag("mergeable") === true) return "yes";
  return now.flag("mergeable") === null || isDraft(now) ? "unknown" : "conflict";
}

async function checksAt(api: Api, repository: string, commit: string): Promise<Checks> {
  const statuses = await api.list(`${repository}/commits/${commit}/statuses`);
  // A check tells each of its steps as one more status under the same name: the last one counts.
  const last = new Map<string, Reading>();
  for (const status of statuses) {
    const name = status.text("context") ?? "";
    if ((last.get(name)?.number("id") ?? -1) < (status.number("id") ?? 0)) last.set(name, status);
  }
  return checksOf([...last.values()].map(ofStatus));
}

function ofStatus(status: Reading): Check {
  const state = status.text("status") ?? status.text("state");
  const isFailed = state === "failure" || state === "error";
  return checkOf({
    name: status.text("context"),
    state: isFailed ? "failed" : state === "pending" ? "pending" : "passed",
    url: status.text("target_url"),
    excerpt: isFailed ? status.text("description") : null,
  });
}

/** This server knows labels by number. Those it does not have yet are made, as the other servers do by themselves. */
async function labelIds(
  api: Api,
  where: { readonly repository: string; readonly owner: string },
  labels: readonly string[],
): Promise<readonly number[]> {
  const ofOwner = await api.maybe(`/orgs/${encodeURIComponent(where.owner)}/labels`, { limit: 50 });
  const known = [...(await api.list(`${where.repository}/labels`)), ...(ofOwner?.items() ?? [])];
  const ids: number[] = [];
  for (const label of labels) {
    const there = known.find((one) => one.text("name") === label);
    ids.push(
      (
        there ?? (await api.send("POST", `${where.repository}/labels`, { name: label, color: "#ededed" }))
      ).requireNumber("id"),
    );
  }
  return ids;
}

interface Where {
  readonly place: ForgePlace;
  readonly repository: string;
  readonly number: number;
  readonly reviews: readonly Reading[];
}

/** Lines are spoken of only within reviews, one list for each. */
async function remarksOn(api: Api, { place, repository, number, reviews }: Where): Promise<readonly Remark[]> {
  const handedIn = reviews
    .filter((review) => !["PENDING", "REQUEST_REVIEW"].includes(review.text("state") ?? ""))
    .slice(-mostReviews);
  const said: Said[] = (await api.list(`${repository}/issues/${number}/comments`)).map((comment) => ({
    comment,
    kind: "comment",
  }));
  for (const review of handedIn) {
    said.push({ comment: review, kind: "review" });
    if (review.number("comments_count") === 0) continue;
    const lines = await api.list(`${repository}/pulls/${number}/reviews/${review.requireNumber("id")}/comments`);
    said.push(...lines.map((comment): Said => ({ comment, kind: "line" })));
  }
  const official = handedIn
    .filter((review) => review.flag("official") === true)
    .map((review) => review.at("user").text("login"));
  const members = new Set([place.owner, ...official]);
  for (const author of new Set(said.map(({ comment }) => comment.at("user").text("login")))) {
    if (
      author !== null &&
      !members.has(author) &&
      (await api.maybe(`${repository}/collaborators/${encodeURIComponent(author)}`)) !== null
    )
      members.add(author);
  }
  return said.map((one) => ofComment(one, members)).filter((remark) => remark !== null);
}

const mostReviews = 100;

interface Said {
  readonly comment: Reading;
  readonly kind: "review" | "line" | "comment";
}

function ofComment({ comment, kind }: Said, members: ReadonlySet<string | null>): Remark | null {
  const author = comment.at("user").text("login");
  return remarkOf({
    id: `${kind}-${comment.requireNumber("id")}`,
    author: author ?? "ghost",
    isByMember: author !== null && members.has(author),
    ...(kind === "review" && comment.text("state") === "APPROVED" ? { isApproval: true as const } : {}),
    text: comment.text("body") ?? "",
    path: comment.text("path"),
    line: lineOf(comment),
    url: comment.text("html_url"),
    at: comment.text("submitted_at") ?? comment.text("created_at") ?? "",
  });
}

/** 0 where the line is gone. */
function lineOf(comment: Reading): number | null {
  return (
    [comment.number("position"), comment.number("original_position")].find((line) => line !== null && line > 0) ?? null
  );
}
