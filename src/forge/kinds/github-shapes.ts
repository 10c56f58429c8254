import type { CommitSha } from "../../base/ids.ts";
import type { Reading } from "../api/reading.ts";
import type { ForgePlace, PullRequest, PullState, Remark } from "../forge.ts";
import { remarkOf } from "../remarks.ts";

/** Shapes of GitHub's API, which Gitea took over. */

export function repositoryPath({ owner, name }: ForgePlace): string {
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
}

export function isFrom({ owner, name }: ForgePlace, branch: string): (pull: Reading) => boolean {
  const wanted = `${owner}/${name}`.toLowerCase();
  return (pull) => {
    const head = pull.at("head");
    return head.text("ref") === branch && head.at("repo").text("full_name")?.toLowerCase() === wanted;
  };
}

export function pullOf(pull: Reading): Omit<PullRequest, "isDraft" | "troubles"> {
  return {
    number: pull.requireNumber("number"),
    url: pull.requireText("html_url"),
    title: pull.requireText("title"),
    body: pull.text("body") ?? "",
    branch: pull.at("head").requireText("ref"),
    base: pull.at("base").requireText("ref"),
  };
}

export function lookOf(
  now: Reading,
  reviews: readonly Reading[],
  states: ReviewStates,
): Pick<PullState, "state" | "head" | "merged" | "changesRequested"> {
  const isMerged = now.flag("merged") === true;
  return {
    state: isMerged ? "merged" : now.text("state") === "closed" ? "closed" : "open",
    head: now.at("head").requireText("sha") as CommitSha,
    merged: isMerged ? (now.text("merge_commit_sha") as CommitSha | null) : null,
    changesRequested: wantsChanges(reviews, states),
  };
}

interface ReviewStates {
  readonly wanted: string;
  readonly settled: readonly string[];
}

/** The last word of each reviewer counts: a later approval takes a request for changes back. */
function wantsChanges(reviews: readonly Reading[], { wanted, settled }: ReviewStates): boolean {
  const last = new Map<string | null, string>();
  for (const review of reviews) {
    const state = review.text("state") ?? "";
    if (state === wanted || settled.includes(state))
      last.set(authorOf(review), review.flag("dismissed") === true ? "dismissed" : state);
  }
  return [...last.values()].includes(wanted);
}

export function authorOf(comment: Reading): string | null {
  return comment.at("user").text("login");
}

export interface Said {
  readonly review: readonly Reading[];
  readonly line: readonly Reading[];
  readonly comment: readonly Reading[];
}

export function remarksFrom(
  said: Said,
  of: { readonly isMember: (comment: Reading) => boolean; readonly lineOf: (comment: Reading) => number | null },
): readonly Remark[] {
  return (["review", "line", "comment"] as const).flatMap((kind) =>
    said[kind].flatMap((comment) =>
      remarkOf({
        id: `${kind}-${comment.requireNumber("id")}`,
        author: authorOf(comment) ?? "ghost",
        isByMember: of.isMember(comment),
        isApproval: kind === "review" && comment.text("state") === "APPROVED",
        text: comment.text("body") ?? "",
        path: comment.text("path"),
        line: of.lineOf(comment),
        url: comment.text("html_url"),
        at: comment.text("submitted_at") ?? comment.text("created_at") ?? "",
      }),
    ),
  );
}
