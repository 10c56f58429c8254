import { shownText } from "../../base/shown-text.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import type { ForgePlace } from "../forge.ts";
import { repositoryPath } from "../kinds/github-shapes.ts";
import { writerOf } from "../issues/tracker.ts";
import { harmless } from "../text/harmless.ts";
import { claimIn, claimMark, type Mention, type Said } from "./mention.ts";

/** One repository, with a login. */
export interface Watched {
  readonly place: ForgePlace;
  readonly api: Api;
  /** The account that Tutti uses there. */
  readonly me: string;
}

const longest = 8 * 1024;

/** Everything that was written or changed since a moment: comments, comments beside lines, issues. */
export async function readSaid({ place, api }: Watched, since: string): Promise<readonly Said[]> {
  const at = repositoryPath(place);
  const query = { since, sort: "updated", direction: "asc" };
  const [comments, lines, issues] = await Promise.all([
    api.list(`${at}/issues/comments`, query),
    api.list(`${at}/pulls/comments`, query),
    api.list(`${at}/issues`, { ...query, state: "open" }),
  ]);
  return [
    ...comments.flatMap((one) => saidIn(one, "comment", numberIn(one.text("issue_url")))),
    ...lines.flatMap((one) => saidIn(one, "line", numberIn(one.text("pull_request_url")))),
    ...issues.flatMap((one) => saidIn(one, "issue", one.number("number"))),
  ];
}

function saidIn(one: Reading, kind: "comment" | "line" | "issue", number: number | null): readonly Said[] {
  const text = shownText(one.text("body") ?? "", longest);
  if (number === null || text === "") return [];
  const author = writerOf(one);
  return [
    {
      id: `${kind}-${String(kind === "issue" ? number : one.requireNumber("id"))}`,
      number,
      isPull: kind === "line" || one.at("pull_request").text("url") !== null || isOfPull(one),
      author: author.name,
      isMember: author.isMember,
      text,
      path: one.text("path"),
      line: one.number("line") ?? one.number("original_line"),
    },
  ];
}

function isOfPull(one: Reading): boolean {
  return /\/pull\/\d+(?:#|$)/.test(one.text("html_url") ?? "");
}

function numberIn(url: string | null): number | null {
  const found = /\/(\d+)$/.exec(url ?? "")?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Takes a mention for this home, by a comment. Two machines that take it at the same moment see each other's comments
 * afterwards; the older one counts.
 */
export async function claim(watched: Watched, mention: Mention, home: string): Promise<boolean> {
  const path = `${repositoryPath(watched.place)}/issues/${String(mention.number)}/comments`;
  const before = claimIn(await ownComments(watched, path), mention, home);
  if (before !== "free") return before === "ours";
  const words = `On it, ${harmless(mention.author)}: ${mention.wants === "review" ? "a review follows" : "the work becomes commits or a pull request"}.`;
  await watched.api.send("POST", path, { body: `${words}\n\n${claimMark(mention, home)}` });
  return claimIn(await ownComments(watched, path), mention, home) === "ours";
}

async function ownComments({ api, me }: Watched, path: string): Promise<readonly string[]> {
  return (await api.list(path))
    .filter((comment) => comment.at("user").text("login") === me)
    .toSorted((one, other) => one.requireNumber("id") - other.requireNumber("id"))
    .map((comment) => comment.text("body") ?? "");
}
