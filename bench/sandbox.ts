import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { realWorld } from "../src/base/world/real-world.ts";
import { confinedRun } from "../src/isolation/sandbox/confined-run.ts";
import type { RunProcess } from "../src/process/process.ts";
import { makeRunProcess } from "../src/process/run/run.ts";
import { findSandbox } from "../src/process/sandbox/find.ts";
import { layersHeld } from "../src/process/sandbox/sandbox.ts";
import { processGroup } from "../src/process/tree/containment.ts";
import { findContainment } from "../src/process/tree/probe.ts";
import { median } from "./measure.ts";
import type { Part } from "./part.ts";

const most = 1.05;
/** `hosts`: level `write` with a list of hosts, by way of the broker. */
const levels = ["off", "write", "strict", "hosts"] as const;
const confined = ["write", "strict", "hosts"] as const;
type Level = (typeof levels)[number];

/** What confining a program costs: at its start, and while it works on many small files. */
export const sandbox: Part = {
  name: "sandbox",
  summary: "start of a confined program, and work on 4,000 files in a sandbox beside the same without one",
  defaultRounds: 9,
  run: async ({ rounds, say }) => {
    const folder = mkdtempSync(join(tmpdir(), "tutti-bench-"));
    try {
      const runs = await runsIn(folder);
      const starts = timesOf();
      const builds = timesOf();
      for (let round = 1; round <= rounds; round += 1)
        for (const level of levels) {
          starts[level].push(await timed(runs[level], folder, "true"));
          builds[level].push(await timed(runs[level], folder, build));
        }
      for (const level of confined) {
        const more = median(starts[level]) - median(starts.off);
        say(
          `${level}: starts ${more.toFixed(1)} ms later than without (${median(starts.off).toFixed(1)} ms; at most 15)`,
        );
        say(
          `${level}: ${(median(builds[level]) / median(builds.off)).toFixed(3)} × of ${median(builds.off).toFixed(0)} ms`,
        );
      }
      const ratios = confined.map((level) => median(builds[level]) / median(builds.off));
      return { ratio: Math.max(...ratios), target: { atMost: most } };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

/** Makes, reads, links and removes files, by one program: starts of others are not what is measured. */
const build = `exec '${process.execPath}' -e '
const fs = require("fs");
for (let round = 0; round < 2; round += 1) {
  for (let at = 0; at < 2000; at += 1) { fs.mkdirSync("d" + (at % 50), { recursive: true }); fs.writeFileSync("d" + (at % 50) + "/f" + at, "x".repeat(900)); }
  for (let at = 0; at < 2000; at += 1) { fs.readFileSync("d" + (at % 50) + "/f" + at); fs.renameSync("d" + (at % 50) + "/f" + at, "d" + (at % 50) + "/g" + at); }
  fs.rmSync("d0", { recursive: true });
  for (let at = 1; at < 50; at += 1) fs.rmSync("d" + at, { recursive: true });
}'`;

function timesOf(): Record<Level, number[]> {
  return { off: [], write: [], strict: [], hosts: [] };
}

async function runsIn(folder: string): Promise<Record<Level, RunProcess>> {
  for (const name of ["mine", "scratch", "cache"]) mkdirSync(join(folder, name));
  const path = process.env["PATH"];
  const scratch = join(folder, "scratch");
  const plain = makeRunProcess({ containment: processGroup, owner: "bench", clock: realWorld });
  const found = await findSandbox({ path, run: plain, scratch, processes: true });
  const containment = await findContainment({ choice: "auto", path, run: plain });
  const off = makeRunProcess({ containment, owner: "bench", clock: realWorld, sandbox: () => Promise.resolve(found) });
  const parts = { run: off, places: { scratch, jobs: join(folder, "jobs") }, cache: join(folder, "cache") };
  const layers = new Set(layersHeld(found, true));
  const own = { write: [join(folder, "mine")], read: [] };
  return {
    off,
    write: confinedRun({ ...parts, layers }, "write", own),
    strict: confinedRun({ ...parts, layers }, "strict", own),
    hosts: confinedRun({ ...parts, layers, network: { hosts: ["example.org"], keys: [], onRefused } }, "write", own),
  };
}

const onRefused = (): void => undefined;

async function timed(run: RunProcess, folder: string, script: string): Promise<number> {
  const from = performance.now();
  const { how, stderr } = await run({
    argv: ["sh", "-c", script],
    cwd: join(folder, "mine"),
    env: {
      PATH: [dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
      HOME: process.env["HOME"] ?? "/",
    },
    output: { kind: "memory", capBytes: 4_096 },
    tree: "contained",
  });
  if (how.kind !== "exited" || how.code !== 0)
    throw new Error(`it ended with ${JSON.stringify(how)}: ${String(stderr)}`);
  return performance.now() - from;
}
