import { parentPort } from "node:worker_threads";
import { mergesFor } from "../proposals/proposals.ts";
import type { Question } from "./ask.ts";

/** A thread of its own: a merge that takes too long or too much memory ends with it. */
parentPort?.on("message", (question: Question) => {
  void mergesFor(question.path, question.texts, question.ways).then(
    (merges) => parentPort?.postMessage(merges),
    (error: unknown) => parentPort?.postMessage({ failed: error instanceof Error ? error.message : String(error) }),
  );
});
