import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { World } from "../../../base/world/world.ts";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import type { MergesOfFile } from "../proposals/proposals.ts";
import type { WayName } from "../ways/proposal.ts";

export interface Question {
  readonly path: string;
  readonly texts: Sides<string>;
  readonly ways: readonly WayName[];
}

type Answer = MergesOfFile | { readonly failed: string };

export interface Bounds {
  readonly timeoutMs: number;
  readonly megabytes: number;
}

const none: MergesOfFile = { proposals: [], rest: null };

const usualBounds: Bounds = { timeoutMs: 60_000, megabytes: 1_024 };

/** The merges of one file by all ways, found in a thread; none where that takes too long or too much memory. */
export async function askWorker(
  { after }: Pick<World, "after">,
  question: Question,
  bounds: Bounds = usualBounds,
): Promise<MergesOfFile> {
  const worker = new Worker(program(), { resourceLimits: { maxOldGenerationSizeMb: bounds.megabytes } });
  const answer = Promise.withResolvers<MergesOfFile>();
  const callOff = after(bounds.timeoutMs, () => {
    answer.resolve(none);
  });
  worker.on("message", (said: Answer) => {
    answer.resolve("proposals" in said ? said : none);
  });
  // Out of memory, or a text that the parser can't take: there is no merge then, as before.
  worker.on("error", () => {
    answer.resolve(none);
  });
  worker.on("exit", () => {
    answer.resolve(none);
  });
  worker.postMessage(question);
  try {
    return await answer.promise;
  } finally {
    callOff();
    await worker.terminate();
  }
}

/** One file in the package; its source in a clone. */
function program(): string {
  const published = fileURLToPath(new URL("../../../merge-worker.js", import.meta.url));
  return existsSync(published) ? published : fileURLToPath(new URL("main.ts", import.meta.url));
}
