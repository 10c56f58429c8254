import type { Journal } from "../../store/journal.ts";
import type { StoreReader } from "../../store/open.ts";
import type { GateReport } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { type GateAnswer, type GateQuestion, askGate } from "./running/ask.ts";

/**
 * Asks gates about a tree, one after the other, up to the first that fails. Fewer answers than gates, and none of them a failure:
 * it was called off, which says nothing about the tree.
 */
export async function runGates(hands: GateHands, question: GateQuestion): Promise<readonly GateReport[]> {
  return (await askGates(hands, question)).map(({ report }) => report);
}

/** The same, with where to read what they printed: a place on this machine, for a person here. */
export async function askGates(hands: GateHands, question: GateQuestion): Promise<readonly GateAnswer[]> {
  const answers: GateAnswer[] = [];
  const changed = once(question.changed);
  for (const gate of question.gates) {
    const answer = await askGate(hands, { ...question, changed }, gate);
    if (answer === undefined) break;
    answers.push(answer);
    question.heard?.(answer.report);
    if (!answer.report.passed) break;
  }
  return answers;
}

/** Lets gates be run again that have said something of a tree already; gives how many verdicts went. `null`: all there are. */
export async function forgetVerdicts(
  store: { readonly journal: Journal; readonly countVerdicts: StoreReader["countVerdicts"] },
  digests: readonly string[] | null,
): Promise<number> {
  const count = await store.countVerdicts(digests);
  await store.journal.append([{ about: "verdict", change: { kind: "forgotten", digests } }]);
  return count;
}

function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => (answer ??= ask());
}
