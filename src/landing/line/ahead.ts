import type { Known, Limits, Place } from "./step.ts";

/**
 * Whether the first of the line has failed, and only a second look at it or a look at the target keeps it there: most
 * likely it goes, and what has nothing else to do may test the line without it.
 */
export function isLikelyToGo([first]: readonly Place[]): boolean {
  return first !== undefined && (first.gates === "doubted" || first.gates === "confirming" || first.gates === "failed");
}

/** What may be run on the line without its first, beside what is run on that one and on the target. */
export function limitsAhead(
  limits: Limits,
  beside: { readonly first: Known | undefined; readonly target: Known },
): Limits {
  const running = [beside.first, beside.target].filter((known) => known === "testing" || known === "confirming").length;
  return { ...limits, parallel: limits.parallel - running, ownParallel: 0 };
}
