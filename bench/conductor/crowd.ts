import { existsSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Connected } from "../../src/api/client/connect.ts";
import { type BenchHome, killAll, makeBenchHome, reachConductor, requireTutti } from "./home.ts";
import { type Sampled, sample } from "./sample.ts";

export interface Crowd extends Sampled {
  /** Sheets that ran all that time. */
  readonly running: number;
  /** What they printed together, as it arrived in their logs. */
  readonly megabytesPerSecond: number;
}

interface CrowdSize {
  readonly sheets: number;
  readonly bytesPerSecond: number;
}

/** So many sheets at work at once that print so much together, in small pieces. */
export async function measureCrowd(folder: string, size: CrowdSize): Promise<Crowd> {
  return withCrowd(folder, size, async (home, tutti) => {
    const [from, before] = [performance.now(), printed(home.places.home).bytes];
    const seen = await sample(tutti.hello.pid, {
      askStall: async () => (await tutti.call("conductor.health", {})).stall,
    });
    const bytes = printed(home.places.home).bytes - before;
    const { sheets: now } = await tutti.call("conductor.status", {});
    return { ...seen, running: now.running, megabytesPerSecond: bytes / 1e3 / (performance.now() - from) };
  });
}

/** While all of them print. */
export async function withCrowd<T>(
  folder: string,
  { sheets, bytesPerSecond }: CrowdSize,
  work: (home: BenchHome, tutti: Connected) => Promise<T>,
): Promise<T> {
  const home = await makeBenchHome(join(folder, "crowd"), { TUTTI_CONDUCTOR_MAX_SHEETS: String(sheets) });
  const score = join(folder, "crowd.yaml");
  writeFileSync(score, scoreOf(sheets, bytesPerSecond));
  try {
    await requireTutti(home, ["run", score, "--detach"]);
    const tutti = await reachConductor(home);
    await untilAllPrint(tutti, home.places.home, sheets);
    const done = await work(home, tutti);
    await tutti.close();
    return done;
  } finally {
    await killAll(home);
  }
}

const piecesPerSecond = 10;

/** Perl waits without starting a process for it, as a shell would, and a hundred of them fit where one Node does. */
function scoreOf(sheets: number, bytesPerSecond: number): string {
  const bytes = Math.round(bytesPerSecond / sheets / piecesPerSecond);
  const program = `$| = 1; while (1) { print "." x ${String(bytes - 1)}, "\\n"; select(undef, undef, undef, ${String(1 / piecesPerSecond)}) }`;
  const ids = Array.from({ length: sheets }, (_, place) => ({ id: `s${String(place + 1)}`, prompt: "talk" }));
  return JSON.stringify({ name: "crowd", agent: { command: ["perl", "-e", program] }, parallel: sheets, sheets: ids });
}

async function untilAllPrint(tutti: Connected, home: string, sheets: number): Promise<void> {
  const limit = performance.now() + 300_000;
  while ((await tutti.call("conductor.status", {})).sheets.running < sheets || printed(home).logs < sheets) {
    if (performance.now() > limit) throw new Error(`${String(printed(home).logs)} of ${String(sheets)} sheets print`);
    await pause(1000);
  }
}

/** By the agents' logs. */
function printed(home: string): { readonly bytes: number; readonly logs: number } {
  const jobs = join(home, "jobs");
  const logs = namesIn(jobs).flatMap((job) => {
    const sheets = join(jobs, job, "sheets");
    return namesIn(sheets).map((sheet) => sizeOf(join(sheets, sheet, "1", "stdout.log")));
  });
  return { bytes: logs.reduce((sum, one) => sum + one, 0), logs: logs.filter((size) => size > 0).length };
}

function namesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** 0 where there is none yet. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
