import { killWhole, kill } from "../census.ts";
import type { Level } from "../contexts/ground.ts";
import { type Playground, startingFiles, userFiles } from "../playground.ts";
import { chanceFrom } from "../seed.ts";
import { manyFiles, wrongFiles } from "./files.ts";
import { unclean } from "./many.ts";
import { startMaker } from "./maker.ts";

export interface KillTrial {
  /** Whether the kill fell between the first and the last step of making it. */
  readonly inFlight: boolean;
  readonly wrong: readonly string[];
}

const levels: readonly [Level, ...Level[]] = ["clone", "worktree", "full", "directory", "branch", "none"];

/** How long making a context takes here, about; kills fall anywhere within. */
export interface Pace {
  typicalMs: number;
}

/** Kills a process in the middle of making a context, then asks for the same context in a fresh one. */
export async function tryKill(ground: Playground, seed: number, pace: Pace): Promise<KillTrial> {
  const chance = chanceFrom(seed);
  const level = chance.pick(levels);
  const moment = chance.next() * 1.1;
  const isWhole = chance.next() < 0.5;
  const order = { repository: ground.repository, home: ground.home, level, ids: [`killed-${seed}`], atOnce: 1 };
  const first = startMaker(order);
  let begunAt = 0;
  first.onTold(({ kind }) => {
    if (kind === "begin") {
      begunAt = performance.now();
      setTimeout(() => {
        if (isWhole) void killWhole(first.pid, ground.home);
        else kill(first.pid);
      }, moment * pace.typicalMs);
    } else pace.typicalMs = (pace.typicalMs * 3 + performance.now() - begunAt) / 4;
  });
  const before = await first.ended;
  const inFlight = !before.some(({ kind }) => kind === "made");
  const [made, ...others] = (await startMaker(order).ended).filter(({ kind }) => kind !== "begin");
  if (made?.kind !== "made" || others.length > 0)
    return { inFlight, wrong: [`${level}: ${made?.kind === "failed" ? made.why : "nothing was made"}`] };
  const isInPlace = level === "none";
  const files = new Map([...startingFiles(manyFiles), ...(isInPlace ? userFiles : [])]);
  const faults = [...wrongFiles(made.path, files), ...(isInPlace || level === "directory" ? [] : unclean(made.path))];
  return { inFlight, wrong: faults.slice(0, 5).map((fault) => `${level}: ${fault}`) };
}
