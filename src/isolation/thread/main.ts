import { parentPort } from "node:worker_threads";
import { type TaskEnd, type TaskOrder, tasks } from "./tasks.ts";

/** A thread of its own: every step may wait for the file system's journal. */
parentPort?.on("message", ({ id, name, given }: TaskOrder) => {
  const task = tasks[name] as (given: unknown) => Promise<unknown>;
  task(given).then(
    (answer) => parentPort?.postMessage({ id, answer } satisfies TaskEnd),
    // Asked again on the main thread, it fails there, with an error that has its code.
    () => parentPort?.postMessage({ id, isLost: true } satisfies TaskEnd),
  );
});
