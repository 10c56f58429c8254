import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { kill } from "../census.ts";
import { processesOf, untilNone } from "../conductor-kills/target.ts";
import { inspect } from "../inspection.ts";
import type { Playground } from "../playground.ts";
import { chanceFrom } from "../seed.ts";
import { runTutti } from "../tutti.ts";
import { expected, makeGround } from "./ground.ts";
import { type Scene, bringAbout } from "./incidents.ts";
import { look, readStory } from "./journal.ts";
import { type Judgement, judge } from "./judge.ts";
import { type Provider, openProvider } from "./provider.ts";
import { type Setting, drawSetting } from "./setting.ts";
import { type Traffic, trafficOf } from "./traffic.ts";

export interface Round extends Judgement, Traffic {
  readonly seed: number;
  readonly setting: Setting;
  readonly ground: Playground;
  readonly landed: number;
  readonly seconds: number;
}

/**
 * One job whose provider lets through only so many, and all that happens to it meanwhile. `setting`: else it is drawn.
 */
export async function playRound(seed: number, given?: Setting): Promise<Round> {
  const from = performance.now();
  const chance = chanceFrom(seed);
  const setting = given ?? drawSetting(chance);
  const providers = [await openProvider(setting.allowance), await openProvider(setting.allowance)] as const;
  const ground = await makeGround(
    setting,
    providers.map(({ url }) => url),
  );
  try {
    const faults = await play({ ground, providers, chance, windowMs: setting.allowance.windowMs }, setting);
    const story = await readStory(ground);
    const left = await end(ground);
    const found = await inspect(ground, expected(setting));
    const judgement = judge(
      story,
      providers.map(({ asked }) => asked),
    );
    const traffic = trafficOf(
      providers.map(({ asked }) => asked),
      setting,
    );
    const wrong = [...faults, ...left, ...found.wrong, ...judgement.wrong, ...traffic.wrong];
    if (wrong.length > 0)
      await writeFile(join(ground.folder, "wrong.json"), JSON.stringify({ seed, setting, wrong }, undefined, 1));
    return {
      ...judgement,
      ...traffic,
      seed,
      setting,
      ground,
      landed: setting.sheets - found.lost.length,
      seconds: (performance.now() - from) / 1000,
      wrong,
    };
  } finally {
    await Promise.all(providers.map((provider) => provider.goDown()));
  }
}

async function play(stage: Omit<Scene, "over">, setting: Setting): Promise<readonly string[]> {
  const over = new AbortController();
  const handed = await runTutti(stage.ground, ["run", stage.ground.score, "--detach"]);
  if (handed.code !== 0) return [`tutti run ended with ${String(handed.code)}: ${handed.said}`];
  const finishing = untilFinished(stage.ground).finally(() => {
    over.abort();
  });
  const wrong: string[] = [];
  for (const [place, incident] of setting.incidents.entries()) {
    const due = ((place + 0.5) * setting.sheets * setting.turns) / (setting.incidents.length + 0.5);
    await untilAllowed(stage.providers, due, over.signal);
    if (over.signal.aborted) wrong.push(`the job was over before its ${incident}`);
    else wrong.push(...(await bringAbout(incident, { ...stage, over: over.signal })));
  }
  return [...wrong, ...(await finishing)];
}

const lookMs = 50;

async function untilAllowed(providers: readonly Provider[], count: number, over: AbortSignal): Promise<void> {
  const allowed = (): number =>
    providers.flatMap(({ asked }) => asked).filter(({ answer }) => answer === "allowed").length;
  while (!over.aborted && allowed() < count) await pause(lookMs);
}

/** Longer than any reset, probe or start takes. */
const patienceMs = 60_000;

async function untilFinished(ground: Playground): Promise<readonly string[]> {
  let [position, since] = [0, performance.now()];
  while (performance.now() - since < patienceMs) {
    const seen = await look(ground);
    if (seen.status?.kind === "finished") return [];
    if (seen.position > position) [position, since] = [seen.position, performance.now()];
    await pause(lookMs * 4);
  }
  return ["it is stuck: nothing was recorded any more"];
}

async function end(ground: Playground): Promise<readonly string[]> {
  const { code, said } = await runTutti(ground, ["stop"]);
  const left = await untilNone(ground, 10_000);
  for (const pid of left) kill(pid);
  while (processesOf(ground).length > 0) await pause(20);
  return [
    ...(code === 0 ? [] : [`tutti stop ended with ${String(code)}: ${said}`]),
    ...left.map((pid) => `process ${pid} outlived its conductor`),
  ];
}
