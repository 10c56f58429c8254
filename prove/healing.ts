import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Diagnosis } from "../src/api/contract/answers.ts";
import type { JobView } from "../src/api/contract/job.ts";
import { type Fault, faults } from "./healing/faults.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";
import { makePlayground, type Playground, removePlayground } from "./playground.ts";
import { caseSeed, chanceFrom } from "./seed.ts";
import { type End, lastJson, runTutti, startTutti } from "./tutti.ts";

/** Each fault that rules know is put into a job: it is healed, or the job stops with the right sentence. */
export const healing: Part = {
  name: "healing",
  summary: "each remedy's fault in a job with other sheets, also over kill -9: healed or stopped, never a loop",
  defaultCount: faults.length * 4,
  run: proveHealing,
};

const atOnce = 2;

async function proveHealing({ count, seed, say }: PartOrder): Promise<PartResult> {
  const failures: { seed: number; what: string }[] = [];
  const figures = { healed: 0, stopped: 0, killed: 0, loops: 0, lost: 0 };
  const queue = Array.from({ length: count }, (_, at) => at).values();
  const work = async (): Promise<void> => {
    for (const at of queue) {
      // In order, so that a short run tries each of the first ones; a seed alone gives the same one again.
      const drawn = caseSeed(seed, at);
      const own = count === 1 ? drawn : drawn - (drawn % faults.length) + (at % faults.length);
      const fault = faults[own % faults.length] as Fault;
      const round = await playRound(fault, own);
      figures.killed += round.isKilled ? 1 : 0;
      figures.loops += round.isLoop ? 1 : 0;
      figures.lost += round.lost;
      figures[fault.expected === "healed" ? "healed" : "stopped"] += round.wrong.length === 0 ? 1 : 0;
      const how = round.isKilled ? ", killed on the way" : "";
      say(
        `${fault.code} ${fault.name}${how}: ${round.wrong.length === 0 ? "as it should be" : round.wrong.join("; ")}`,
      );
      if (round.wrong.length === 0) await removePlayground(round.ground);
      else
        failures.push({
          seed: own,
          what: `${fault.code} ${fault.name}: ${round.wrong.join("; ")} (${round.ground.folder})`,
        });
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, work));
  return { tried: count, failures, figures };
}

interface Round {
  readonly ground: Playground;
  readonly wrong: readonly string[];
  readonly isKilled: boolean;
  readonly isLoop: boolean;
  readonly lost: number;
}

/** Against hangs only: a busy machine takes its time. */
const loopMs = 600_000;

async function playRound(fault: Fault, seed: number): Promise<Round> {
  const chance = chanceFrom(seed);
  const others = Array.from({ length: chance.whole(3) }, (_, at) => `other-${String(at)}`);
  const ground = await makePlayground(new Map(), "");
  const scratch = join(ground.folder, "scratch");
  mkdirSync(scratch);
  const { sheets, ...rest } = fault.score(scratch);
  const score = {
    name: "healing",
    agent: "scripted",
    retry: { attempts: 1, completions: 0 },
    ...rest,
    sheets: [...sheets, ...others.map((id) => ({ id, prompt: `create ${id}.txt ${id}` }))],
  };
  writeFileSync(ground.score, JSON.stringify(score));
  fault.arrange?.(ground, scratch);
  const isKilled = chance.whole(3) === 0;
  const isLoop = await play(ground, fault, isKilled ? 300 + chance.whole(2_500) : null);
  if (fault.cure !== undefined) {
    fault.cure(scratch);
    await runTutti(ground, ["diagnose", "--apply", fault.code]);
    await runTutti(ground, ["resume"]);
  }
  const job = lastJson(await runTutti(ground, ["status", "--json"])) as JobView | null | undefined;
  const how = fault.code === "H07" ? { ...ground, env: { ...ground.env, TUTTI_DISK_FLOOR_GB: "900000" } } : ground;
  const found = lastJson(await runTutti(how, ["diagnose", "--json"])) as Diagnosis | null | undefined;
  if (job === null || job === undefined || found === null || found === undefined)
    // Killed before there was a job.
    return { ground, isKilled, isLoop, lost: 0, wrong: isKilled ? [] : ["there is no job"] };
  const wrong = [
    ...(isLoop ? [`it did not end within ${String(loopMs / 1000)} s`] : []),
    ...wrongIn(isKilled && fault.isPassing === true ? { ...fault, code: null } : fault, job, found),
  ];
  const lost = fault.stopsAll === true ? 0 : others.filter((id) => stateOf(job, id) !== "landed").length;
  return {
    ground,
    isKilled,
    isLoop,
    lost,
    wrong: lost === 0 ? wrong : [...wrong, `${String(lost)} other sheets did not land`],
  };
}

/** Whether it had to be ended. A job that is killed is resumed. */
async function play(ground: Playground, { options }: Fault, killAfterMs: number | null): Promise<boolean> {
  const healed = ["--self-healing", ...options];
  const first = startTutti(ground, ["run", ground.score, ...healed]);
  const isLate = await endedWithin(first, killAfterMs ?? loopMs);
  if (!isLate || killAfterMs === null) return isLate;
  return endedWithin(startTutti(ground, ["resume", ...healed]), loopMs);
}

async function endedWithin(
  running: { readonly pid: number; readonly ended: Promise<End> },
  ms: number,
): Promise<boolean> {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    process.kill(running.pid, "SIGKILL");
  }, ms);
  await running.ended;
  clearTimeout(timer);
  return isLate;
}

function stateOf(job: JobView, sheet: string): string | undefined {
  return job.sheets.find(({ id }) => id === sheet)?.state;
}

/** `code: null`: it may have landed without a remedy. */
function wrongIn(
  fault: Pick<Fault, "expected"> & { readonly code: Fault["code"] | null },
  job: JobView,
  found: Diagnosis,
): readonly string[] {
  const used = found.healings;
  const pairs = used.flatMap(({ code, sheets }) =>
    sheets.length === 0 ? [code] : sheets.map((id) => `${code} ${id}`),
  );
  const twice = pairs.filter((pair, at) => pairs.indexOf(pair) !== at);
  const faulty = stateOf(job, "faulty") ?? "";
  const said = JSON.stringify([found, job.why]);
  const tooOften = job.sheets.filter(({ attempts }) => attempts > 2 + used.length);
  return [
    ...twice.map((pair) => `${pair} was used twice`),
    ...tooOften.map(({ id, attempts }) => `${id} had ${String(attempts)} attempts`),
    ...(fault.expected === "healed" &&
    (faulty !== "landed" || (fault.code !== null && !used.some(({ code }) => code === fault.code)))
      ? [
          `it is ${faulty} after ${pairs.join(", ") || "no remedy"}: ${found.findings.map(({ what }) => what).join(" ")}`,
        ]
      : []),
    ...(fault.expected !== "healed" && !isSaid(fault.expected, said.replaceAll("\\\\", "\\"))
      ? [`nothing says ${String(fault.expected.says)}: ${said}`]
      : []),
    ...(fault.expected !== "healed" && faulty === "landed" ? ["it landed all the same"] : []),
  ];
}

function isSaid({ says }: Exclude<Fault["expected"], "healed">, text: string): boolean {
  return says.test(text);
}
