import type { Tool } from "../../tool.ts";
import { configuredBy, dependedOn } from "./node-project.ts";
import { readTestResults } from "./test-results.ts";

const name = "vitest";
const endings = ["ts", "mts", "cts", "js", "mjs", "cjs"];

export const vitest: Tool = {
  name,
  program: "vitest",
  home: "node",
  // Any file that a test reads may decide whether it passes.
  looksAt: ["*"],
  reach: "project",
  runsTests: true,
  // The second reporter says what the first one does not: what went wrong outside of tests. Without coverage, whose
  // thresholds are no tests and whose report is written into the tree.
  args: [
    "run",
    "--silent",
    "--reporter=json",
    "--reporter=dot",
    "--outputFile",
    "{report}",
    "--passWithNoTests",
    "--no-cache",
    "--coverage.enabled=false",
  ],
  everything: [],
  // Outside of CI it writes snapshots that are not there yet.
  env: { CI: "1", NO_COLOR: "1" },
  detect: (project) => {
    const own = configuredBy(
      project,
      endings.map((ending) => `vitest.config.${ending}`),
    );
    const wanted = own ?? dependedOn(project, name);
    if (own !== null || wanted === null) return wanted;
    const shared = configuredBy(
      project,
      endings.map((ending) => `vite.config.${ending}`),
    );
    return { config: shared?.config ?? null, because: wanted.because };
  },
  read: (output) => readTestResults(output, name),
  silencers: ["\\b(?:it|test|describe|suite|bench)(?:\\.\\w+)*\\.(?:skip|skipIf|runIf|todo|fails|only)\\b"],
};
