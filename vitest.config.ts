import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

// A process for each file costs more than most files of `src/`. They share one if they start no program, and take nothing from the kit that starts one or
// tidies up after each test: whoever starts programs pays for the size of the process, and a shared one grows.
const calm =
  "any-score|any-sheet|any-text|bus|command-line|ended-attempts|folders|jobs|listening|mozart|performed|profiles|provider-answers|recordings|scores|sheet-states|simulation|time";
const startsPrograms = new RegExp(`node:child_process|/kit/(?!(?:${calm})\\.ts")`);
const root = import.meta.dirname;
const sharing = globSync("src/**/*.test.ts", { cwd: root }).filter((file) => !startsPrograms.test(readFileSync(join(root, file), "utf8")));

export default defineConfig({
  test: {
    // Real processes on a busy machine take what they take; a test that hangs is still ended.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Most tests wait for processes: half as many workers again as there are cores, where Vitest would leave one core free and use a single worker on two.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // A test that only passes after another one is not a fact about the product; the same order each time, or a failure could not be found again.
    sequence: { shuffle: { files: false, tests: true }, seed: 1 },
    setupFiles: ["test/kit/seed-properties.ts", "test/kit/tidy.ts"],
    expect: { requireAssertions: true },
    allowOnly: false,
    // What a test plays is played in its own process unless it says otherwise: no conductor may outlive it.
    env: { TUTTI_LOCAL: "1" },
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: "shared", include: sharing, isolate: false } },
      {
        extends: true,
        test: {
          name: "apart",
          include: ["{src,test,prove,bench}/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...sharing],
          // Each start of a program copies the tables of all memory in use: a small nursery, a cheap start.
          execArgv: ["--max-semi-space-size=4"],
        },
      },
    ],
  },
});
