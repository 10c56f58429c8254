import { expect, it } from "vitest";
import { brief, toolProject } from "../../../../test/kit/tool-project.ts";
import { tsc } from "./tsc.ts";

const options = { strict: true, types: [], skipLibCheck: true, lib: ["es5"], noUnusedLocals: true };
const config = (more: object = {}): string => JSON.stringify({ compilerOptions: { ...options, ...more } });

it("findings have their places and codes, and all lines of their messages; nothing is left in the tree", () => {
  const project = toolProject(tsc, {
    "tsconfig.json": config({ composite: true }),
    "-h (1).ts": "export const f: (a: string) => void = (a: number) => a;\n",
    "src/a b.ts": 'let unused = 1;\nexport const n: number =\n  "(1,2): error TS1: x";\n',
    "src/clean.ts": "export const x = 1;\n",
  });
  const findings = project.findings();
  expect(brief(findings)).toEqual([
    "-h (1).ts:1:14 TS2322 error",
    "src/a b.ts:1:5 TS6133 error",
    "src/a b.ts:2:14 TS2322 error",
  ]);
  expect(findings.find(({ file }) => file === "-h (1).ts")?.message).toBe(
    [
      "Type '(a: number) => number' is not assignable to type '(a: string) => void'.",
      "  Types of parameters 'a' and 'a' are incompatible.",
      "    Type 'string' is not assignable to type 'number'.",
    ].join("\n"),
  );
  expect(() => project.read("tsconfig.tsbuildinfo")).toThrow("ENOENT");
});

it("a parse error is a finding; a project without one has none", () => {
  const project = toolProject(tsc, { "tsconfig.json": config(), "a.ts": "let = ;\n" });
  expect(brief(project.findings())).toEqual(["a.ts:1:7 TS1109 error"]);
  project.write("a.ts", "export const a = 1;\n");
  expect(project.findings()).toEqual([]);
});

it("projects that a configuration refers to are looked at", () => {
  const files = {
    "tsconfig.json": '{ // the whole\n "files": [], "references": [{ "path": "./a" }, { "path": "./b", }, ], }\n',
    "a/tsconfig.json": config({ composite: true, outDir: "../out/a" }),
    "a/a.ts": "export const a: string = 1;\n",
    "b/tsconfig.json": config({ composite: true, outDir: "../out/b" }),
    "b/b.ts": "export const b: string = 2;\n",
  };
  const view = {
    files: Object.keys(files),
    has: (path: string) => Object.hasOwn(files, path),
    read: () => files["tsconfig.json"],
  };
  const { everything } = tsc.detect(view) ?? {};
  expect(brief(toolProject(tsc, files, everything).findings())).toEqual([
    "a/a.ts:1:14 TS2322 error",
    "b/b.ts:1:14 TS2322 error",
  ]);
});

it("a type library that is not there is a finding without a file", () => {
  const [finding, ...others] = toolProject(tsc, {
    "tsconfig.json": config({ types: ["nope"] }),
    "a.ts": "export {};\n",
  }).findings();
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ file: "", line: null, column: null, code: "TS2688", severity: "error" });
});

it.each([
  ["no configuration", null, "its configuration is wrong: TS5057"],
  [
    "an unknown option",
    config({ nope: 1 }),
    "its configuration is wrong: tsconfig.json: TS5023: Unknown compiler option 'nope'.",
  ],
  [
    "a configuration that is cut off",
    '{ "compilerOptions": { "types": [], "noLib": true }, ',
    "its configuration is wrong: tsconfig.json: TS1",
  ],
  ["no files at all", '{ "include": ["nope"] }', "its configuration is wrong: TS18003"],
])("%s breaks the run", (_what, text, why) => {
  expect(
    toolProject(tsc, { "a.ts": "export {};\n", ...(text === null ? {} : { "tsconfig.json": text }) }).trouble(),
  ).toContain(why);
});
