import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import type { Remark } from "../forge.ts";
import type { ForgePlace } from "../place.ts";
import { remarkOf } from "../saying.ts";

interface Where {
  readonly place: ForgePlace;
  readonly repository: string;
  readonly number: number;
  readonly reviews: readonly Reading[];
}

/** Lines are spoken of only within reviews, one list for each. */
export async function remarksOn(api: Api, { place, repository, number, reviews }: Where): Promise<readonly Remark[]> {
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
