import type { Reading } from "../api/reading.ts";
import { repositoryPath } from "../kinds/github-shapes.ts";
import { type ForgeMeans, openApi } from "../open-forge.ts";
import { harmless } from "../text/harmless.ts";
import type { Reference } from "./reference.ts";
import { writerOf } from "./tracker.ts";

/** A comment of Tutti's. The mark is invisible on the page, and no text of an agent can contain one. */
export interface Saying {
  readonly mark: string;
  readonly text: string;
}

const longest = 60_000;

/** Comments on an issue or a pull request, once: a comment of the same account with the same mark is enough. */
export async function sayOnce(
  reference: Reference,
  means: ForgeMeans,
  { mark, text }: Saying,
): Promise<"said" | "said before"> {
  const api = await openApi(reference.place, means);
  const path = `${repositoryPath(reference.place)}/issues/${String(reference.number)}/comments`;
  // The token of a GitHub Action may not ask who it is; then what members and bots said counts.
  const me = (await api.maybe("/user"))?.text("login") ?? null;
  const hidden = `<!-- tutti: ${mark} -->`;
  const isMine = (comment: Reading): boolean =>
    me === null
      ? comment.at("user").text("type") === "Bot" || writerOf(comment).isMember
      : comment.at("user").text("login") === me;
  const isSaid = (comment: Reading): boolean => comment.text("body")?.includes(hidden) === true && isMine(comment);
  if ((await api.list(path)).some(isSaid)) return "said before";
  await api.send("POST", path, { body: `${harmless(text).slice(0, longest)}\n\n${hidden}` });
  return "said";
}
