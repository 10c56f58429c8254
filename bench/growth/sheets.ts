import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BenchHome, killAll, makeBenchHome, reachConductor, requireTutti } from "../conductor/home.ts";
import { readStat } from "../conductor/sample.ts";
import { median } from "../measure.ts";
import type { Event } from "./moments.ts";

const few = 10;
/** Jobs of few sheets before the large one, and after it. */
const times = 5;
const atOnce = 2;

/** Milliseconds of one sheet. */
export interface SheetCost {
  readonly sheets: number;
  readonly elapsedMs: number;
  /** CPU of the conductor alone. */
  readonly cpuMs: number;
}

/** What a sheet costs in jobs of ten and in one of so many; each writes one file, which lands. */
export async function measureSheets(folder: string, many: number): Promise<{ few: SheetCost; many: SheetCost }> {
  const home = await makeBenchHome(folder);
  try {
    await requireTutti(home, ["start"]);
    await play(home, few);
    const small: SheetCost[] = [];
    for (let round = 0; round < times; round += 1) small.push(await play(home, few));
    const large = await play(home, many);
    for (let round = 0; round < times; round += 1) small.push(await play(home, few));
    const middle = (of: "elapsedMs" | "cpuMs"): number => median(small.map((cost) => cost[of]));
    return { few: { sheets: few, elapsedMs: middle("elapsedMs"), cpuMs: middle("cpuMs") }, many: large };
  } finally {
    await killAll(home);
  }
}

async function play(home: BenchHome, sheets: number): Promise<SheetCost> {
  const score = join(home.env["HOME"] ?? "", `${String(sheets)}.yaml`);
  writeFileSync(score, scoreOf(sheets));
  const before = await cpuOf(home);
  const out = await requireTutti(home, ["run", score, "--json"]);
  const cpuMs = (await cpuOf(home)) - before;
  const events = out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Event);
  const from = events.find(({ type }) => type === "sheet.started")?.at ?? Number.NaN;
  const to = events.find(({ type }) => type === "job.completed")?.at ?? Number.NaN;
  return { sheets, elapsedMs: (to - from) / sheets, cpuMs: cpuMs / sheets };
}

/** A folder for each hundred: trees that grow by themselves would be git's cost, not Tutti's. */
function scoreOf(sheets: number): string {
  const program = "d=made/$((${TUTTI_SHEET#s} / 100)); mkdir -p $d; : > $d/$TUTTI_JOB-$TUTTI_SHEET";
  return JSON.stringify({
    name: "many",
    agent: { command: ["sh", "-c", program] },
    parallel: atOnce,
    sheets: Array.from({ length: sheets }, (_, number) => ({ id: `s${String(number)}`, prompt: "make a file" })),
  });
}

async function cpuOf(home: BenchHome): Promise<number> {
  const tutti = await reachConductor(home);
  const { pid } = tutti.hello;
  await tutti.close();
  return readStat(readFileSync(`/proc/${String(pid)}/stat`, "utf8")).cpuMs;
}
