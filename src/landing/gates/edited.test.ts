import { describe, expect, test } from "vitest";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import { gatesOf } from "./compose.ts";
import { noGateFile, parseGateFile } from "./file.ts";
import { editedGates, protectedPathsIn } from "./edited.ts";
import { simpleCommandsOf } from "./command.ts";

const raw = (path: string): string => Buffer.from(path).toString("latin1");

function edited(gate: object, changed: readonly string[]): readonly string[] {
  const file = parseGateFile(Buffer.from(JSON.stringify({ gates: [{ name: "g", ...gate }] })));
  return editedGates(gatesOf({ file, plan: usualLandingPlan }), changed.map(raw), file);
}

describe("a sheet edits its own gate", () => {
  test.each([
    ["./scripts/check.sh --all", "scripts/check.sh"],
    ["sh scripts/check.sh", "scripts/check.sh"],
    ["sh 'my scripts/check it.sh'", "my scripts/check it.sh"],
    ['sh "my scripts/check it.sh"', "my scripts/check it.sh"],
    ["sh my\\ scripts/check.sh", "my scripts/check.sh"],
    ["sh prüfe.sh", "prüfe.sh"],
    ["A=1 sh scripts/check.sh; true", "scripts/check.sh"],
    ["cd sub && ./check.sh", "sub/check.sh"],
    ["cd sub/deep && sh ../check.sh", "sub/check.sh"],
    ["eslint --config=eslint.strict.js .", "eslint.strict.js"],
    ["make -f build.mk", "build.mk"],
    ["npm test", "package.json"],
    ["npm --prefix web test", "web/package.json"],
    ["CI=1 npx vitest", "package.json"],
    ["if true; then pnpm test; fi", "package.json"],
    ["x=$(yarn bin) && $x/a", "package.json"],
    ["make check", "Makefile"],
    ["make check", "sub/makefile"],
    ["gmake check", "GNUmakefile"],
    ["pre-commit run --all-files", ".pre-commit-config.yaml"],
    [["node", "tools/check.mjs"], "tools/check.mjs"],
  ])("by a command of %j, when it changes %s", (run, path) => {
    expect(edited({ run }, ["src/a.ts", path])).toEqual([`it changed ${path}, which the gate "g" is made of`]);
  });

  test.each([
    ["./scripts/check.sh", "scripts/check.sh.bak"],
    ["pytest tests", "tests/test_a.py"],
    ["cd sub && ./check.sh", "check.sh"],
    ["echo npm", "package.json"],
    ["cargo test # npm test", "package.json"],
    ["/usr/bin/check src", "usr/bin/check"],
    ["make check", "docs/Makefile.md"],
  ])("not by a command of %j, when it changes %s", (run, path) => {
    expect(edited({ run }, [path])).toEqual([]);
  });

  test("by what the gate says that it is made of", () => {
    expect(edited({ run: "cargo test", files: ["ci/**", "!ci/README.md"] }, ["ci/a/b.sh", "ci/README.md"])).toEqual([
      'it changed ci/a/b.sh, which the gate "g" is made of',
    ]);
  });

  test("by the quick form, also when the full one is run; and by gates that are run later", () => {
    expect(edited({ run: "true", quick: "sh quick.sh" }, ["quick.sh"])).toHaveLength(1);
    const file = parseGateFile(Buffer.from("gates: [{ name: g, run: sh check.sh }]"));
    expect(editedGates([], ["check.sh"], file)).toEqual(['it changed check.sh, which the gate "g" is made of']);
  });

  test.each([".tutti/gates.yaml", ".tutti"])("by %s itself, also where there was none", (path) => {
    expect(editedGates([], [path], noGateFile)).toEqual([
      `it changed ${path}: what results have to pass, from the next one on`,
    ]);
  });

  test("and a name can't forge a line, nor fill the page", () => {
    const paths = ["a\nok", "\u001b[31mred"].map((name) => `ci/${name}`);
    expect(edited({ run: "true", files: ["ci/**"] }, paths).join()).toMatch(/^[^\n\u001b]*$/);
    const many = edited(
      { run: "true", files: ["ci/**"] },
      Array.from({ length: 50 }, (_, index) => `ci/${String(index)}`),
    );
    expect(many).toHaveLength(21);
    expect(many.at(-1)).toBe("it changed 30 more files that gates are made of");
  });
});

describe("protected paths", () => {
  const changed = [".tutti/gates.yaml", ".github/ci.yml", "LICENSE", raw("prüfen/a"), "src/a.ts"];
  test.each([
    [[], [".tutti/gates.yaml"]],
    [[[".github/**"]], [".tutti/gates.yaml", ".github/ci.yml"]],
    [[["**", "!.tutti/**", "!src/**"]], changed.slice(0, 4)],
    [
      [[".github/**"], ["**/a", "!.github/**"]],
      [".tutti/gates.yaml", ".github/ci.yml", raw("prüfen/a")],
    ],
    [[["prüfen/"]], [".tutti/gates.yaml", raw("prüfen/a")]],
    [[["a[b"]], changed],
  ])("by %j", (lists, expected) => {
    expect(protectedPathsIn(changed, ...lists)).toEqual(expected);
  });

  test("hold what would take the file of gates away", () => {
    expect(protectedPathsIn([".tutti", ".tutti2", "a/.tutti/gates.yaml"])).toEqual([".tutti"]);
  });
});

test.each([
  ["a b && c d || e", ["a b", "c d", "e"]],
  ["a 'x;y' \"p|q\" r\\;s", ["a x;y p|q r;s"]],
  ["A=1 B=2 env C=3 prog x", ["prog x"]],
  ["# only words\nprog a#b # more", ["prog a#b"]],
  ["if a; then b; else c; fi", ["a", "b", "c"]],
  ["{ a; } ; ( b )", ["a", "b"]],
  ["a $(b c) `d`", ["a $", "b c", "d"]],
  ["a 'open", ["a open"]],
  ['a "open\\', ["a open"]],
  ["", []],
])("the commands in %j are %j", (line, expected) => {
  expect(simpleCommandsOf({ kind: "line", shell: "sh", line }).map((words) => words.join(" "))).toEqual(expected);
});
