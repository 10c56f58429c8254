import fc from "fast-check";
import type { Finding } from "../../src/findings/finding.ts";
import type { PreparedTool, Scope } from "../../src/fix/model.ts";

/** A finding, of which a test says what it is about. */
export function finding(more: Partial<Finding> = {}): Finding {
  return {
    tool: "eslint",
    file: "src/a.ts",
    line: 1,
    column: 1,
    code: "no-var",
    message: "Unexpected var.",
    severity: "error",
    fixable: false,
    ...more,
  };
}

export const everything: Scope = {
  paths: [],
  only: null,
  include: [],
  exclude: [],
  codes: [],
  ignore: [],
  severity: null,
  maxFiles: null,
  maxFindings: null,
  maxPerSheet: null,
  dirty: new Set(),
  takesDirty: false,
};

export function preparedTool(more: Partial<PreparedTool> = {}): PreparedTool {
  return {
    name: "eslint",
    folder: "",
    argv: ["/top/node_modules/.bin/eslint", "--format", "json"],
    everything: ["."],
    env: {},
    format: { kind: "tool", tool: "eslint" },
    reach: "file",
    looksAt: ["*.ts"],
    fixArgv: null,
    silencers: ["eslint-disable"],
    config: "eslint.config.js",
    because: "eslint.config.js",
    foundBy: "node_modules/.bin",
    version: "9.0.0",
    timeoutMs: 600_000,
    ...more,
  };
}

/** Few names, so that they meet; some that no tool should say. */
const files = [
  "a.ts",
  "A.ts",
  "src/a.ts",
  "src/b.ts",
  "src/deep/a.ts",
  "lib/a.ts",
  "-x.ts",
  "a b\n.ts",
  "app/[id]/p.tsx",
  "",
  "/etc/passwd",
  "../x",
  "src/../../y",
];

export const anyFinding: fc.Arbitrary<Finding> = fc.record({
  tool: fc.constantFrom("eslint", "tsc"),
  file: fc.constantFrom(...files),
  line: fc.option(fc.integer({ min: 1, max: 3 })),
  column: fc.option(fc.integer({ min: 1, max: 2 })),
  code: fc.option(fc.constantFrom("no-var", "no-x", "TS1", "a::b")),
  message: fc.constantFrom("one", "{{ two }}", "three\u001b[31m"),
  severity: fc.option(fc.constantFrom("error" as const, "warning" as const, "info" as const)),
  fixable: fc.boolean(),
});
