import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

export interface RemovalOrder {
  readonly id: number;
  readonly path: string;
}

export interface RemovalAnswer {
  readonly id: number;
  readonly isRemoved: boolean;
}

/** A thread that removes trees. */
export interface RemovalThread {
  /** False: something is in the way, or the thread has ended. */
  remove(path: string): Promise<boolean>;
  isOver(): boolean;
  end(): Promise<void>;
}

/** It keeps no process alive while it has nothing to do. */
export function startRemovalThread(): RemovalThread {
  const asked = new Map<number, (isRemoved: boolean) => void>();
  const worker = new Worker(program(), { resourceLimits: { maxOldGenerationSizeMb: 32 } });
  let [count, isOver] = [0, false];
  const answer = (id: number, isRemoved: boolean): void => {
    asked.get(id)?.(isRemoved);
    asked.delete(id);
    if (asked.size === 0) worker.unref();
  };
  const lose = (): void => {
    isOver = true;
    for (const id of asked.keys()) answer(id, false);
  };
  worker.unref();
  worker.on("message", ({ id, isRemoved }: RemovalAnswer) => {
    answer(id, isRemoved);
  });
  worker.on("error", lose).on("exit", lose);
  return {
    remove: (path) => {
      if (isOver) return Promise.resolve(false);
      const id = (count += 1);
      worker.ref();
      return new Promise((resolve) => {
        asked.set(id, resolve);
        worker.postMessage({ id, path } satisfies RemovalOrder);
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
  const published = fileURLToPath(new URL("../../../removal-worker.js", import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL("main.ts", import.meta.url));
}
