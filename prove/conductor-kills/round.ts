import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Running } from "../../src/api/local/running.ts";
import { kill } from "../census.ts";
import { type Inspection, inspect } from "../inspection.ts";
import { awaitMoment } from "../kills-moment.ts";
import { type Playground, makePlayground, startingFiles } from "../playground.ts";
import { chanceFrom } from "../seed.ts";
import { type ScoreSetting, expectationOf } from "../sheets.ts";
import { type End, lastJson, runTutti } from "../tutti.ts";
import { type Lives, inspectCaptures, readLives, readProgress } from "./journal.ts";
import { type Kill, type KillPlan, drawPlan, spanMs } from "./plan.ts";
import { base, patientScore, sheetsOf } from "./score.ts";
import { killConductor, nextConductor, processesOf, untilNone } from "./target.ts";

export interface Round extends Inspection {
  readonly seed: number;
  readonly ground: Playground;
  /** Kills that came in time. */
  readonly kills: readonly Kill[];
  readonly starter: KillPlan["starter"];
  readonly lives: Lives;
  readonly isStuck: boolean;
}

/** One job of 25 sheets whose conductor is killed again and again, until no kill is left or the job has finished. */
export async function playRound(seed: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const plan = drawPlan(chance);
  const sheets = sheetsOf(chance);
  const setting: ScoreSetting = { isolation: chance.pick(["clone", "worktree"]), parallel: 2 + chance.whole(7) };
  const containment = chance.pick(["auto", "group"]);
  const ground = await makeGround(patientScore(sheets, setting), containment);
  const played = await play(ground, plan);
  const afterwards = await end(ground, played);
  const found = await inspect(ground, expectationOf(startingFiles(base), sheets));
  const wrong = [...afterwards, ...found.wrong, ...(await inspectCaptures(ground))];
  const lives = await readLives(ground);
  const story = { seed, setting, containment, plan, struck: played.kills, lives, wrong };
  if (wrong.length > 0) await writeFile(join(ground.folder, "wrong.json"), JSON.stringify(story, undefined, 1));
  return { seed, ground, kills: played.kills, starter: plan.starter, lives, isStuck: played.isStuck, ...found, wrong };
}

/** With a conductor of its own, and no settings but these. */
async function makeGround(score: string, containment: string): Promise<Playground> {
  const made = await makePlayground(base, score);
  const env = Object.fromEntries(Object.entries(made.env).filter(([name]) => name !== "TUTTI_LOCAL"));
  return { ...made, env: { ...env, XDG_CONFIG_HOME: join(made.folder, "config"), TUTTI_CONTAINMENT: containment } };
}

interface Played {
  readonly kills: readonly Kill[];
  readonly isStuck: boolean;
  readonly wrong: readonly string[];
}

async function play(ground: Playground, { starter, kills }: KillPlan): Promise<Played> {
  const wrong: string[] = [];
  const over = new AbortController();
  const handing = runTutti(ground, ["run", ground.score, "--json", ...(starter === "hand" ? ["--detach"] : [])]);
  if (starter === "hand") wrong.push(...problemsOf(await handing, "handing it over"));
  const finished =
    starter === "hand"
      ? untilFinished(ground, over.signal)
      : handing.then((client) => wrong.push(...outcomeProblems(client)));
  const watch = untilStuck(ground, over.signal);
  const killing = killAll(ground, { starter, kills, over: over.signal });
  const first = await Promise.race([finished.then(() => "finished" as const), watch]);
  over.abort();
  return {
    kills: await killing,
    isStuck: first === "stuck",
    wrong: first === "stuck" ? [...wrong, "it is stuck: nothing was recorded any more"] : wrong,
  };
}

interface Killing extends KillPlan {
  readonly over: AbortSignal;
}

async function killAll(ground: Playground, { starter, kills, over }: Killing): Promise<readonly Kill[]> {
  const struck: Kill[] = [];
  const starts: Promise<unknown>[] = [];
  let last: Running | undefined;
  for (const next of kills) {
    const running = await nextConductor(ground, last, over);
    if (running === undefined || !(await isTime(ground, next, over))) break;
    last = running;
    if (await killConductor(ground, running, next.isWhole)) struck.push(next);
    // One whose conductor is killed before it answers may say so; the next is started all the same.
    if (starter !== "client") starts.push(runTutti(ground, ["start"]));
  }
  await Promise.all(starts);
  return struck;
}

async function isTime(ground: Playground, { moment }: Kill, over: AbortSignal): Promise<boolean> {
  const awaited = awaitMoment(moment, ground, spanMs);
  const first = await Promise.race([awaited.reached, aborted(over)]);
  awaited.callOff();
  return first === "reached";
}

function aborted(signal: AbortSignal): Promise<"over"> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve("over");
    else signal.addEventListener("abort", () => resolve("over"), { once: true });
  });
}

const lookMs = 250;

async function untilFinished(ground: Playground, over: AbortSignal): Promise<void> {
  while (!over.aborted && (await readProgress(ground)).status !== "finished") await pause(lookMs);
}

/** Everything a job of some seconds does is recorded many times a second. */
const patienceMs = 90_000;

async function untilStuck(ground: Playground, over: AbortSignal): Promise<"stuck"> {
  let [position, since] = [0, performance.now()];
  while (!over.aborted && performance.now() - since < patienceMs) {
    await pause(lookMs * 4);
    const now = (await readProgress(ground)).position;
    if (now > position) [position, since] = [now, performance.now()];
  }
  return "stuck";
}

/** The client lived through all of it, and its exit code is the job's outcome. */
function outcomeProblems(client: End): readonly string[] {
  const result = lastJson(client) as { type?: string; how?: { kind?: string } } | undefined;
  const isFinished = result?.type === "result" && result.how?.kind === "finished";
  return [...problemsOf(client, "the client"), ...(isFinished ? [] : ["the client did not come to the result"])];
}

function problemsOf({ code, said }: End, who: string): readonly string[] {
  return code === 0 ? [] : [`${who} ended with ${String(code)}: ${lastLines(said)}`];
}

function lastLines(said: string): string {
  const lines = said.trimEnd().split("\n").slice(-3);
  return lines.map((line) => line.slice(0, 300)).join("\n");
}

/** Ends the last conductor and every other process; each of those counts as a fault. */
async function end(ground: Playground, played: Played): Promise<readonly string[]> {
  const stopped = played.isStuck ? [] : problemsOf(await runTutti(ground, ["stop"]), "tutti stop");
  const left = await untilNone(ground, played.isStuck ? 0 : 10_000);
  for (const pid of left) kill(pid);
  while (processesOf(ground).length > 0) await pause(20);
  return [
    ...played.wrong,
    ...stopped,
    ...(played.isStuck ? [] : left.map((pid) => `process ${pid} outlived its conductor`)),
  ];
}
