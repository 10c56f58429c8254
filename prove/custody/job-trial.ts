import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { clearAway } from "../contexts/clear-away.ts";
import type { Level } from "../contexts/ground.ts";
import { lostOf } from "../contexts/judge.ts";
import { type Playground, makePlayground } from "../playground.ts";
import { chanceFrom } from "../seed.ts";
import { runTutti, startTutti } from "../tutti.ts";
import { evidenceFor } from "./evidence.ts";
import { contextBase, partName } from "./file-changes.ts";
import type { CustodyTrial } from "./library-trial.ts";
import { readReport } from "./report.ts";
import type { Way } from "./ways.ts";

const agent = fileURLToPath(new URL("agent.ts", import.meta.url));

/** A job of the built Tutti: each of its agents brings its context into a state, and then all of them end one way. */
export async function tryJob(way: Way, level: Level, seeds: readonly number[]): Promise<readonly CustodyTrial[]> {
  const made = await makePlayground(contextBase(seeds.length), "");
  const ground = { ...made, env: { ...made.env, ...way.env } };
  try {
    const reports = seeds.map((_, part) => join(ground.folder, "reports", `${partName(part)}.json`));
    mkdirSync(join(ground.folder, "reports"));
    writeFileSync(ground.score, scoreOf({ way, level, seeds, reports }));
    const running = startTutti(ground, ["run", ground.score]);
    const ready = until(() => reports.every((path) => existsSync(path)), running.ended);
    await way.end({
      ground,
      running,
      ready,
      chance: chanceFrom(seeds[0] ?? 0),
      tutti: (...args) => runTutti(ground, args),
    });
    return reports.map((report, part) => judged(ground, report, partName(part)));
  } finally {
    clearAway(ground.folder);
  }
}

function scoreOf(job: { way: Way; level: Level; seeds: readonly number[]; reports: readonly string[] }): string {
  const { way, level, seeds, reports } = job;
  const node = [process.execPath, "--experimental-strip-types", "--no-warnings", agent];
  const sheets = seeds.map((seed, part) => ({
    id: partName(part),
    prompt: "do",
    agent: { command: [...node, partName(part), String(seed), reports[part] ?? "", way.agents] },
  }));
  return JSON.stringify({
    name: "custody",
    isolation: level,
    parallel: seeds.length,
    retry: { attempts: 1 },
    ...way.score,
    sheets,
  });
}

function judged(ground: Playground, report: string, sheet: string): CustodyTrial {
  if (!existsSync(report)) return { changes: [], wrong: ["its agent never came to report"], end: "?" };
  const state = readReport(report);
  const end = existsSync(state.folder) ? "still there" : "gone";
  return { changes: state.changes, wrong: lostOf(state.manifest, evidenceFor(ground, state, sheet)), end };
}

/** Whichever comes first. */
async function until(isThere: () => boolean, ended: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  void ended.finally(() => {
    over.abort();
  });
  while (!over.signal.aborted && !isThere()) await new Promise((resolve) => setTimeout(resolve, 20));
}
