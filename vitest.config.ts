import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type TestProjectInlineConfiguration, defineConfig } from "vitest/config";

const root = import.meta.dirname;
const all = globSync("{src,packages/*/test,test,prove,bench}/**/*.test.ts", { cwd: root });

// These look at the processes, the memory or the modules of whoever runs them, or fill much memory: each file has a
// process of its own.
const alone = [
  /^(?:prove|bench|test\/agents|test\/house|test\/tools|src\/base|src\/lock|src\/process)\//,
  /^src\/(?:checks\/kinds\/findings\/findings|landing\/receipts\/receipts|tools\/run)\./,
  /^test\/scenarios\/(?:bad-scores|kills|limits|person|process-\w+|rpc-followers|conductor\/kills)\./,
];

// Reading the modules of Tutti takes a process longer than most files of tests take after that: the others share one
// for each worker. What the kit tidies up is said in test/kit/afterwards.ts, since a module is only read for the first
// of them. Each start of a program copies the tables of the memory in use: in a process of 160 MB it costs twice as much
// as in one of 90. So those that start none, and take nothing from the kit that does, are kept together, those that need
// the whole of Tutti, and those of each room that starts git all the time.
const calm =
  "any-rule|any-score|any-sheet|any-text|bus|command-line|ended-attempts|findings|fix-modules|fix-prompt|fix-record|fix-scores|fix-wall|folders|jobs|listening|long|mozart|performed|profiles|provider-answers|recordings|scores|sheet-states|simulation|time";
const startsPrograms = new RegExp(`node:child_process|/kit/(?!(?:${calm})\\.ts")`);
// Of these, the imports do not tell that they start no program.
const calmElsewhere =
  /^(?:test\/house\/(?:[\w-]+-pages?|codes|docs|errors|from-mozart|known-agents|readme|size)|prove\/(?:(?:attacks|bad-scores|conformance|limits|prose)\/[\w-]+|command|seed)|bench\/(?:(?:gates|score)\/\w+|command|measure)|test\/scenarios\/(?:rpc|simulation)|src\/(?:findings\/tools\/detect|fix\/ask\/prompt\/prompt|forge\/api\/api|landing\/queue\/(?:faults|promises)))\./;
const whole = /^src\/(?:api|attempt|cli|conductor|doctor|library|root)\b/;

type Kind = "apart" | "without-programs" | "stories" | `units-${string}` | "whole";

function kindOf(file: string): Kind {
  if (calmElsewhere.test(file)) return "without-programs";
  if (/^(?:src|packages)\//.test(file) && !startsPrograms.test(readFileSync(join(root, file), "utf8")))
    return "without-programs";
  if (alone.some((pattern) => pattern.test(file))) return "apart";
  if (file.startsWith("test/")) return "stories";
  if (whole.test(file)) return "whole";
  return `units-${/^src\/(git|isolation|landing)\//.exec(file)?.[1] ?? "others"}`;
}

function project(name: Kind): TestProjectInlineConfiguration {
  const include = all.filter((file) => kindOf(file) === name);
  // A small nursery and no threads beside the one: what is copied at each start of a program stays small.
  return {
    extends: true,
    test: {
      name,
      include,
      isolate: name === "apart",
      execArgv: name === "without-programs" ? [] : ["--max-semi-space-size=4", "--single-threaded"],
    },
  };
}

export default defineConfig({
  test: {
    // A limit is only there against hangs: no test fails because the machine is slow.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    // Most tests wait for processes: with twice as many workers as cores, the cores were idle for 30 % of the time. Vitest
    // would leave one core free and use a single worker on two.
    maxWorkers: 3 * availableParallelism(),
    // A test that only passes after another one is not a fact about the product; the same order each time, or a failure
    // could not be found again.
    sequence: { shuffle: { files: false, tests: true }, seed: 1 },
    setupFiles: ["test/kit/seed-properties.ts", "test/kit/tidy.ts", "test/kit/cost.ts"],
    expect: { requireAssertions: true, poll: { timeout: 300_000 } },
    allowOnly: false,
    // What a test plays is played in its own process unless it says otherwise: no conductor may outlive it.
    env: { TUTTI_LOCAL: "1", TUTTI_SANDBOX: "off" },
    unstubEnvs: true,
    restoreMocks: true,
    // They are run in the order of their names: the last files are the shortest, so that no core is idle at the end.
    projects: [...new Set(all.map(kindOf))].toSorted().map(project),
  },
});
