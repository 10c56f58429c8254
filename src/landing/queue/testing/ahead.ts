import { isLikelyToGo, limitsAhead, nextStep } from "../../line/step.ts";
import { type Line, formLine, limitsOf, seen, targetKnown, testOf } from "../line.ts";
import type { Entry } from "../offer.ts";
import type { QueueState } from "../state.ts";
import { runGates } from "./tests.ts";

/**
 * The line as it will be when its first result is gone, where that is likely; its trees are those of the line then, and
 * what was said of them counts.
 */
export async function lineAhead(queue: QueueState, line: Line, entries: readonly Entry[]): Promise<Line | undefined> {
  const gone = line.places[0]?.entry;
  if (gone === undefined || !isLikelyToGo(seen(line, queue.tests))) return undefined;
  const rest = entries.filter((entry) => entry !== gone);
  return rest.length === 0 ? undefined : formLine(queue, line.head, rest);
}

/**
 * Runs gates ahead with what the line itself leaves free. Nothing else is done about that line: it is not there yet.
 */
export function testAhead(queue: QueueState, line: Line, ahead: Line): void {
  const { ground, tests } = queue;
  const [first] = seen(line, tests);
  const limits = limitsAhead(limitsOf(ahead, queue.window), { first: first?.gates, target: targetKnown(line, tests) });
  if (limits.parallel <= 0) return;
  const step = nextStep(seen(ahead, tests), "unknown", limits);
  if (step.kind !== "test") return;
  for (const place of step.gates) {
    const found = ahead.places[place];
    if (found !== undefined && found.asks.length > 0) runGates(ground, tests, testOf(ahead.head, found));
  }
}
