import type { BatchPlan } from "../../score/plan/landing-plan.ts";

/**
 * `doubted`: it failed once; it is confirmed (`confirming`) only if that decides about a result: to find a culprit,
 * once is enough.
 */
export type Known = "none" | "unknown" | "testing" | "passed" | "failed" | "doubted" | "confirming";

/** One result in the line, on top of all before it. */
export interface Place {
  readonly own: Known;
  /** The verdict of the gates of all results up to here on it. */
  readonly gates: Known;
}

export interface Limits {
  /** How many results one test may cover now. */
  readonly window: number;
  /** Trees to run gates on at once, and own validations. */
  readonly parallel: number;
  readonly ownParallel: number;
}

/** The next step of the line. */
export type LineStep =
  | { readonly kind: "land"; readonly count: number }
  /** The first fails right on top of the target, which passes by itself. */
  | { readonly kind: "eject"; readonly because: "own" | "gates" }
  /** The first fails gates: do they pass without it? */
  | { readonly kind: "test-target" }
  /** The target itself fails: no one in the line is to blame, and nothing lands. */
  | { readonly kind: "stuck" }
  /** Places in the line, counted from 0. */
  | { readonly kind: "test"; readonly own: readonly number[]; readonly gates: readonly number[] }
  | { readonly kind: "wait" };

/**
 * Decides about results stacked on the target. Results that passed together land at once; only the first is ever
 * ejected, with nothing but the target below it. Else gates run on trees spread over the window: the one that covers
 * most, and those that find a culprit soonest.
 */
export function nextStep(line: readonly Place[], target: Known, limits: Limits): LineStep {
  const [first] = line;
  if (first === undefined) return { kind: "wait" };
  const count = landable(line);
  if (count > 0) return { kind: "land", count };
  if (first.own === "failed") return { kind: "eject", because: "own" };
  if (first.gates === "failed") return aboutTarget(target);
  const own = ownToTest(line, limits);
  const gates = gatesToTest(line, limits);
  return own.length + gates.length > 0 ? { kind: "test", own, gates } : { kind: "wait" };
}

/** All of them sound, with a tree that passed. */
function landable(line: readonly Place[]): number {
  let count = 0;
  for (const [place, { own, gates }] of line.entries()) {
    if (own === "failed" || own === "unknown" || own === "testing" || isFailing(gates)) break;
    if (gates === "passed" || gates === "none") count = place + 1;
  }
  return count;
}

function aboutTarget(target: Known): LineStep {
  switch (target) {
    case "passed":
    case "none":
      return { kind: "eject", because: "gates" };
    case "failed":
      return { kind: "stuck" };
    case "unknown":
      return { kind: "test-target" };
    case "testing":
    case "doubted":
    case "confirming":
      return { kind: "wait" };
  }
}

/** Places above a failure will be stacked anew: testing them is in vain. */
function ownToTest(line: readonly Place[], { ownParallel }: Limits): readonly number[] {
  const end = firstFailure(line) ?? line.length;
  const free = ownParallel - line.filter(({ own }) => own === "testing").length;
  return placesWhere(line.slice(0, end), ({ own }) => own === "unknown").slice(0, Math.max(0, free));
}

function gatesToTest(line: readonly Place[], { window, parallel }: Limits): readonly number[] {
  const free = parallel - line.filter(({ gates }) => gates === "testing" || gates === "confirming").length;
  if (free <= 0) return [];
  if (line[0]?.gates === "doubted") return [0];
  const failure = firstFailure(line);
  // As many as are tested at once cost no more time than one.
  const end = Math.min(failure ?? line.length, Math.max(window, parallel));
  // Without a failure the whole window is worth a test; below one, only what divides it.
  const parts = failure === undefined || failure > end ? free : free + 1;
  const spread = Array.from({ length: free }, (_, part) => Math.ceil((end * (part + 1)) / parts) - 1);
  return [...new Set(spread)].filter((place) => line[place]?.gates === "unknown");
}

/** Everything above it will be stacked anew. */
export function firstFailure(line: readonly Place[]): number | undefined {
  const found = line.findIndex(({ own, gates }) => own === "failed" || isFailing(gates));
  return found === -1 ? undefined : found;
}

function isFailing(known: Known): boolean {
  return known === "failed" || known === "doubted" || known === "confirming";
}

function placesWhere(line: readonly Place[], holds: (place: Place) => boolean): readonly number[] {
  return line.flatMap((place, index) => (holds(place) ? [index] : []));
}

/**
 * The first has failed and only a confirmation or a test of the target keeps it: spare capacity may test the line
 * without it.
 */
export function isLikelyToGo([first]: readonly Place[]): boolean {
  return first !== undefined && (first.gates === "doubted" || first.gates === "confirming" || first.gates === "failed");
}

/** Beside the tests of the first and of the target. */
export function limitsAhead(
  limits: Limits,
  beside: { readonly first: Known | undefined; readonly target: Known },
): Limits {
  const running = [beside.first, beside.target].filter((known) => known === "testing" || known === "confirming").length;
  return { ...limits, parallel: limits.parallel - running, ownParallel: 0 };
}

/** More by as many as landed together (twice as many where all did), and half after a failure. */
export function windowAfter(
  window: number,
  what: "landed" | "ejected",
  { max, count = window }: Pick<BatchPlan, "max"> & { readonly count?: number },
): number {
  return what === "landed" ? Math.min(max, window + Math.min(count, window)) : Math.max(1, Math.floor(window / 2));
}
