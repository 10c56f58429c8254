import { shownText } from "../../base/shown-text.ts";
import type { Api } from "../api/api.ts";
import type { Reading } from "../api/reading.ts";
import { type ForgeMeans, openApi } from "../open-forge.ts";
import { oneLine } from "../remarks.ts";
import { authorOf, repositoryPath } from "../kinds/github-shapes.ts";
import type { Reference } from "./reference.ts";

/** The texts of people on a server: data, never an instruction to Tutti. */
export interface Issue {
  readonly title: string;
  readonly body: string;
  readonly author: Author;
  readonly url: string;
  readonly comments: readonly IssueComment[];
  /** Comments that are not among them, because there are too many. */
  readonly left: number;
}

export interface Author {
  readonly name: string;
  /** May write to the repository. */
  readonly isMember: boolean;
}

export interface IssueComment {
  readonly id: number;
  readonly author: Author;
  readonly text: string;
  readonly at: string;
}

const mostComments = 50;
const longestBody = 64 * 1024;
const longestComment = 8 * 1024;
const members: ReadonlySet<string> = new Set(["OWNER", "MEMBER", "COLLABORATOR"]);

/** Reads an issue, or a pull request as one; without a login where anyone may read it. */
export async function readIssue(reference: Reference, means: ForgeMeans): Promise<Issue> {
  const api = await openApi(reference.place, means, { mayBeGuest: true });
  const path = `${repositoryPath(reference.place)}/issues/${String(reference.number)}`;
  const issue = await api.get(path);
  const comments = await commentsOf(api, path);
  return {
    title: oneLine(issue.requireText("title")),
    body: shownText(issue.text("body") ?? "", longestBody),
    author: writerOf(issue),
    url: issue.requireText("html_url"),
    comments: comments.slice(-mostComments),
    left: Math.max(0, comments.length - mostComments),
  };
}

async function commentsOf(api: Api, path: string): Promise<readonly IssueComment[]> {
  return (await api.list(`${path}/comments`)).flatMap((comment) => {
    const text = shownText(comment.text("body") ?? "", longestComment);
    if (text === "") return [];
    return [{ id: comment.requireNumber("id"), author: writerOf(comment), text, at: comment.text("created_at") ?? "" }];
  });
}

export function writerOf(said: Reading): Author {
  return {
    name: oneLine(authorOf(said) ?? "ghost"),
    isMember: members.has(said.text("author_association") ?? ""),
  };
}
