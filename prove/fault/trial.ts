import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openReader } from "../../src/store/sqlite/open.ts";
import { kill, killWhole, strays } from "../census.ts";
import { type Inspection, inspect } from "../inspection.ts";
import { type Playground, makePlayground, startingFiles } from "../playground.ts";
import { expectationOf, scoreOf } from "../sheets.ts";
import { type End, startTutti } from "../tutti.ts";
import { base, faultSheets, gated, mayConflict } from "./score.ts";
import { type Call, type Shim, type Strike, makeShim, pathWith, readCalls } from "./shim.ts";

export interface Trial extends Inspection {
  readonly ground: Playground;
  /** Every call of git that the engine made. */
  readonly calls: readonly Call[];
  /** The calls that were struck. */
  readonly struck: readonly Call[];
  readonly isHung: boolean;
  /** Attempts that count although no agent failed. */
  readonly counted: readonly string[];
  readonly tookMs: number;
}

/** Longer than this, a job of seconds is stuck: the pauses after one fault are over by far. */
const patienceMs = 600_000;

/** One whole job, some of whose git calls are struck, and everything that it left. */
export async function playFault(strike: Strike | null): Promise<Trial> {
  const sheets = faultSheets();
  const ground = await makePlayground(base, gated(scoreOf(sheets, { isolation: "worktree", parallel: 3 })));
  const shim = await makeShim(ground.folder, strike);
  const startedAt = performance.now();
  const end = await playToTheEnd(ground, shim);
  const tookMs = performance.now() - startedAt;
  const calls = await readCalls(shim);
  const found = await inspect(ground, expectationOf(startingFiles(base), sheets));
  for (const pid of strays(ground.home)) kill(pid);
  const counted = await countedIn(ground);
  const wrong = [...(end === "hung" ? ["it is hung"] : problemsOf(end)), ...counted, ...found.wrong];
  const struck = calls.filter(({ at }) => strike?.at.includes(at) === true);
  if (wrong.length > 0)
    await writeFile(join(ground.folder, "wrong.json"), JSON.stringify({ strike, struck, wrong }, undefined, 1));
  return { ...found, ground, calls, struck, isHung: end === "hung", counted, tookMs, wrong };
}

async function playToTheEnd(ground: Playground, shim: Shim): Promise<End | "hung"> {
  const running = startTutti({ ...ground, env: { ...ground.env, PATH: pathWith(shim) } }, [
    "run",
    ground.score,
    "--json",
  ]);
  let limit: NodeJS.Timeout | undefined;
  const stuck = new Promise<"hung">((resolve) => {
    limit = setTimeout(() => resolve("hung"), patienceMs);
  });
  const first = await Promise.race([running.ended, stuck]);
  clearTimeout(limit);
  if (first === "hung") await killWhole(running.pid, ground.home);
  return first;
}

function problemsOf({ code, said }: End): readonly string[] {
  return code === 0
    ? []
    : [`the run ended with ${String(code)}: ${said.trimEnd().split("\n").slice(-3).join("\n").slice(0, 2000)}`];
}

/** A fault does not count as an attempt. */
async function countedIn(ground: Playground): Promise<readonly string[]> {
  const store = await openReader(ground.home);
  if (store === undefined) return ["there is no journal"];
  try {
    const [job] = await store.jobs();
    const states = job === undefined ? [] : [...(await store.sheets(job.id))];
    return states.flatMap(([sheet, state]) => {
      if (!("counts" in state)) return [`${sheet} is ${state.kind}`];
      const { attempts, failures } = state.counts;
      const most = mayConflict.has(sheet) ? 2 : 1;
      return attempts <= most && failures === 0
        ? []
        : [`${sheet} is at attempt ${String(attempts)} with ${String(failures)} failures`];
    });
  } finally {
    await store.close();
  }
}
