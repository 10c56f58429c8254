import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toolNamed } from "../../src/findings/catalog.ts";
import type { CommandHelp } from "../../src/findings/rule-help.ts";
import type { RealTool } from "./real-tools.ts";

/** A rule, and what a tool's own words for it begin with, in whichever version. */
export interface RuleDocsCase {
  readonly tool: string;
  readonly code: string;
  /** `null`: it has none. */
  readonly says: RegExp | null;
}

export const ruleDocsCases: readonly RuleDocsCase[] = [
  { tool: "ruff", code: "F401", says: /^## What it does\nChecks for unused imports\.\n\n## Why is this bad\?\n/ },
  { tool: "ruff", code: "ZZZ999", says: null },
  {
    tool: "pylint",
    code: "unused-import",
    says: /^unused-import \(W0611\): \*Unused %s\*\nUsed when an imported module or variable is not used\./,
  },
  {
    tool: "pylint",
    code: "W0612",
    says: /^unused-variable \(W0612\): [^\n]+\nUsed when a variable is defined but not used\./,
  },
  { tool: "pylint", code: "no-such-message", says: null },
  {
    tool: "clippy",
    code: "clippy::needless_return",
    says: /^### What it does\nChecks for return statements at the end of a block\./,
  },
  { tool: "clippy", code: "clippy::no_such_lint", says: null },
  { tool: "clippy", code: "E0308", says: /^Expected type did not match the received type\./ },
  { tool: "clippy", code: "dead_code", says: /^detect unused, unexported items$/ },
  { tool: "clippy", code: "no_such_lint", says: null },
  {
    tool: "go-vet",
    code: "printf",
    says: /^printf: check consistency of Printf format strings and arguments\n\nThe check applies to /,
  },
  { tool: "go-vet", code: "nosuchanalyzer", says: null },
  { tool: "golangci-lint", code: "errcheck", says: /^Checks that errors of calls are looked at\.$/ },
  { tool: "golangci-lint", code: "govet", says: /^Looks for what compiles and is wrong\.$/ },
  { tool: "golangci-lint", code: "old", says: /^Is not used any more\.$/ },
  { tool: "golangci-lint", code: "no-such-linter", says: null },
];

/**
 * The question, as the product asks it: about all of its cases at once that one command covers. Without the tool's own
 * program.
 */
export function commandFor(one: RuleDocsCase): readonly string[] {
  const { help } = helpFor(one);
  const together = ruleDocsCases.filter(
    (other) => other.tool === one.tool && (help.atOnce === 1 ? other === one : helpFor(other).help === help),
  );
  const args = help.args(together.map((other) => helpFor(other).name));
  return help.beside === undefined ? args : [help.beside, ...args];
}

export function helpFor({ tool, code }: RuleDocsCase): { readonly help: CommandHelp; readonly name: string } {
  for (const help of toolNamed(tool)?.ruleHelp ?? []) {
    const name = help.kind === "command" ? help.nameOf(code) : null;
    if (help.kind === "command" && name !== null) return { help, name };
  }
  throw new Error(`${tool} is not asked about ${code}`);
}

/** Its output. */
export interface Told {
  readonly stdout: string;
  readonly code: number;
}

/** As the product does: one that fails has said nothing. */
export function saidIn({ stdout, code }: Told, one: RuleDocsCase): string | null {
  const { help, name } = helpFor(one);
  return code === 0 ? help.read(stdout, name) : null;
}

const fixtures = fileURLToPath(new URL("../fixtures/rule-docs", import.meta.url));

interface Recorded {
  /** Tool and version; `-by-hand`: never printed by a program. */
  readonly name: string;
  readonly tool: string;
  /** By what stood behind the program. */
  readonly told: Readonly<Record<string, Told>>;
}

export function recordedDocs(): readonly Recorded[] {
  return readdirSync(fixtures)
    .sort()
    .map((file) => {
      const { tool, told } = JSON.parse(readFileSync(join(fixtures, file), "utf8")) as Omit<Recorded, "name">;
      return { name: file.replace(/\.json$/, ""), tool, told };
    });
}

export function recordDocs({ tool, version }: RealTool, told: Readonly<Record<string, Told>>): void {
  const file = join(fixtures, `${tool}-${version}.json`);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify({ tool, version, told }, null, 2)}\n`);
}
