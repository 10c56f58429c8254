import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import type { Remark } from "../forge.ts";
import { remarkOf } from "../saying.ts";

interface Where {
  readonly repository: string;
  readonly number: number;
  readonly reviews: readonly Reading[];
}

/** What is said in reviews, beside lines, and below the pull request. */
export async function remarksOn(api: Api, { repository, number, reviews }: Where): Promise<readonly Remark[]> {
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
