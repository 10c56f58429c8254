import type { Journal, StoreReader } from "../../store/store.ts";
import { isGate, isPromise } from "../promises/promise.ts";
import type { TestReport } from "./gate.ts";
import type { GateHands } from "./hands.ts";
import { type TestAnswer, type TestQuestion, askGate } from "./ask.ts";

/** Asks gates about a tree, one after the other, until one fails. Fewer answers without a failure: cancelled. */
export async function runGates(hands: GateHands, question: TestQuestion): Promise<readonly TestReport[]> {
  return (await askGates(hands, question)).map(({ report }) => report);
}

/** With the paths of their logs, for a person on this machine. */
export async function askGates(hands: GateHands, question: TestQuestion): Promise<readonly TestAnswer[]> {
  const answers: TestAnswer[] = [];
  const asked = { ...question, changed: once(question.changed), toolchains: new Map<string, Promise<string>>() };
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
 * Promises are independent, so several run at once; and all of them, so that the report names each that is broken. A
 * trial stops at one failure.
 */
async function askPromises(hands: GateHands, question: TestQuestion): Promise<readonly TestAnswer[]> {
  const promises = question.requirements.filter(isPromise);
  const answers: (TestAnswer | undefined)[] = promises.map(() => undefined);
  let next = 0;
  let isEnough = false;
  const askOn = async (): Promise<void> => {
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
  // After a fault no other promise is asked, and those under way end first: their folders are gone by then.
  const work = (): Promise<void> =>
    askOn().catch((error: unknown) => {
      isEnough = true;
      throw error;
    });
  const ends = await Promise.allSettled(Array.from({ length: question.atOnce ?? 1 }, work));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return answers.filter((answer) => answer !== undefined);
}

/** Deletes verdicts, so that gates run again; how many. `null`: all. */
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
