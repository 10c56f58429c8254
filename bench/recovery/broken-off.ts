import { execFile } from "node:child_process";
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import type { JobView } from "../../src/api/contract/job.ts";
import type { JobId } from "../../src/base/ids.ts";
import { type BenchHome, killAll, makeBenchHome, reachConductor, requireTutti } from "../conductor/home.ts";
import { landLikeOne } from "./landed.ts";

/** A job whose conductor was killed in the middle, to be put back as often as it is wanted. */
export interface BrokenOff {
  readonly home: BenchHome;
  /** Where the journal stood then. */
  readonly position: number;
  readonly landed: number;
  putBack(): Promise<void>;
}

const atOnce = 8;
/** Of all sheets. */
const landedShare = 0.6;

/**
 * Some sheets are landed for real, and eight are at work when kill -9 comes. That hundreds more have landed is written
 * into the journal as it was written for one of those: to play them takes minutes, and says nothing about recovery.
 */
export async function breakOff(folder: string, sheets: number): Promise<BrokenOff> {
  const yard = join(folder, "yard");
  const kept = join(folder, "kept");
  const home = await makeBenchHome(yard);
  const gate = join(folder, "gate");
  const score = join(folder, "score.yaml");
  writeFileSync(score, scoreOf(sheets, gate));
  const { job, landed } = await withKilled(home, playUntilKilled(home, { score, gate }));
  const more = Math.round(sheets * landedShare) - landed;
  const position = await landLikeOne(home.places.home, job, more);
  await copy(yard, kept);
  return {
    home,
    position,
    landed: landed + more,
    putBack: async () => {
      rmSync(yard, { recursive: true, force: true });
      await copy(kept, yard);
    },
  };
}

async function withKilled<T>(home: BenchHome, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await killAll(home);
  }
}

async function playUntilKilled(
  home: BenchHome,
  { score, gate }: { score: string; gate: string },
): Promise<{ job: JobId; landed: number }> {
  const lines = (await requireTutti(home, ["run", score, "--json", "--detach"])).trim().split("\n");
  const job = lines.map((line) => (JSON.parse(line) as { job?: JobId }).job).find((id) => id !== undefined);
  if (job === undefined) throw new Error(`no line of tutti run names a job: ${lines.join("\n")}`);
  const tutti = await reachConductor(home);
  const look = async (): Promise<JobView> => {
    const view = await tutti.call("job.status", { job, folder: "/" });
    if (view === null) throw new Error(`there is no job ${job}`);
    return view;
  };
  await until(async () => (await look()).counts.landed >= atOnce);
  writeFileSync(gate, "");
  await until(async () => isAllAtWork(await look()));
  const { counts } = await look();
  await tutti.close();
  return { job, landed: counts.landed };
}

/** Nothing is on its way any more: every attempt stands at the gate. */
function isAllAtWork({ sheets }: JobView): boolean {
  const inState = (state: string): number =>
    sheets.filter((sheet) => sheet.state === state && sheet.context?.exists === true).length;
  return inState("running") === atOnce && sheets.every(({ state }) => state !== "captured" && state !== "landing");
}

/** Agents that do little, and stay for ever once there is a gate. */
function scoreOf(sheets: number, gate: string): string {
  const command = ["sh", "-c", `echo done >"$TUTTI_SHEET.txt"; while [ -e '${gate}' ]; do sleep 1; done`];
  const ids = Array.from({ length: sheets }, (_, place) => `s${String(place + 1).padStart(5, "0")}`);
  return JSON.stringify({
    name: "long",
    agent: { command },
    parallel: atOnce,
    sheets: ids.map((id) => ({ id, prompt: id })),
  });
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const limit = performance.now() + 120_000;
  while (!(await isSo())) {
    if (performance.now() > limit) throw new Error("the job did not come so far");
    await pause(100);
  }
}

async function copy(from: string, to: string): Promise<void> {
  if (existsSync(to)) throw new Error(`${to} is in the way`);
  await promisify(execFile)("cp", ["-a", from, to]);
}
