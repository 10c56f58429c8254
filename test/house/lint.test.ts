import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";
import { repository, treeOf } from "./tree.ts";

/** Rules that speak about each of these files, under this repository's own lint settings. */
async function complaintsAbout(files: Readonly<Record<string, string>>) {
  const root = treeOf(
    { "package.json": '{"type":"module"}', ...files },
    { copy: ["eslint.config.js", "scripts/may-import.mjs", "tsconfig.json"] },
  );
  symlinkSync(join(repository, "node_modules"), join(root, "node_modules"));
  const results = await new ESLint({ cwd: root }).lintFiles(Object.keys(files));
  return Object.fromEntries(
    results.map(({ filePath, messages }) => [
      filePath.slice(root.length + 1),
      messages.map(({ ruleId }) => ruleId ?? "syntax"),
    ]),
  );
}

const lines = (count: number) => "export const x = [\n" + "  1,\n".repeat(count) + "];\n";

describe("lint", () => {
  it("reports each planted violation, and it alone", async () => {
    const planted: Record<string, readonly [text: string, ...rules: string[]]> = {
      "src/git/default-export.ts": ["export default 1;\n", "no-restricted-syntax"],
      "src/git/barrel.ts": ['export * from "./clean.ts";\n', "no-restricted-syntax"],
      "src/git/enumeration.ts": ["export enum Colour {\n  Red,\n}\n", "no-restricted-syntax"],
      "src/git/bare-error.ts": [
        'export function fail(): never {\n  throw new Error("no");\n}\n',
        "no-restricted-syntax",
      ],
      "src/git/shell.ts": ["export const options = { shell: true };\n", "no-restricted-syntax"],
      "src/process/line.ts": [
        'import { spawn } from "node:child_process";\nexport const run = (name: string) => spawn(`git ${name}`);\n',
        "no-restricted-syntax",
      ],
      "src/git/removal.ts": [
        'import { rmSync } from "node:fs";\nexport function wipe(): void {\n  rmSync("x", { recursive: true });\n}\n',
        "no-restricted-syntax",
      ],
      "src/git/floating.ts": [
        "export function start(): void {\n  Promise.resolve();\n}\n",
        "@typescript-eslint/no-floating-promises",
      ],
      "src/git/missing-case.ts": [
        'export function name(kind: "a" | "b"): string {\n  switch (kind) {\n    case "a":\n      return "A";\n  }\n  return "";\n}\n',
        "@typescript-eslint/switch-exhaustiveness-check",
      ],
      "src/git/type-import.ts": [
        'import { Clean } from "./clean.ts";\nexport const one: Clean = 1;\n',
        "@typescript-eslint/consistent-type-imports",
      ],
      "src/git/undescribed.ts": [
        "// eslint-disable-next-line max-params\nexport const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];\n",
        "eslint-comments/require-description",
      ],
      "src/git/four-parameters.ts": ["export const f = (a: 1, b: 1, c: 1, d: 1) => [a, b, c, d];\n", "max-params"],
      "src/git/long.ts": [lines(300), "max-lines"],
      "src/git/long-function.ts": [
        `export function f(): void {\n${'  "use";\n'.repeat(90)}}\n`,
        "max-lines-per-function",
      ],
      "src/git/old-name.ts": ['import "fs";\n', "unicorn/prefer-node-protocol"],
      "src/git/CamelCase.ts": ["export const x = 1;\n", "unicorn/filename-case"],
      "src/git/git-helpers.ts": ["export const x = 1;\n", "no-restricted-syntax"],
      "src/git/talk.ts": ['console.log("x");\n', "no-console"],
      "src/sheet/clock.ts": ["export const now = () => new Date();\n", "no-restricted-globals"],
      "src/sheet/chance.ts": ["export const chance = () => Math.random();\n", "no-restricted-properties"],
      "src/schedule/environment.ts": ["export const pid = () => process.pid;\n", "no-restricted-globals"],
      "src/conductor/clock.ts": ["export const now = () => Date.now();\n", "no-restricted-properties"],
      "src/conductor/today.ts": ["export const now = () => new Date();\n", "no-restricted-syntax"],
      "src/landing/timer.ts": [
        "export const later = (call: () => void) => setTimeout(call, 1);\n",
        "no-restricted-globals",
      ],
      "src/landing/pause.ts": ['export { setTimeout } from "node:timers/promises";\n', "no-restricted-imports"],
      "src/landing/name.ts": ['export { randomUUID } from "node:crypto";\n', "no-restricted-imports"],
      "bin/optional-chain.js": ["exports.f = (x) => x?.y;\n", "no-restricted-syntax"],
      "bin/class-field.js": ["exports.F = class {\n  x = 1;\n};\n", "syntax"],
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
