import { kill } from "../census.ts";
import { clearAway } from "../contexts/clear-away.ts";
import { processesOf } from "../conductor-kills/target.ts";
import type { Playground } from "../playground.ts";
import { makeSpecialGround, plainScore, plantingScore, type Planted, workFile } from "./ground.ts";
import { type Judged, judge, peakMegabytes, tellJob } from "./judge.ts";
import { answered, type Timed, timed } from "./timed.ts";

export interface PlantTrial {
  readonly sheets: readonly Judged[];
  readonly beside: readonly string[];
  readonly answers: readonly string[];
  readonly longestMs: number;
}

/** Far more than ten sheets take; a job that is not over by then hangs. */
const boundMs = 180_000;
/** A huge line or file must not be held in memory as a whole more than a few times. */
const mostMegabytes = 1_200;

/**
 * A job whose agents plant these, and another one beside it in the same repository; a person asks meanwhile, stops and
 * starts anew.
 */
export async function tryPlanting(planted: readonly Planted[]): Promise<PlantTrial> {
  const ground = await makeSpecialGround();
  try {
    const odd = timed(ground, ["run", plantingScore(ground, planted, "odd"), "--json"], boundMs);
    const beside = await timed(ground, ["run", plainScore(ground, "beside"), "--json"], boundMs);
    const diagnosis = await answered(ground, ["diagnose"]);
    const end = await odd;
    const job = await tellJob(ground, jobIn(end));
    const sheets = planted.map((one) => judge(ground, job, one));
    const memory = await conductorMemory(ground);
    const stop = await answered(ground, ["stop"]);
    const start = await timed(ground, ["start"], 60_000);
    const again = await answered(ground, ["stop"]);
    return {
      sheets:
        end.code === null
          ? sheets.map((sheet) => ({ ...sheet, hung: [...sheet.hung, "its job never ended"] }))
          : sheets,
      beside: besideProblems(beside),
      answers: [
        ...[diagnosis, stop, again].flatMap(({ wrong }) => wrong),
        ...(start.code === 0
          ? []
          : [`the next start ended with ${String(start.code)}: ${start.said.trim().slice(0, 300)}`]),
        ...(memory > mostMegabytes ? [`the conductor took ${String(Math.round(memory))} MB`] : []),
      ],
      longestMs: Math.max(...[diagnosis, stop, again].map(({ beyondMs }) => beyondMs)),
    };
  } finally {
    for (const pid of processesOf(ground)) kill(pid);
    clearAway(ground.folder);
  }
}

function besideProblems({ code, said, tookMs }: Timed): readonly string[] {
  if (code === null) return [`the job beside it was not over after ${String(Math.round(tookMs / 1000))} s`];
  return code === 0
    ? []
    : [`the job beside it ended with ${String(code)}: ${said.trim().slice(-300)} (${workFile("beside")})`];
}

/** The job that a run told of. */
export function jobIn({ said }: Pick<Timed, "said">): string {
  return /"job":"([^"]+)"/.exec(said)?.[1] ?? /"id":"([^"]+)"/.exec(said)?.[1] ?? "";
}

async function conductorMemory(ground: Playground): Promise<number> {
  const { said } = await timed(ground, ["conductor-status", "--json"], 60_000);
  return peakMegabytes(Number(/"pid":(\d+)/.exec(said)?.[1] ?? 0));
}
