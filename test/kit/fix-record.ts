import type { Finding } from "../../src/findings/finding.ts";
import type { FixOutcome, FixRecord, FixSheet, PreparedTool } from "../../src/fix/model.ts";

/** Made by hand: what a job of `tutti fix` might be about. */
export function preparedTool(name: string, more: Partial<PreparedTool> = {}): PreparedTool {
  return {
    name,
    folder: "",
    argv: [name],
    everything: ["."],
    env: {},
    format: { kind: "tool", tool: name },
    reach: "file",
    looksAt: ["*.js"],
    fixArgv: null,
    silencers: [],
    config: null,
    because: "it is asked for",
    foundBy: "PATH",
    version: "1.2.3",
    timeoutMs: 1000,
    ...more,
  };
}

export function foundAt(file: string, line: number, more: Partial<Finding> = {}): Finding {
  return {
    tool: "eslint",
    file,
    line,
    column: 1,
    code: "no-undef",
    message: `line ${String(line)}`,
    severity: "error",
    fixable: false,
    ...more,
  };
}

/** A sheet for a file, asked about so many findings of one rule of eslint. */
export function fixSheet(file: string, count: number, more: Partial<FixSheet> = {}): FixSheet {
  return {
    id: file,
    name: file,
    files: [file],
    asked: [{ tool: "eslint", code: "no-undef", count }],
    strategy: "normal",
    hasAutofix: false,
    ...more,
  };
}

/** Each of its sheets has as many findings in its first file as it is asked about. */
export function fixRecord(sheets: readonly FixSheet[], more: Partial<FixRecord> = {}): FixRecord {
  const findings = sheets.flatMap(({ files: [file = ""], asked }) =>
    asked.flatMap(({ tool, code, count }) =>
      Array.from({ length: count }, (_, index) => foundAt(file, index + 1, { tool, code: code === "" ? null : code })),
    ),
  );
  return {
    version: 1,
    commit: "c".repeat(40),
    tools: [preparedTool("eslint")],
    findings,
    leftOut: [],
    sheets,
    ignore: [],
    ...more,
  };
}

export function fixOutcome(sheet: string, state: FixOutcome["state"], more: Partial<FixOutcome> = {}): FixOutcome {
  return { sheet, state, counts: null, attempts: 1, commit: null, costUsd: 0, tookMs: 1000, why: null, ...more };
}

type Numbers = Readonly<Record<string, number>>;

/** The counts of eslint's findings by verification: fixed, remaining, introduced. */
export function counted(
  fixed: Numbers,
  remaining: Numbers = {},
  introduced: Numbers = {},
): NonNullable<FixOutcome["counts"]>[number] {
  return { tool: "eslint", fixed, remaining, introduced };
}
