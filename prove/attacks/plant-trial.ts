import { type Level, openContext } from "../contexts/ground.ts";
import type { Plant } from "./plants.ts";
import { type Stage, makeStage } from "./stage.ts";

export interface PlantTrial {
  readonly plant: string;
  readonly level: Level;
  /** What ran in Tutti's own git. */
  readonly executed: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * Lets a task plant it, has Tutti do all that its git does with contexts, and then shows that another git would have
 * fallen for it.
 */
export async function tryPlant(plant: Plant, level: Level): Promise<PlantTrial> {
  const stage = await makeStage(level);
  try {
    stage.canary.asTask(stage.attacker.path, plant.script);
    const stopped = await workOn(stage, level);
    const executed = stage.canary.songs();
    stage.canary.asCarelessUser(stage.attacker.path);
    const isDud = plant.fires && stage.canary.carelessSongs().length === 0;
    const wrong = [
      ...executed.map((song) => `${song} was run by Tutti's git`),
      ...(isDud ? ["no git falls for it: the plant is not planted"] : []),
      // On the hub that they share, one worktree may stop the others; nowhere else.
      ...(level === "worktree" ? [] : stopped),
    ];
    return { plant: plant.name, level, executed, wrong };
  } finally {
    await stage.leave();
  }
}

/** Captures, other contexts, the same context again, and its end. Gives what could not be done. */
async function workOn(stage: Stage, level: Level): Promise<readonly string[]> {
  const stopped: string[] = [];
  const step = async (what: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch((error: unknown) => stopped.push(`${what}: ${String(error)}`));
  };
  await step("a capture", () => stage.attacker.take());
  await step("a capture of another", () => stage.neighbour.take());
  await step("another context", async () => {
    const next = await openContext(stage.ground, { id: "next", level });
    await (await next.take()).destroy();
    await next.close();
  });
  await stage.attacker.close();
  await step("the same context again", async () => {
    const again = await openContext(stage.ground, { id: "attacker", level });
    await again.take();
    await again.close();
  });
  await step("the end of another", async () => (await stage.neighbour.take()).destroy());
  return stopped;
}
