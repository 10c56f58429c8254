import { describe, expect, it } from "vitest";
import { finding, preparedTool } from "../../../../test/kit/findings.ts";
import { eslint } from "../../../../test/kit/fix-scores.ts";
import { ruff as knownRuff } from "../../../findings/tools/python/ruff.ts";
import type { Finding } from "../../../findings/finding.ts";
import { type Autofixers, autofixersOf } from "./autofix.ts";
import type { FixFlags } from "../../options/table.ts";
import { groupFindings } from "../../choose/groups.ts";
import type { Group, PreparedTool } from "../../model.ts";
import { decideOptions } from "../../options/decide.ts";
import { noFixSettings } from "../../options/file.ts";
import { isWanted } from "../../choose/select.ts";

interface Made {
  readonly autofixers: Autofixers;
  readonly groups: readonly Group[];
}

function made(findings: readonly Finding[], tools: readonly PreparedTool[], flags: Partial<FixFlags> = {}): Made {
  const { options } = decideOptions({ paths: [], ...flags }, noFixSettings, "scripted");
  const collected = tools.map(
    (tool) => ({ kind: "read", tool, findings: findings.filter((one) => one.tool === tool.name), tookMs: 1 }) as const,
  );
  const { groups } = groupFindings(findings.filter(isWanted(options)), { grouping: options.grouping, most: null });
  return { autofixers: autofixersOf({ options, collected, autofixProgram: ["autofix"] }), groups };
}

const askedOf = ({ autofixers, groups }: Made): unknown =>
  groups.map(
    (group) =>
      autofixers
        .agentFor(group)
        ?.command.slice(1)
        .map((word): unknown => JSON.parse(word)) ?? null,
  );
const fixableOf = ({ autofixers, groups }: Made): unknown =>
  groups.map((group) => {
    const { fixable, findings } = autofixers.asAsked(group);
    return [fixable, findings.filter((one) => one.fixable).map(({ code }) => code)];
  });

const ruff = preparedTool({
  name: "ruff",
  format: { kind: "tool", tool: "ruff" },
  fixArgv: ["/v/ruff", ...(knownRuff.fixArgs ?? [])],
});
const python = (code: string, more: Partial<Finding> = {}): Finding =>
  finding({ tool: "ruff", file: "a.py", code, fixable: true, ...more });

describe("a tool that fixes by itself", () => {
  it("is told what to leave alone where it would fix more than is wanted, file by file", () => {
    const findings = [
      ...["F401", "E711", "I001"].map((code) => python(code)),
      // It can't be fixed now, and might be when something else is.
      python("S101", { fixable: false }),
      ...["F401", "I001"].map((code) => python(code, { file: "b.py" })),
      python("F401", { file: "c.py" }),
    ];
    const fix = ["/v/ruff", ...(knownRuff.fixArgs ?? [])];
    const made_ = made(findings, [ruff], { codes: ["F401", "E711"], group: "directory" });
    expect(askedOf(made_)).toEqual([
      [
        [...fix, "--unfixable=I001,S101", "a.py"],
        [...fix, "--unfixable=I001", "b.py"],
        [...fix, "c.py"],
      ],
    ]);
    expect(fixableOf(made_)).toEqual([[4, ["E711", "F401", "F401", "F401"]]]);
  });

  it.each([
    ["of a version that has no way to say so", { ...eslint, version: "8.56.0" }],
    ["of which the version is not known", { ...eslint, version: null }],
    [
      "that is reached through another program",
      { ...eslint, fixArgv: ["npx", "eslint", "--no-error-on-unmatched-pattern", "--fix"] as const },
    ],
    ["that the project has a command of its own for", { ...eslint, fixArgv: ["./lint.sh", "--fix"] as const }],
    ["that can't be told", { ...eslint, format: { kind: "tool", tool: "stylelint" } as const }],
  ])("is not asked where it would fix more than is wanted, and nothing counts as fixable: one %s", (_, tool) => {
    const both = [finding({ fixable: true }), finding({ line: 2, code: "no-x", fixable: true })];
    const some = made(both, [tool], { codes: ["no-x"] });
    expect([askedOf(some), fixableOf(some)]).toEqual([[null], [[0, []]]]);
    const all = made(both, [tool]);
    expect(fixableOf(all)).toEqual([[2, ["no-var", "no-x"]]]);
  });

  it("is asked where it runs, with paths as seen from there", () => {
    const both = ["no-var", "no-x"].map((code) => finding({ file: "web/src/a.ts", code, fixable: true }));
    const tool = { ...eslint, folder: "web" };
    expect(askedOf(made(both, [tool]))).toEqual([
      [["sh", "-c", expect.any(String), "sh", "./web", ...(eslint.fixArgv ?? []), "src/a.ts"]],
    ]);
    expect(askedOf(made(both, [tool], { codes: ["no-x"] }))).toEqual([
      [{ eslint: "/top/node_modules/.bin/eslint", without: ["no-var"], folder: "web", files: ["src/a.ts"] }],
    ]);
    expect(askedOf(made(both, [{ ...eslint, folder: "other" }]))).toEqual([null]);
  });

  it.each(["a", "字", "\u0001"])(
    "is asked about files with names of %j in as many words as a system takes, each in one of them",
    (letter) => {
      const files = Array.from(
        { length: 400 },
        (_, place) => `src/${letter.repeat(200)}${String(place)}.ts`,
      ).toSorted();
      const { autofixers, groups } = made(
        files.map((file) => finding({ file, fixable: true })),
        [eslint],
        { group: "directory" },
      );
      const words = groups.flatMap((group) => autofixers.agentFor(group)?.command.slice(1) ?? []);
      expect(Math.max(...words.map((word) => new TextEncoder().encode(word).length))).toBeLessThan(128 * 1024);
      expect(words.flatMap((word) => (JSON.parse(word) as readonly string[]).slice(eslint.fixArgv?.length))).toEqual(
        files,
      );
    },
  );

  it("is not asked at all when that is not wanted, so that nothing is fixable", () => {
    const off = made([finding({ fixable: true })], [eslint], { autofix: false });
    expect([askedOf(off), fixableOf(off)]).toEqual([[null], [[0, []]]]);
  });

  it("is never told a rule that is no name of one", () => {
    const odd = made([python("F401"), python("F401 --unsafe-fixes")], [ruff], { codes: ["F401"] });
    expect([askedOf(odd), fixableOf(odd)]).toEqual([[null], [[0, []]]]);
  });
});
