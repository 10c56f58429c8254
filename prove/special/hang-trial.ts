import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { kill } from "../census.ts";
import { clearAway } from "../contexts/clear-away.ts";
import { processesOf } from "../conductor-kills/target.ts";
import type { Playground } from "../playground.ts";
import { makeSpecialGround, workFile } from "./ground.ts";
import { judge, processesIn, tellJob } from "./judge.ts";
import { jobIn } from "./plant-trial.ts";
import { answered, timed } from "./timed.ts";

export interface HangTrial {
  readonly wrong: readonly string[];
  readonly longestMs: number;
}

/** Where a pipe in Tutti's own store holds up every git that works with it. */
export const wedges = ["packed-refs", "HEAD", "config", "objects/info/commit-graph", "info/exclude"] as const;

const id = "wedge";

/**
 * An agent puts a pipe into Tutti's own store, so that git hangs in spite of all that Tutti does to prevent it: a
 * person still gets answers, ends the job and the conductor, and the next conductor goes on when the pipe is gone.
 */
export async function tryHanging(wedge: (typeof wedges)[number]): Promise<HangTrial> {
  const ground = await makeSpecialGround();
  const wrong: string[] = [];
  try {
    const planted = join(ground.folder, "planted");
    const job = jobIn(await timed(ground, ["run", wedgeScore(ground, wedge, planted), "--detach", "--json"], 60_000));
    for (let waitedMs = 0; !existsSync(planted) && waitedMs < 60_000; waitedMs += lookMs) await pause(lookMs);
    await pause(stuckMs);
    const diagnosis = await answered(ground, ["diagnose", job]);
    const named = processesIn(diagnosis.end.said).filter((pid) => existsSync(`/proc/${String(pid)}`));
    if (isHanging(ground) && named.length === 0)
      wrong.push(`diagnose names no process that it waits for: ${diagnosis.end.said.trim()}`);
    const cancel = await answered(ground, ["cancel", job, "--yes"]);
    const stop = await answered(ground, ["stop"]);
    const left = processesOf(ground);
    if (left.length > 0) wrong.push(`${String(left.length)} processes outlived the conductor`);
    unwedge(ground, wedge);
    const start = await answered(ground, ["start"]);
    const told = await untilOver(ground, job);
    if (told?.status !== "cancelled") wrong.push(`after the next start the job is ${told?.status ?? "unknown"}`);
    const judged = judge(ground, told, {
      id,
      thing: { name: "", script: "", canBeTaken: true },
      place: { name: "", path: "", kind: "beyond" },
    });
    const answers = [
      diagnosis,
      cancel,
      stop,
      { ...start, wrong: start.end.code === 0 ? [] : start.wrong },
      await answered(ground, ["stop"]),
    ];
    return {
      wrong: [...wrong, ...judged.lost, ...judged.untrue, ...answers.flatMap((answer) => answer.wrong)],
      longestMs: longest([diagnosis, cancel, stop]),
    };
  } finally {
    for (const pid of processesOf(ground)) kill(pid);
    clearAway(ground.folder);
  }
}

const lookMs = 50;
/** Long enough that a call counts as one to tell of. */
const stuckMs = 4_500;
const overMs = 60_000;

function wedgeScore(ground: Playground, wedge: string, planted: string): string {
  const script = join(ground.folder, "wedge.sh");
  const words = [
    `echo by ${id} >${workFile(id)}`,
    `for store in '${ground.home}'/repositories/*/store.git; do mkdir -p "$(dirname "$store/${wedge}")"; [ -e "$store/${wedge}" ] && mv "$store/${wedge}" "$store/${wedge}.aside"; mkfifo "$store/${wedge}"; done`,
    `touch '${planted}'`,
  ];
  writeFileSync(script, `${words.join("\n")}\n`);
  const score = join(ground.folder, "wedge.yaml");
  writeFileSync(
    score,
    JSON.stringify({
      name: "wedge",
      isolation: "clone",
      retry: { attempts: 1 },
      sheets: [{ id, prompt: "do", agent: { command: ["sh", script] } }],
    }),
  );
  return score;
}

function unwedge(ground: Playground, wedge: string): void {
  const repositories = join(ground.home, "repositories");
  for (const name of readdirSync(repositories)) {
    const path = join(repositories, name, "store.git", wedge);
    rmSync(path, { force: true });
    if (existsSync(`${path}.aside`)) execFileSync("mv", [`${path}.aside`, path]);
  }
}

/** Some places are read by few commands only. */
function isHanging(ground: Playground): boolean {
  return processesOf(ground).some((pid) => {
    try {
      return execFileSync("cat", [`/proc/${String(pid)}/comm`], { encoding: "utf8" }).trim() === "git";
    } catch {
      return false;
    }
  });
}

async function untilOver(ground: Playground, job: string): ReturnType<typeof tellJob> {
  const until = performance.now() + overMs;
  for (;;) {
    const told = await tellJob(ground, job);
    if (told?.status === "cancelled" || told?.status === "finished" || performance.now() > until) return told;
    await pause(500);
  }
}

function longest(answers: readonly { readonly beyondMs: number }[]): number {
  return Math.max(...answers.map(({ beyondMs }) => beyondMs));
}
