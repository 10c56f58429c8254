import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Answer, Given, TaskEnd, TaskName, TaskOrder } from "./tasks.ts";

/** A thread that works on many files. */
export interface FilesThread {
  /** `lost`: the thread has ended, or the task failed. */
  ask<Name extends TaskName>(name: Name, given: Given<Name>): Promise<Answer<Name> | "lost">;
  isOver(): boolean;
  end(): Promise<void>;
}

/** It keeps no process alive while it has nothing to do. */
export function startFilesThread(): FilesThread {
  const asked = new Map<number, (end: TaskEnd) => void>();
  const worker = new Worker(program(), { resourceLimits: { maxOldGenerationSizeMb: 256 } });
  let [count, isOver] = [0, false];
  const tell = (end: TaskEnd): void => {
    asked.get(end.id)?.(end);
    asked.delete(end.id);
    if (asked.size === 0) worker.unref();
  };
  const lose = (): void => {
    isOver = true;
    for (const id of asked.keys()) tell({ id, isLost: true });
  };
  worker.unref();
  worker.on("message", tell);
  worker.on("error", lose).on("exit", lose);
  return {
    ask: <Name extends TaskName>(name: Name, given: Given<Name>) => {
      if (isOver) return Promise.resolve("lost" as const);
      const id = (count += 1);
      worker.ref();
      return new Promise<Answer<Name> | "lost">((resolve) => {
        asked.set(id, (end) => resolve("isLost" in end ? "lost" : (end.answer as Answer<Name>)));
        worker.postMessage({ id, name, given } satisfies TaskOrder);
      });
    },
    isOver: () => isOver,
    end: async () => {
      await worker.terminate();
    },
  };
}

/** One file in the package; its source in a clone. */
function program(): string {
  const published = fileURLToPath(new URL("../../files-worker.js", import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL("main.ts", import.meta.url));
}
