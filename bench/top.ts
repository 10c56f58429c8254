import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { withCrowd } from "./conductor/crowd.ts";
import { type BenchHome, program } from "./conductor/home.ts";
import { type Sampled, sample } from "./conductor/sample.ts";
import { median } from "./measure.ts";
import type { Part } from "./part.ts";

const limit = 0.05;
const bytesPerSecond = 100_000;

/** What watching costs, while agents need the machine. */
export const top: Part = {
  name: "top",
  summary: "the share of a core that `tutti top` takes on a screen of 200 × 60 while 100 sheets print",
  defaultRounds: 1,
  defaultCount: 100,
  run: async ({ rounds, count, say }) => {
    const shares: number[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
      try {
        const size = { sheets: count, bytesPerSecond };
        const { cpuShare, rssMegabytes, overMs, pictures } = await withCrowd(folder, size, (home) =>
          watch(home, folder),
        );
        say(
          `${count} sheets, 10 lines a second each, ${(overMs / 1000).toFixed(0)} s: ${(cpuShare * 100).toFixed(2)} % of a core (at most ${limit * 100} %), ${((pictures * 1000) / overMs).toFixed(1)} pictures a second, ${rssMegabytes.most.toFixed(0)} MB`,
        );
        shares.push(cpuShare);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    }
    return { ratio: median(shares), target: { atMost: limit } };
  },
};

/** It has a terminal of its own; its start is not what is measured. */
async function watch({ env, repository }: BenchHome, folder: string): Promise<Sampled & { readonly pictures: number }> {
  const note = join(folder, "pid");
  const line = `stty rows 60 cols 200; echo $$ >'${note}'; exec '${process.execPath}' '${program}' top`;
  const screen = spawn("script", ["-qfc", line, "/dev/null"], {
    cwd: repository,
    env: { ...env, TERM: "xterm-256color", SHELL: "/bin/sh" },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let pictures = 0;
  screen.stdout.on("data", () => (pictures += 1));
  const isDrawn = (): boolean => existsSync(note) && pictures > 2;
  const until = performance.now() + 60_000;
  while (!isDrawn()) {
    if (performance.now() > until) throw new Error("tutti top draws nothing");
    await pause(200);
  }
  await pause(5_000);
  const before = pictures;
  const pid = Number(readFileSync(note, "utf8"));
  const seen = await sample(pid);
  const drawn = pictures - before;
  if (drawn === 0) throw new Error("tutti top stood still");
  process.kill(pid, "SIGTERM");
  await new Promise((resolve) => screen.once("close", resolve));
  return { ...seen, pictures: drawn };
}
