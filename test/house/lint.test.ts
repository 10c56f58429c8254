import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runNode } from "./program.ts";
import { repository, treeOf } from "./tree.ts";

interface Complaint {
  readonly code?: string;
  readonly filename: string;
}

/** The rules that each of these files breaks, under this repository's own lint settings. */
async function complaintsAbout(files: Readonly<Record<string, string>>) {
  const root = treeOf(
    { "package.json": '{"type":"module"}', ...files },
    {
      copy: [
        "oxlint.config.mjs",
        "scripts/house-rules.mjs",
        "scripts/import-groups.mjs",
        "scripts/may-import.mjs",
        "tsconfig.json",
      ],
    },
  );
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const program = join(repository, "node_modules", ".bin", "oxlint");
  const { stdout } = await runNode(
    [program, "-c", "oxlint.config.mjs", "--type-aware", "-f", "json", ...Object.keys(files)],
    { cwd: root },
  );
  const { diagnostics } = JSON.parse(stdout) as { readonly diagnostics: readonly Complaint[] };
  return Object.fromEntries(
    Object.keys(files).map((path) => [
      path,
      diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code ?? "syntax"),
    ]),
  );
}

const lines = (count: number) => "export const x = [\n" + "  1,\n".repeat(count) + "];\n";

describe("lint", () => {
  it("reports each planted violation, and it alone", async () => {
    const planted: Record<string, readonly [text: string, ...rules: string[]]> = {
      "src/git/default-export.ts": ["export default 1;\n", "house(no-restricted-syntax)"],
      "src/git/barrel.ts": ['export * from "./clean.ts";\n', "house(no-restricted-syntax)"],
      "src/git/enumeration.ts": ["export enum Colour {\n  Red,\n}\n", "house(no-restricted-syntax)"],
      "src/git/bare-error.ts": [
        'export function fail(): never {\n  throw new Error("no");\n}\n',
        "house(no-restricted-syntax)",
      ],
      "src/git/shell.ts": ["export const options = { shell: true };\n", "house(no-restricted-syntax)"],
      "src/process/line.ts": [
        'import { spawn } from "node:child_process";\nexport const run = (name: string) => spawn(`git ${name}`);\n',
        "house(no-restricted-syntax)",
      ],
      "src/git/removal.ts": [
        'import { rmSync } from "node:fs";\nexport function wipe(): void {\n  rmSync("x", { recursive: true });\n}\n',
        "house(no-restricted-syntax)",
      ],
      "src/git/floating.ts": [
        "export function start(): void {\n  Promise.resolve();\n}\n",
        "typescript(no-floating-promises)",
      ],
      "src/git/missing-case.ts": [
        'export function name(kind: "a" | "b"): string {\n  switch (kind) {\n    case "a":\n      return "A";\n  }\n  return "";\n}\n',
        "typescript(switch-exhaustiveness-check)",
      ],
      "src/git/type-import.ts": [
        'import { Clean } from "./clean.ts";\nexport const one: Clean = 1;\n',
        "typescript(consistent-type-imports)",
      ],
      "src/git/undescribed.ts": [
        "// oxlint-disable-next-line max-params\nexport const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];\n",
        "house(require-description)",
      ],
      "src/git/four-parameters.ts": [
        "export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];\n",
        "eslint(max-params)",
      ],
      "src/git/long.ts": [lines(300), "eslint(max-lines)"],
      "src/git/long-function.ts": [
        `export function f(): void {\n${'  "use";\n'.repeat(90)}}\n`,
        "eslint(max-lines-per-function)",
      ],
      "src/git/old-name.ts": ['import "fs";\n', "unicorn(prefer-node-protocol)"],
      "src/git/CamelCase.ts": ["export const x = 1;\n", "unicorn(filename-case)"],
      "src/git/git-helpers.ts": ["export const x = 1;\n", "house(no-restricted-syntax)"],
      "src/git/talk.ts": ['console.log("x");\n', "eslint(no-console)"],
      "src/sheet/clock.ts": ["export const now = () => new Date();\n", "eslint(no-restricted-globals)"],
      "src/sheet/chance.ts": ["export const chance = () => Math.random();\n", "eslint(no-restricted-properties)"],
      "src/schedule/environment.ts": ["export const pid = () => process.pid;\n", "eslint(no-restricted-globals)"],
      "src/conductor/clock.ts": ["export const now = () => Date.now();\n", "eslint(no-restricted-properties)"],
      "src/conductor/today.ts": ["export const now = () => new Date();\n", "house(no-restricted-syntax)"],
      "src/landing/timer.ts": [
        "export const later = (call: () => void) => setTimeout(call, 1);\n",
        "eslint(no-restricted-globals)",
      ],
      "src/landing/pause.ts": ['export { setTimeout } from "node:timers/promises";\n', "eslint(no-restricted-imports)"],
      "src/landing/name.ts": ['export { randomUUID } from "node:crypto";\n', "eslint(no-restricted-imports)"],
      "bin/optional-chain.js": ["exports.f = (x) => x?.y;\n", "house(no-restricted-syntax)"],
      "bin/class-field.js": ["exports.F = class {\n  x = 1;\n};\n", "house(no-restricted-syntax)"],
    };
    const files = Object.fromEntries(Object.entries(planted).map(([path, [text]]) => [path, text]));
    const expected = Object.fromEntries(Object.entries(planted).map(([path, [, ...rules]]) => [path, rules]));
    const { "src/git/clean.ts": clean, ...found } = await complaintsAbout({
      ...files,
      "src/git/clean.ts": "export type Clean = number;\n",
    });
    expect(found).toEqual(expected);
    expect(clean).toEqual([]);
  });

  it("lets each folder do what is its own", async () => {
    const files = {
      "src/isolation/removal.ts":
        'import { rmSync } from "node:fs";\nexport function wipe(): void {\n  rmSync("x", { recursive: true });\n}\n',
      "src/conductor/display.ts": "export const text = (at: number) => new Date(at).toISOString();\n",
      "src/score/load.ts": "export const here = () => process.cwd();\n",
      "src/sheet/clock.test.ts": "export const now = () => Date.now();\n",
      "bench/talk.ts": 'console.log("x");\n',
    };
    expect(await complaintsAbout(files)).toEqual(Object.fromEntries(Object.keys(files).map((path) => [path, []])));
  });
});
