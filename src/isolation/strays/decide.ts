import type { LeftOut } from "../capture/survey/left-out.ts";
import { shownPath } from "../raw-path.ts";
import type { Stray } from "./stray.ts";

export type Verdict = { readonly kind: "adopt" } | { readonly kind: "stay"; readonly why: string };

/**
 * Whether a stray may be taken at all. Somebody at work in it always counts; a lock counts until its owner is dead or
 * the user says otherwise.
 */
export function verdictOf(
  stray: Pick<Stray, "link" | "lock">,
  facts: { readonly users: readonly number[] | null; readonly isForced: boolean },
): Verdict {
  const { lock, link } = stray;
  if (link === "replaced") return stay("what lies in its place does not belong to it any more");
  if (link === "unseen") return stay("its folder can't be looked at");
  if (facts.users !== null && facts.users.length > 0) return stay(workWords(facts.users));
  if (facts.isForced) return { kind: "adopt" };
  if (facts.users === null)
    return stay("whether somebody works in it can't be told on this system (--force takes it all the same)");
  if (lock === null || lock.owner === "dead") return { kind: "adopt" };
  const owner = lock.pid === null ? "" : ` by process ${String(lock.pid)}, which is alive`;
  return stay(`it is locked${owner}${lock.reason === "" ? "" : ` (${lock.reason})`}; --force takes it all the same`);
}

/** What would be gone for good with a captured stray, each as a sentence; it may go only when there is nothing. */
export function onlyCopies(leftOut: readonly LeftOut[], unkept: readonly string[]): readonly string[] {
  const files = leftOut
    .filter((item) => item.reason !== "ignored")
    .map((item) => `${shownPath(item.path)}: ${item.reason}`);
  return [...unkept, ...files];
}

/** That somebody works in a folder. */
export function workWords(users: readonly number[]): string {
  const [first, ...more] = users.map(String);
  if (more.length === 0) return `process ${first ?? ""} works in it`;
  return `processes ${users.slice(0, 3).join(", ")}${users.length > 3 ? ` and ${String(users.length - 3)} more` : ""} work in it`;
}

function stay(why: string): Verdict {
  return { kind: "stay", why };
}
