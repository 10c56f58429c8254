import { jobOptions, type OptionRow, type ValueOf } from "../../plan/options.ts";

/**
 * Every option of `tutti fix`. A row gives the flag and its help, the key of `.tutti/fix.yaml` and its schema, a line
 * of docs/fix.md, and the types of `FixFlags`, `FixSettings` and `FixOptions`. A row with `usual` is a field of
 * `FixOptions`: the flag, else the file, else `usual`.
 */
export const fixTable = {
  // Which findings
  tools: { flag: "--tool <name>", key: "tools", takes: "texts", inFile: "tools", about: "run only this tool" },
  changed: { flag: "--changed", takes: "switch", about: "only files with uncommitted changes" },
  staged: { flag: "--staged", takes: "switch", about: "only staged files" },
  since: { flag: "--since <branch>", takes: "text", about: "only files changed since the merge base with this branch" },
  include: {
    flag: "--include <pattern>",
    key: "include",
    takes: "texts",
    usual: [],
    about: "only files that match, in gitignore syntax",
  },
  exclude: {
    flag: "--exclude <pattern>",
    key: "exclude",
    takes: "texts",
    usual: [],
    adds: true,
    about: "skip files that match, besides those that the project excludes",
  },
  codes: {
    flag: "--code <code>",
    key: "codes",
    takes: "texts",
    usual: [],
    about: "only findings of this rule: code or tool:code; a * at the end matches any rest",
  },
  ignore: {
    flag: "--ignore <code>",
    key: "ignore",
    takes: "texts",
    usual: [],
    adds: true,
    about: "skip findings of this rule, besides those that the project ignores",
  },
  severity: {
    flag: "--severity <least>",
    key: "severity",
    takes: { oneOf: ["error", "warning", "info"] },
    usual: null,
    about: "only findings of this severity or worse",
  },
  maxFiles: {
    flag: "--max-files <n>",
    key: "max_files",
    takes: { most: 1_000_000 },
    usual: null,
    about: "at most this many files",
  },
  maxFindings: {
    flag: "--max-findings <n>",
    key: "max_findings",
    takes: { most: 1_000_000 },
    usual: null,
    about: "at most this many findings",
  },
  maxPerSheet: {
    flag: "--max-per-sheet <n>",
    key: "max_per_sheet",
    takes: { most: 1_000_000 },
    usual: null,
    about: "at most this many findings in one sheet",
  },
  // --changed and --staged ask for files with changes.
  takesDirty: {
    flag: "--include-dirty",
    takes: "switch",
    usual: false,
    about: "also files with uncommitted changes, as they are committed",
  },

  // How they are fixed
  group: {
    flag: "--group <by>",
    key: "group",
    takes: { oneOf: ["file", "code", "directory"] },
    about: "what one sheet covers (default: file)",
  },
  filesPerContext: {
    flag: "--files-per-context <n>",
    key: "files_per_context",
    takes: { most: 1_000_000 },
    about: "put this many files into one sheet (default: 1)",
  },
  autofix: {
    flag: "--no-autofix",
    key: "autofix",
    takes: "switch",
    means: false,
    usual: true,
    about: "do not let tools fix what they can by themselves first",
  },
  autofixOnly: {
    flag: "--autofix-only",
    takes: "switch",
    usual: false,
    about: "ask no agent: land only the fixes that tools make by themselves",
  },
  partial: {
    flag: "--partial",
    key: "partial",
    takes: "switch",
    usual: false,
    about: "land the fixes in a file although some of its findings remain",
  },
  allowSilencers: {
    flag: "--allow-silencers",
    key: "allow_silencers",
    takes: "switch",
    usual: false,
    about: "accept a result that silences a tool by a comment",
  },
  tests: {
    flag: "--tests <mode>",
    key: "tests",
    takes: { oneOf: ["full", "quick", "final", "none"] },
    inFile: "tests",
    usual: "full",
    about: "when the project's tests run on merged results",
  },
  testCommand: {
    flag: "--test-command <line>",
    takes: "text",
    about: "the command that runs the tests (default: detected in the project)",
  },
  agent: { ...jobOptions.agent, key: "agent", inFile: "agent" },
  model: jobOptions.model,
  fallbacks: { ...jobOptions.fallback, key: "fallbacks", inFile: "agents", usual: [] },
  attempts: {
    flag: "--attempts <n>",
    key: "attempts",
    takes: { most: 20 },
    usual: 3,
    about: "how often an agent is asked about one sheet",
  },
  continueOnError: {
    flag: "--stop-on-failure",
    key: "continue_on_error",
    takes: "switch",
    means: false,
    usual: true,
    about: "start no other sheet after one failed",
  },
  parallel: { ...jobOptions.parallel, key: "parallel", takes: { most: 32 }, usual: 4 },
  timeoutMs: { ...jobOptions.timeout, key: "timeout", usual: null },
  costPerJobUsd: jobOptions.maxCost,
  cost: {
    key: "cost",
    inFile: "cost",
    about: "`per_sheet` and `per_job`, in US dollars; `--max-cost` sets the second",
  },

  // How results land
  inPlace: { ...jobOptions.noIsolation, usual: false },
  approve: { ...jobOptions.approve, usual: false },
  pullRequest: { ...jobOptions.pr, usual: false },
  target: { ...jobOptions.target, key: "target", usual: null },
  commit: {
    key: "commit",
    inFile: "commit",
    usual: {},
    about: "`type`, `scope`, `summary`, `body`, `trailers`, as in a score",
  },

  // Actions of the command itself
  repo: jobOptions.repo,
  env: jobOptions.env,
  dryRun: { flag: "-n, --dry-run", takes: "switch", about: "only show what would be done: by tool, rule and file" },
  explain: {
    flag: "--explain",
    takes: "switch",
    about: "only show which tools would run, how they are configured, why",
  },
  noRecheck: {
    flag: "--no-recheck",
    takes: "switch",
    about: "do not run the tools on the whole project again at the end",
  },
  sarif: { flag: "--sarif <file>", takes: "text", about: "also write the report as SARIF" },
  markdown: { flag: "--markdown <file>", takes: "text", about: "also write the report as Markdown" },
  force: jobOptions.force,
  detach: jobOptions.detach,
  noStart: jobOptions.noStart,
  json: {
    flag: "--json",
    takes: "switch",
    about: "print the report as JSON; with --dry-run or --explain, print that as JSON",
  },
} as const satisfies Readonly<Record<string, FixRow>>;

