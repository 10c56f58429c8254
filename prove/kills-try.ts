import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { kill, killWhole, strays } from "./census.ts";
import { type Inspection, inspect } from "./inspection.ts";
import { type Moment, awaitMoment, drawMoment } from "./kills-moment.ts";
import { base, sheetsOf } from "./kills-score.ts";
import { type Playground, makePlayground, removePlayground, startingFiles } from "./playground.ts";
import { type Chance, caseSeed, chanceFrom } from "./seed.ts";
import { type ScoreSetting, expectationOf, scoreOf } from "./sheets.ts";
import { type End, lastJson, runTutti, startTutti } from "./tutti.ts";
import { walk } from "./walk.ts";

interface Kill {
  /**
   * The whole tree of processes; else only Tutti itself, so that its git (and agents, where nothing holds them) go on.
   */
  readonly isWhole: boolean;
  readonly moment: Moment;
}

/** A kill that came in time. */
interface Struck extends Kill {
  /** It fell between the first and the last step of moving the user's checkout. */
  readonly isMidMove: boolean;
  /** A git of Tutti's died with it in the user's repository, and its lock is still there. */
  readonly leftLock: boolean;
}

export interface Try extends Inspection {
  readonly seed: number;
  readonly ground: Playground;
  readonly kills: readonly Struck[];
  /** The first kill came before there was anything to go on with, so the score was run again. */
  readonly isRunAgain: boolean;
  /** From the first start to the end. */
  readonly tookMs: number;
}

/** How often a job that came to its end before its kill is played anew. */
const mostAgain = 3;

/**
 * One job of twenty sheets that is killed up to three times, goes on after each, and is looked at when it has finished.
 */
export async function tryKills(seed: number, runMs: number): Promise<Try> {
  let one = await playKilled(seed, { seed, runMs });
  for (let again = 1; again <= mostAgain && one.kills.length === 0 && one.wrong.length === 0; again += 1) {
    await removePlayground(one.ground);
    one = await playKilled(seed, { seed: caseSeed(seed, again), runMs: one.tookMs });
  }
  return one;
}

function playKilled(seed: number, draw: { seed: number; runMs: number }): Promise<Try> {
  const chance = chanceFrom(draw.seed);
  const plan = drawKills(chance);
  return play(seed, { chance, plan, runMs: draw.runMs });
}

/** The same job left alone: how long it takes, and that it is right by itself. */
export async function tryUndisturbed(seed: number): Promise<Try> {
  return play(seed, { chance: chanceFrom(seed), plan: [], runMs: 0 });
}

/** A first kill always, a second in half of the tries, a third in a third of those. */
function drawKills(chance: Chance): readonly Kill[] {
  const first = { isWhole: chance.next() < 0.5, moment: drawMoment(chance, true) };
  const second = { isWhole: chance.next() < 0.5, moment: drawMoment(chance, false) };
  const third = { isWhole: chance.next() < 0.5, moment: drawMoment(chance, false) };
  const luck = chance.next();
  return luck < 1 / 2 ? [first] : luck < 5 / 6 ? [first, second] : [first, second, third];
}

interface Course {
  readonly chance: Chance;
  readonly plan: readonly Kill[];
  readonly runMs: number;
}

async function play(seed: number, course: Course): Promise<Try> {
  const { chance } = course;
  const sheets = sheetsOf(chance);
  const setting: ScoreSetting = { isolation: chance.pick(["clone", "worktree"]), parallel: 2 + chance.whole(7) };
  const containment = chance.pick(["auto", "group"]);
  const made = await makePlayground(base, scoreOf(sheets, setting));
  const ground = { ...made, env: { ...made.env, TUTTI_CONTAINMENT: containment } };
  const startedAt = performance.now();
  const { end, kills, isRunAgain } = await playToTheEnd(ground, course);
  const tookMs = performance.now() - startedAt;
  const found = await inspect(ground, expectationOf(startingFiles(base), sheets));
  for (const pid of strays(ground.home)) kill(pid);
  const ending =
    end.code === 0
      ? []
      : [`the last start ended with ${String(end.code)}: ${end.said.trimEnd().split("\n").slice(-3).join("\n")}`];
  const wrong = [...ending, ...found.wrong];
  const story = { seed, setting, containment, plan: course.plan, struck: kills.length, wrong };
  if (wrong.length > 0) await writeFile(join(ground.folder, "wrong.json"), JSON.stringify(story, undefined, 1));
  return { seed, ground, kills, isRunAgain, tookMs, ...found, wrong };
}

async function playToTheEnd(
  ground: Playground,
  course: Course,
): Promise<{ end: End; kills: readonly Struck[]; isRunAgain: boolean }> {
  const run = ["run", ground.score, "--json"];
  const kills: Struck[] = [];
  for (const next of [...course.plan, undefined]) {
    const args = kills.length === 0 ? run : ["resume", "--json"];
    const end = await playUntilKilled(ground, args, { kill: next, runMs: course.runMs });
    if (end.code === null && next !== undefined) kills.push({ ...next, ...traces(ground, next) });
    else if (await hasNoJob(ground, end))
      return { end: await playUntilKilled(ground, run, { kill: undefined, runMs: 0 }), kills, isRunAgain: true };
    else return { end, kills, isRunAgain: false };
  }
  throw new Error("the last start is not killed, so it has an end");
}

function traces(ground: Playground, kill: Kill): Pick<Struck, "isMidMove" | "leftLock"> {
  const locks = walk(join(ground.repository, ".git")).filter((path) => path.endsWith(".lock"));
  // A git that goes on takes its lock away by itself.
  return {
    isMidMove: locks.includes("index.lock"),
    leftLock: kill.isWhole && locks.some((path) => path !== "index.lock"),
  };
}

/** Longer than this, a job of some seconds is stuck. */
const patienceMs = 180_000;

async function playUntilKilled(
  ground: Playground,
  args: readonly string[],
  how: { kill: Kill | undefined; runMs: number },
): Promise<End> {
  const running = startTutti(ground, args);
  const awaited = awaitMoment(
    how.kill?.moment ?? { kind: "time", share: 1 },
    ground,
    how.kill === undefined ? patienceMs : how.runMs,
  );
  const first = await Promise.race([awaited.reached, running.ended]);
  awaited.callOff();
  if (first !== "reached") return first;
  if (how.kill?.isWhole === false) kill(running.pid);
  else await killWhole(running.pid, ground.home);
  const end = await running.ended;
  return how.kill === undefined ? { code: -1, said: `${end.said}\nstuck: ended after ${patienceMs} ms` } : end;
}

/** Nothing to go on with because nothing was ever handed in. */
async function hasNoJob(ground: Playground, end: End): Promise<boolean> {
  const result = lastJson(end) as { type?: string; job?: unknown } | undefined;
  if (end.code !== 0 || result?.type !== "result" || result.job !== null) return false;
  const jobs = lastJson(await runTutti(ground, ["list", "--json"]));
  return Array.isArray(jobs) && jobs.length === 0;
}
