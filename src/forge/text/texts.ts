import { footerOf, footerStart, type PullRequestFacts } from "./footer.ts";
import { harmless } from "./harmless.ts";
import { titleOf } from "./title.ts";
import { withoutMark } from "../draft-title.ts";

export interface PullRequestWords extends PullRequestFacts {
  /** In the words of the score or of an agent; empty: the sheet's name. */
  readonly title: string;
  readonly body: string;
}

/** The most that GitHub takes, counted in bytes: a server that counts characters counts fewer. */
const mostBytes = 65_536;
/** Beyond this nothing can be shown anyway. */
const longestRead = 4 * mostBytes;
const cutNote = "\n\n*(cut: it was longer than a pull request takes)*";

export function pullRequestTexts(words: PullRequestWords): { readonly title: string; readonly body: string } {
  const title = titleOf(withoutMark(harmless(words.title.slice(0, 2000))));
  const footer = footerOf(words);
  const room = mostBytes - Buffer.byteLength(footer) - Buffer.byteLength(cutNote) - 100;
  const said = harmless(words.body.slice(0, longestRead)).trim();
  const cut = cutBytes(said, room);
  const isCut = cut !== said || words.body.length > longestRead;
  const body = `${closed(cut)}${isCut ? cutNote : ""}`;
  return {
    title: title === "" ? titleOf(harmless(`Sheet ${words.sheet}`)) : title,
    body: body === "" ? footer : `${body}\n\n${footer}`,
  };
}

/** The text of a pull request as people left it, with what Tutti knows by now in place of what it knew before. */
export function withFacts(body: string, facts: PullRequestFacts): string {
  const plain = body.replaceAll("\r\n", "\n");
  const old = plain.lastIndexOf(footerStart);
  const said = (old === -1 ? plain : plain.slice(0, old)).trimEnd();
  return said === "" ? footerOf(facts) : `${said}\n\n${footerOf(facts)}`;
}

function cutBytes(text: string, room: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= room) return text;
  // A character that the cut went through becomes the sign for a broken one.
  return bytes
    .subarray(0, room)
    .toString("utf8")
    .replace(/\ufffd$/, "")
    .trimEnd();
}

/** A block of code that is never ended would swallow everything below it. */
function closed(text: string): string {
  let open: string | null = null;
  for (const line of text.split("\n")) {
    const fence: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) continue;
    if (open === null) open = fence;
    else if (fence.startsWith(open) && line.trim() === fence) open = null;
  }
  return open === null ? text : `${text}\n${open}`;
}
