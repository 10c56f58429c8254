import { parentPort } from "node:worker_threads";
import { removePlain } from "./plain.ts";
import type { RemovalAnswer, RemovalOrder } from "./thread.ts";

/** A thread of its own: every step may wait for the file system's journal. */
parentPort?.on("message", ({ id, path }: RemovalOrder) => {
  void removePlain(Buffer.from(path)).then((isRemoved) => {
    parentPort?.postMessage({ id, isRemoved } satisfies RemovalAnswer);
  });
});
