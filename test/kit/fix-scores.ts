import type { Finding } from "../../src/findings/finding.ts";
import type { FixFlags } from "../../src/fix/options/table.ts";
import { groupFindings } from "../../src/fix/choose/groups.ts";
import type { PreparedTool } from "../../src/fix/model.ts";
import { decideOptions } from "../../src/fix/options/decide.ts";
import { type FixPlan, type FixScore, fixScore } from "../../src/fix/ask/score/score.ts";
import { select } from "../../src/fix/choose/select.ts";
import { readFixSettings } from "../../src/fix/options/file.ts";
import { everything, finding, preparedTool } from "./findings.ts";
import { shippedAdvice } from "./fix-advice.ts";

export const eslint = preparedTool({
  fixArgv: ["/top/node_modules/.bin/eslint", "--no-error-on-unmatched-pattern", "--fix"],
});
export const tsc = preparedTool({
  name: "tsc",
  argv: ["tsc", "--noEmit"],
  everything: ["-p", "."],
  format: { kind: "tool", tool: "tsc" },
  reach: "project",
  silencers: ["@ts-ignore"],
  config: "tsconfig.json",
  env: { NO_COLOR: "1" },
});
export const few = [
  finding({ file: "src/a.ts", line: 3, fixable: true }),
  finding({ file: "src/a.ts", line: 1, tool: "tsc", code: "TS2322" }),
  finding({ file: "src/b.ts", code: "no-x" }),
  finding({ file: "lib/c.ts", tool: "tsc", code: "TS1" }),
];

/** The wishes of a test about a job that fixes findings; the rest is as usual. */
export interface Asked {
  readonly findings?: readonly Finding[];
  readonly tools?: readonly PreparedTool[];
  readonly flags?: Partial<FixFlags>;
  readonly file?: string;
  readonly plan?: Partial<FixPlan>;
}

export function scoreFor({
  findings = few,
  tools = [eslint, tsc],
  flags = {},
  file = "",
  plan = {},
}: Asked = {}): FixScore {
  const { options } = decideOptions({ paths: [], ...flags }, readFixSettings(file, "fix.yaml"), "scripted");
  const { taken } = select(findings, { ...everything, ...options, only: null });
  const { groups } = groupFindings(taken, { grouping: options.grouping, most: options.maxPerSheet });
  const collected = tools.map(
    (tool) => ({ kind: "read", tool, findings: findings.filter((one) => one.tool === tool.name), tookMs: 1 }) as const,
  );
  const usual = {
    advice: shippedAdvice,
    sources: () => "one\ntwo\nthree\n",
    tried: [],
    docs: new Map(),
    autofixProgram: ["node", "autofix.js"],
    gates: [],
  } as const;
  return fixScore({ groups, collected, options, ...usual, autofixProgram: ["node", "autofix.js"], ...plan });
}
