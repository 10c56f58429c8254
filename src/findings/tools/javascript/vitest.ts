import type { Tool } from "../../tool.ts";
import { configuredBy, dependedOn } from "./node-project.ts";
import { readTestResults } from "./test-results.ts";

const name = "vitest";
const configs = (file: string): readonly string[] =>
  ["ts", "mts", "cts", "js", "mjs", "cjs"].map((ending) => `${file}.config.${ending}`);

export const vitest: Tool = {
  name,
  program: "vitest",
  home: "node",
  // Tests may read any file.
  looksAt: ["*"],
  reach: "project",
  runsTests: true,
  // The second reporter shows errors outside of tests. Coverage has thresholds, and a report in the tree.
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
  // Outside of CI it writes missing snapshots.
  env: { CI: "1", NO_COLOR: "1" },
  detect: (project) => {
    const own = configuredBy(project, configs("vitest"));
    if (own !== null) return own;
    const wanted = dependedOn(project, name);
    return wanted && { ...wanted, config: configuredBy(project, configs("vite"))?.config ?? null };
  },
  read: (output) => readTestResults(output, name),
  configs: ["vitest.config.*", "vitest.workspace.*"],
  silencers: ["\\b(?:it|test|describe|suite|bench)(?:\\.\\w+)*\\.(?:skip|skipIf|runIf|todo|fails|only)\\b"],
};
