import { shownText, withoutInvisible } from "../base/shown-text.ts";
import type { Reading } from "./api/reading.ts";
import type { Check, CheckState, Remark } from "./forge.ts";

const longestRemark = 8_000;
const longestExcerpt = 4_000;
/** Of how many failed checks the log is read. */
export const mostLogs = 5;

/** A remark of which some fields may be missing; `null` when nothing was said. */
export function remarkOf(
  remark: Omit<Remark, "author" | "at" | "url" | "path" | "line"> & Partial<Remark>,
): Remark | null {
  const text = shownText(remark.text, longestRemark);
  if (text === "") return null;
  return {
    id: remark.id,
    author: oneLine(remark.author ?? "somebody"),
    isByMember: remark.isByMember,
    ...(remark.isApproval === undefined ? {} : { isApproval: remark.isApproval }),
    text,
    path: remark.path === null || remark.path === undefined ? null : oneLine(remark.path),
    line: remark.line ?? null,
    url: remark.url ?? null,
    at: remark.at ?? "",
  };
}

export function checkOf(check: {
  readonly name: string | null;
  readonly state: CheckState;
  readonly url: string | null;
  readonly excerpt?: string | null;
}): Check {
  return {
    name: oneLine(check.name ?? "a check"),
    state: check.state,
    url: webAddress(check.url),
    excerpt: excerptOf(check.excerpt ?? null),
  };
}

/** The end of it: what went wrong is told last. Colours and times of a log's lines go. */
export function excerptOf(text: string | null): string | null {
  if (text === null) return null;
  const plain = withoutInvisible(text.replaceAll(/\u001b\[[\d;?]*[A-Za-z]/g, ""));
  const lines = plain.split("\n").map((line) => line.replace(/^\d{4}-\d\d-\d\dT[\d:.]+Z /, "").trimEnd());
  const whole = lines.join("\n").trim();
  if (whole === "") return null;
  return whole.length <= longestExcerpt ? whole : `…${whole.slice(-longestExcerpt).toWellFormed()}`;
}

function oneLine(text: string): string {
  return shownText(text.replaceAll(/\s+/g, " "), 300);
}

/** A link that is shown to people is one that a browser opens as a page. */
function webAddress(url: string | null): string | null {
  return url !== null && /^https?:\/\//i.test(url) ? shownText(url, 1000) : null;
}

/** Whoever spoke last is who counts: a later approval takes a wish for changes back. */
export function wantsChanges(
  reviews: readonly Reading[],
  states: { readonly wanted: string; readonly settled: readonly string[] },
): boolean {
  const last = new Map<string, string>();
  for (const review of reviews) {
    const state = review.text("state") ?? "";
    const who = review.at("user").text("login") ?? "";
    if (state === states.wanted || states.settled.includes(state))
      last.set(who, review.flag("dismissed") === true ? "dismissed" : state);
  }
  return [...last.values()].includes(states.wanted);
}

const mark = "seen:";

/**
 * What was heard already, by name. Neither times nor the highest number would do: what a reviewer writes gets both
 * when it is begun, and is seen when the whole review is handed in.
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
