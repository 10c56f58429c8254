import { join } from "node:path";
import { isolate } from "../../src/library.ts";
import { type BenchHome, makeBenchHome, reachConductor, requireTutti } from "./home.ts";
import { type Sampled, sample } from "./sample.ts";

/** What a conductor takes that has nothing to do. */
export interface Idle extends Sampled {
  /** Contexts that it told of when it was asked. */
  readonly contexts: number;
}

/** A conductor beside so many contexts, left alone for some seconds. */
export async function measureIdle(folder: string, contexts: number): Promise<Idle> {
  const home = await makeBenchHome(join(folder, "idle"));
  await makeContexts(home, contexts);
  await requireTutti(home, ["start"]);
  try {
    return await look(home);
  } finally {
    await requireTutti(home, ["stop"]);
  }
}

/** Contexts that stay, as of a program that uses Tutti as a library and has let go of them. */
async function makeContexts({ places, repository }: BenchHome, count: number): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const context = await isolate(repository, `kept-${String(number)}`, "directory", { home: places.home });
    await context.close();
  }
}

async function look(home: BenchHome): Promise<Idle> {
  const tutti = await reachConductor(home);
  const known = await tutti.call("context.list", {});
  const { pid } = tutti.hello;
  await tutti.close();
  return { ...(await sample(pid)), contexts: known.contexts.length };
}
