import type { SheetState } from "../state.ts";
import { fallBack, hasNextAgent, waitForAgent } from "./agent-trouble.ts";
import type { EndedAttempt } from "./ended-attempt.ts";

/** An agent that was to take over, and is not installed. It did nothing, and nobody may ever have needed it. */
export function isMissingFallback({ running, ended: { end, trouble } }: EndedAttempt): boolean {
  return running.counts.fallbacks > 0 && trouble?.code === "E505" && (end.kind === "not-started" || !running.isAlive);
}

/** It is passed over: the sheet goes to the one after it, or is what it would be without those that took over. */
export function withoutFallback(ending: EndedAttempt): SheetState {
  const { running } = ending;
  const { instead } = running;
  if (hasNextAgent(ending)) return { ...fallBack(ending, "goes-on"), ...(instead === undefined ? {} : { instead }) };
  if (instead === undefined) return waitForAgent(ending);
  const { attempts, spent, tried, interruptions } = running.counts;
  const counts = { ...instead.counts, attempts, spent, tried, interruptions };
  // The place of the last attempt is the one that has to be seen to; that of the one before was when this one began.
  if (instead.kind === "failed") return { ...instead, counts, attempt: running.attempt, context: running.context };
  return { ...instead, counts, context: { id: running.context, reuse: false } };
}
