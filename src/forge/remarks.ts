import { shownText, withoutInvisible } from "../base/shown-text.ts";
import type { Remark } from "./forge.ts";

const longestRemark = 8_000;
const longestExcerpt = 4_000;

/** A remark fit to be shown; none when its text is empty. */
export function remarkOf(remark: Remark): readonly Remark[] {
  const text = shownText(remark.text, longestRemark);
  const path = remark.path === null ? null : oneLine(remark.path);
  return text === "" ? [] : [{ ...remark, author: oneLine(remark.author), text, path }];
}

/** The end of a log, where the failure is, without colours and times. */
export function excerptOf(text: string | null): string | null {
  const plain = withoutInvisible((text ?? "").replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, ""));
  const lines = plain.split("\n").map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, "").trimEnd());
  const whole = lines.join("\n").trim();
  if (whole === "") return null;
  return whole.length <= longestExcerpt ? whole : `…${whole.slice(-longestExcerpt).toWellFormed()}`;
}

export function oneLine(text: string): string {
  return shownText(text.replaceAll(/\s+/g, " "), 300);
}

/** Those of the authors whom the server knows as members, each asked for once. */
export async function membersAmong<Id>(
  authors: readonly (Id | null)[],
  isMember: (author: Id) => Promise<boolean>,
): Promise<ReadonlySet<Id>> {
  const members = new Set<Id>();
  for (const author of new Set(authors)) if (author !== null && (await isMember(author))) members.add(author);
  return members;
}

const mark = "seen:";

/**
 * The cursor lists every remark by id. Neither times nor the highest number would do: a remark gets both when its
 * author begins it, and becomes visible when the whole review is handed in.
 */
export function sinceCursor(
  remarks: readonly Remark[],
  since: string | null,
): { readonly fresh: readonly Remark[]; readonly cursor: string } {
  const seen = new Set(since?.startsWith(mark) === true ? since.slice(mark.length).split(" ") : []);
  const fresh = remarks
    .filter((remark) => !seen.has(remark.id))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { fresh, cursor: `${mark}${[...new Set(remarks.map((remark) => remark.id))].sort().join(" ")}` };
}
