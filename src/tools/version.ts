import { shownText } from "../base/shown-text.ts";
import type { Located, SearchPlace } from "./locate.ts";
import { shortRun } from "./short-run.ts";

type VersionAnswer =
  | { readonly kind: "runs" /** `null`: it does not say. */; readonly version: string | null }
  /** It is there and can't be run. */
  | { readonly kind: "broken"; readonly why: string };

/** What a shell says of a program that it can't run, or can't find: so do shims for a program that is not installed. */
const notRunnable = new Set([126, 127]);

export async function versionOf(
  { argv, isIndirect }: Extract<Located, { readonly kind: "found" }>,
  place: SearchPlace,
): Promise<VersionAnswer> {
  const answer = await shortRun(place, [...argv, "--version"]);
  if (answer.kind === "none") return { kind: "broken", why: answer.why };
  const { code, out, err } = answer;
  if (code === 0) return { kind: "runs", version: versionIn(out) ?? versionIn(err) };
  // Some know no such option, which says nothing of whether they run.
  if (!isIndirect && !notRunnable.has(code)) return { kind: "runs", version: null };
  return {
    kind: "broken",
    why: `asked for its version it exited ${String(code)}: ${shownText(`${err}\n${out}`, 300)}`,
  };
}

/** The first thing that looks like one. */
function versionIn(text: string): string | null {
  return /\d{1,9}\.\d{1,9}[\w.+-]{0,40}/.exec(text)?.[0].replace(/[.+-]+$/, "") ?? null;
}