export type FixTable = typeof fixTable;
export type FixName = keyof FixTable;

export type With<Field extends keyof FixRow> = {
  [Name in FixName]: FixTable[Name] extends Readonly<Record<Field, unknown>> ? Name : never;
}[FixName];

export type FixFlags = {
  readonly [Name in With<"flag">]?: ValueOf<FixTable[Name]["takes"]> | undefined;
} & {
  /** Relative to the top; in the command itself as typed. */
  readonly paths: readonly string[];
};

export const fixRows = Object.entries(fixTable) as readonly (readonly [FixName, FixRow])[];

/** `--parallel` of `-j, --parallel <n>`. */
export function flagName(name: With<"flag">): string {
  return /--[a-z-]+/.exec(fixTable[name].flag)?.[0] ?? "";
}

/** A row without a flag is only in the file, one without a key only on the command line. */
export interface FixRow extends Partial<OptionRow> {
  /** In `.tutti/fix.yaml`. */
  readonly key?: string;
  /** The key's own schema, if the file may say more than the flag. */
  readonly inFile?: "tools" | "tests" | "agent" | "agents" | "cost" | "commit";
  /** The value that a switch sets; absent: true. */
  readonly means?: false;
  /** Values of the command line are added to those of the file. */
  readonly adds?: true;
  readonly about: string;
}
