import { setTimeout as pause } from "node:timers/promises";
import { killConductor, nextConductor } from "../conductor-kills/target.ts";
import type { Playground } from "../playground.ts";
import type { Chance } from "../seed.ts";
import { type End, runTutti } from "../tutti.ts";
import { type Seen, isParked, look } from "./journal.ts";
import type { Provider } from "./provider.ts";
import type { Incident } from "./setting.ts";

export interface Scene {
  readonly ground: Playground;
  readonly providers: readonly [Provider, Provider];
  readonly chance: Chance;
  readonly windowMs: number;
  /** The job has finished, or is stuck. */
  readonly over: AbortSignal;
}

/** Brings it about and sees it through; what went wrong on the way. */
export function bringAbout(incident: Incident, scene: Scene): Promise<readonly string[]> {
  return incidents[incident](scene);
}

const incidents: Readonly<Record<Incident, (scene: Scene) => Promise<readonly string[]>>> = {
  kill,
  restart,
  terminal,
  outage,
  quota,
};

async function kill(scene: Scene): Promise<readonly string[]> {
  const { ground, chance, over } = scene;
  await untilParked(scene);
  const conductor = await nextConductor(ground, undefined, over);
  if (conductor === undefined) return [];
  await killConductor(ground, conductor, chance.next() < 0.5);
  return problemsOf(await runTutti(ground, ["start"]), "start");
}

async function restart(scene: Scene): Promise<readonly string[]> {
  await untilParked(scene);
  return problemsOf(await runTutti(scene.ground, ["restart"]), "restart");
}

/**
 * The keys are taken back. The job has to come to rest, unless one of its accounts will have quota again; whether its
 * conductor is another one by then makes no difference.
 */
async function terminal(scene: Scene): Promise<readonly string[]> {
  const { ground, providers, chance } = scene;
  const moods = providers.map(({ mood }) => mood);
  for (const provider of providers) provider.mood = "refuses";
  const isAtRest = ({ status, throttles, running }: Seen): boolean =>
    moods.includes("empty")
      ? running === 0 && throttles.some(({ shut }) => shut?.why === "stopped")
      : status?.kind === "paused" && status.cause.kind === "agent";
  if (!(await until(scene, isAtRest))) return ["no rest came of keys that are not accepted"];
  const wrong = chance.next() < 0.5 ? problemsOf(await runTutti(ground, ["restart"]), "restart") : [];
  // An agent that would ask again does so now.
  await pause(500);
  for (const [place, provider] of providers.entries()) provider.mood = moods[place] ?? "works";
  return [...wrong, ...problemsOf(await runTutti(ground, ["resume", "--detach"]), "resume")];
}

async function outage(scene: Scene): Promise<readonly string[]> {
  await Promise.all(scene.providers.map((provider) => provider.goDown()));
  const isMet = await until(scene, ({ throttles }) => throttles.some(({ shut }) => shut?.why === "faults"));
  await pause(scene.chance.whole(2000));
  await Promise.all(scene.providers.map((provider) => provider.comeBack()));
  return isMet ? [] : ["agents kept asking a provider that was not there"];
}

function quota({ providers }: Scene): Promise<readonly string[]> {
  providers[0].mood = "empty";
  return Promise.resolve([]);
}

const lookMs = 20;
const patienceMs = 30_000;

/**
 * A restart means most while an account is parked, and for long enough that another conductor is there before the
 * reset.
 */
async function untilParked(scene: Scene): Promise<void> {
  const isLong = await until(scene, (seen) => isParked(seen, scene.windowMs / 2), scene.windowMs);
  if (!isLong) await until(scene, (seen) => isParked(seen, lookMs), scene.windowMs);
}

async function until({ ground, over }: Scene, holds: (seen: Seen) => boolean, limitMs = patienceMs): Promise<boolean> {
  const last = performance.now() + limitMs;
  while (!over.aborted && performance.now() < last) {
    if (holds(await look(ground))) return true;
    await pause(lookMs);
  }
  return false;
}

function problemsOf({ code, said }: End, what: string): readonly string[] {
  return code === 0
    ? []
    : [`tutti ${what} ended with ${String(code)}: ${said.trimEnd().split("\n").slice(-3).join("\n")}`];
}
