import type { Tool } from "../../tool.ts";
import { configuredBy, dependedOn } from "./node-project.ts";
import { readTestResults } from "./test-results.ts";

const name = "jest";

export const jest: Tool = {
  name,
  program: "jest",
  home: "node",
  // Tests may read any file.
  looksAt: ["*"],
  reach: "project",
  runsTests: true,
  // `--ci` writes no snapshots; coverage has thresholds, and a report in the tree.
  args: [
    "--json",
    "--outputFile",
    "{report}",
    "--ci",
    "--passWithNoTests",
    "--coverage=false",
    "--testLocationInResults",
  ],
  everything: [],
  env: { NO_COLOR: "1" },
  detect: (project) =>
    configuredBy(project, [
      ...["js", "ts", "mjs", "mts", "cjs", "cts", "json"].map((ending) => `jest.config.${ending}`),
      "package.json#jest",
    ]) ?? dependedOn(project, name),
  read: (output) => readTestResults(output, name),
  configs: ["jest.config.*"],
  silencers: [
    "\\b(?:it|test|describe)(?:\\.\\w+)*\\.(?:skip|todo|failing|only)\\b",
    "\\b(?:xit|xtest|xdescribe|fit|fdescribe)\\b",
  ],
};
