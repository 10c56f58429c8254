import { isLikelyToGo, limitsAhead, nextStep } from "../../line/step.ts";
import { type Line, formLine, limitsOf, seen, targetKnown, testOf } from "../line.ts";
import type { Entry } from "../offer.ts";
import type { QueueState } from "../state.ts";
import { runGates } from "./tests.ts";

/**
 * The line without its first result, where that is likely to go; its trees, and their verdicts, will be those of the
 * line then.
 */
export async function lineAhead(queue: QueueState, line: Line, entries: readonly Entry[]): Promise<Line | undefined> {
  const gone = line.places[0]?.entry;
  if (gone === undefined || !isLikelyToGo(seen(line, queue.tests))) return undefined;
  const rest = entries.filter((entry) => entry !== gone);
  return rest.length === 0 ? undefined : formLine(queue, line.head, rest);
}

/** Runs gates ahead with the capacity that the line leaves free. */
export function testAhead(queue: QueueState, line: Line, ahead: Line): void {
  const { ground, tests } = queue;
  const [first] = seen(line, tests);
  const limits = limitsAhead(limitsOf(ahead, queue.seen.window), {
    first: first?.gates,
    target: targetKnown(line, tests),
  });
  if (limits.parallel <= 0) return;
  const step = nextStep(seen(ahead, tests), "unknown", limits);
  if (step.kind !== "test") return;
  for (const place of step.gates) {
    const found = ahead.places[place];
    if (found !== undefined && found.asks.length > 0) runGates(ground, tests, testOf(ahead.head, found));
  }
}
