import { parentPort } from "node:worker_threads";
import { proposalsFor } from "../proposals.ts";
import type { Question } from "./ask.ts";

/** A thread of its own: a merge that takes too long or too much memory ends with it. */
parentPort?.on("message", (question: Question) => {
  void proposalsFor(question.path, question.texts, question.ways).then(
    (proposals) => parentPort?.postMessage({ proposals }),
    (error: unknown) => parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
