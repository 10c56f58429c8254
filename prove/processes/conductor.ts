import { setTimeout as pause } from "node:timers/promises";
import { join } from "node:path";
import type { ProcessRow } from "../../src/process/tree/proc.ts";
import { kill } from "../census.ts";
import { killConductor, nextConductor, processesOf } from "../conductor-kills/target.ts";
import { type Playground, makePlayground, removePlayground } from "../playground.ts";
import { runTutti } from "../tutti.ts";
import type { Fate } from "./direct.ts";
import { endAll, livingWith, survivorsOf, untilLiving } from "./survivors.ts";
import { animalScript, zoo } from "./zoo.ts";

const bornMs = 60_000;
const dyingMs = 5000;

/**
 * The whole zoo in one job of a real conductor, which is then ended. `killed` is what lives after kill -9 before
 * another conductor is there, `killed, next one` what lives when the next one has put things in order.
 */
export async function endConductors(
  how: "stop" | "stop --now" | "kill",
  containment: string,
): Promise<readonly Fate[]> {
  const tags = zoo.map(() => `tutti-zoo-${crypto.randomUUID()}`);
  const ground = await makeGround(containment, tags);
  const fates: Fate[] = [];
  const judge = async (end: string, born: readonly ProcessRow[]): Promise<void> => {
    const left = await survivorsOf(born, dyingMs);
    // Judged by the living, not by their tags: the next conductor plays the sheets again.
    const counts = tags.map(
      (tag) =>
        livingWith(tag).filter(({ pid, startTime }) =>
          left.some((row) => row.pid === pid && row.startTime === startTime),
        ).length,
    );
    fates.push(
      ...zoo.map(({ name }, place) => ({ animal: name, end, containment, survivors: counts[place] ?? 0, fault: "" })),
    );
  };
  try {
    const handed = await runTutti(ground, ["run", ground.score, "--detach"]);
    if (handed.code !== 0) return [broken(containment, `tutti run ended with ${String(handed.code)}: ${handed.said}`)];
    const born = await untilLiving(tags, bornMs);
    const conductor = await nextConductor(ground, undefined, AbortSignal.timeout(bornMs));
    if (born === undefined || conductor === undefined) return [broken(containment, "not every animal was seen")];
    if (how === "kill") {
      await killConductor(ground, conductor, false);
      await judge("killed", born);
      const started = await runTutti(ground, ["start"]);
      if (started.code !== 0)
        return [broken(containment, `tutti start ended with ${String(started.code)}: ${started.said}`)];
      await judge("killed, next one", born);
      await runTutti(ground, ["stop"]);
    } else {
      const stopped = await runTutti(ground, how.split(" "));
      if (stopped.code !== 0)
        return [broken(containment, `tutti ${how} ended with ${String(stopped.code)}: ${stopped.said}`)];
      await judge(how === "stop" ? "shutdown" : "shutdown at once", born);
    }
    return fates;
  } finally {
    for (const tag of tags) endAll(livingWith(tag));
    for (const pid of processesOf(ground)) kill(pid);
    while (processesOf(ground).length > 0) await pause(20);
    await removePlayground(ground);
  }
}

function broken(containment: string, fault: string): Fate {
  return { animal: "all", end: "conductor", containment, survivors: 0, fault };
}

async function makeGround(containment: string, tags: readonly string[]): Promise<Playground> {
  const sheets = zoo.map((animal, place) => ({
    id: `animal-${place}`,
    prompt: "live",
    agent: { command: ["/bin/sh", "-c", animalScript(animal, tags[place] ?? "")] },
  }));
  const score = JSON.stringify({
    name: "zoo",
    isolation: "clone",
    parallel: zoo.length,
    retry: { attempts: 1 },
    sheets,
  });
  const made = await makePlayground(new Map(), score);
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  const roomy = { TUTTI_DISK_WARNING_GB: "0", TUTTI_DISK_FLOOR_GB: "0" };
  return {
    ...made,
    env: { ...env, ...roomy, XDG_CONFIG_HOME: join(made.folder, "config"), TUTTI_CONTAINMENT: containment },
  };
}
