import type { Journal, StoreReader } from "../../store/store.ts";
import { isGate, isPromise } from "../promises/promise.ts";
import type { TestReport } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { type TestAnswer, type TestQuestion, askGate } from "./ask.ts";

/**
 * Asks gates about a tree, one after the other, up to the first that fails. Fewer answers than gates, and none of them
 * a failure: it was called off, which says nothing about the tree.
 */
export async function runGates(hands: GateHands, question: TestQuestion): Promise<readonly TestReport[]> {
  return (await askGates(hands, question)).map(({ report }) => report);
}

/** The same, with where to read what they printed: a place on this machine, for a person here. */
export async function askGates(hands: GateHands, question: TestQuestion): Promise<readonly TestAnswer[]> {
  const answers: TestAnswer[] = [];
  const asked = { ...question, changed: once(question.changed) };
  const gates = question.requirements.filter(isGate);
  for (const gate of gates) {
    const answer = await askGate(hands, asked, gate);
    if (answer === undefined) return answers;
    answers.push(answer);
    question.heard?.(answer.report);
    if (!answer.report.passed) return answers;
  }
  return [...answers, ...(await askPromises(hands, asked))];
}

/**
 * Promises don't build on each other, so several are asked at once; and all of them, so that whoever breaks some is
 * told of each. In a trial one that fails is enough.
 */
async function askPromises(hands: GateHands, question: TestQuestion): Promise<readonly TestAnswer[]> {
  const promises = question.requirements.filter(isPromise);
  const answers: (TestAnswer | undefined)[] = promises.map(() => undefined);
  let next = 0;
  let isEnough = false;
  const work = async (): Promise<void> => {
    while (!isEnough) {
      const place = next;
      next += 1;
      const ask = promises[place];
      if (ask === undefined) return;
      const answer = await askGate(hands, question, ask);
      answers[place] = answer;
      if (answer !== undefined) question.heard?.(answer.report);
      if (answer === undefined || (question.isTrial === true && !answer.report.passed)) isEnough = true;
    }
  };
  await Promise.all(Array.from({ length: question.atOnce ?? 1 }, work));
  return answers.filter((answer) => answer !== undefined);
}

/**
 * Lets gates be run again that have said something of a tree already; gives how many verdicts went. `null`: all there
 * are.
 */
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
