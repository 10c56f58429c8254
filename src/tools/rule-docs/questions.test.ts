import { describe, expect, it } from "vitest";
import { finding, preparedTool } from "../../../test/kit/findings.ts";
import { toolNamed } from "../../findings/catalog.ts";
import { pathIn } from "../../fix/tool-folder.ts";
import { groupFindings } from "../../fix/choose/groups.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Collected, Group, PreparedTool } from "../../fix/model.ts";
import { questionsFor, rulesWords } from "./questions.ts";

/** As it is prepared where it was found. */
function prepared(
  name: string,
  program: readonly [string, ...string[]],
  more: Partial<PreparedTool> = {},
): PreparedTool {
  const known = toolNamed(name);
  if (known === undefined) throw new Error(`no tool ${name}`);
  return preparedTool({
    name,
    argv: [...program, ...known.args, "--more"],
    format: { kind: "tool", tool: name },
    ...more,
  });
}

function groupsOf(findings: readonly Finding[]): readonly Group[] {
  return groupFindings(findings, { grouping: { by: "file", filesPerSheet: 1 }, most: null }).groups;
}

const of = (tool: string, ...codes: readonly (string | null)[]): readonly Finding[] =>
  codes.map((code, place) => finding({ tool, code, file: `f${String(place).padStart(2, "0")}` }));

/** Each finding by the tool in whose folder it lies. */
function said(findings: readonly Finding[], tools: readonly PreparedTool[]): readonly Collected[] {
  return tools.map((tool) => ({
    kind: "read",
    tool,
    findings: findings.filter(({ file }) => pathIn(tool.folder, file) !== null),
    tookMs: 1,
  }));
}

/** The commands, or the package and its rules. */
function asked(findings: readonly Finding[], ...tools: readonly PreparedTool[]): readonly unknown[] {
  const { questions } = questionsFor(groupsOf(findings), said(findings, tools));
  return questions.map((one) =>
    one.kind === "command"
      ? one.argv
      : [one.name, ...one.program, ...one.rules.map(({ code, file }) => `${code} in ${file}`)],
  );
}

describe("a tool is asked about rules", () => {
  it.each([
    [
      "ruff",
      ["F401", "ANN001"],
      [
        ["/bin/x", "rule", "F401"],
        ["/bin/x", "rule", "ANN001"],
      ],
    ],
    ["pylint", ["unused-import", "W0611"], [["/bin/x", "--help-msg=unused-import,W0611"]]],
    [
      "biome",
      ["lint/style/useConst", "assist/source/organizeImports"],
      [
        ["/bin/x", "explain", "useConst"],
        ["/bin/x", "explain", "organizeImports"],
      ],
    ],
    [
      "clippy",
      ["clippy::needless_return", "E0308", "dead_code", "unused_mut"],
      [
        ["/bin/x", "clippy", "--explain", "needless_return"],
        ["/bin/rustc", "--explain", "E0308"],
        ["/bin/rustc", "-W", "help"],
      ],
    ],
    ["go-vet", ["printf"], [["/bin/x", "tool", "vet", "help", "printf"]]],
    ["golangci-lint", ["errcheck", "unused"], [["/bin/x", "help", "linters"]]],
    ["eslint", ["no-var", "@a/b/c"], [["eslint", "/bin/x", "no-var in f00", "@a/b/c in f01"]]],
    ["stylelint", ["color-named"], [["stylelint", "/bin/x", "color-named in f00"]]],
  ])("by its own words: %s", (name, codes, questions) => {
    expect(asked(of(name, ...codes), prepared(name, ["/bin/x"]))).toEqual(questions);
  });

  it.each([
    ["ruff", ["invalid-syntax", "--version", "F401 --x", "F401\n"]],
    ["pylint", ["a,b", "-x", "A b", "../x"]],
    ["biome", ["format", "parse", "lint/style/-x", "lint/style/use Const", "lint/a"]],
    ["clippy", ["dead-code", "clippy::-x", "clippy::A", "E03080", "-E0308"]],
    ["go-vet", ["-flags", "a b", "Printf"]],
    ["golangci-lint", ["--help", "A"]],
  ])("never by a word that is no name: %s %j", (name, codes) => {
    expect(asked(of(name, ...codes), prepared(name, ["/bin/x"]))).toEqual([]);
  });

  it("each once, those first that there are most findings of, and no more than sixty", () => {
    const codes = Array.from({ length: 70 }, (_, place) => `E${String(100 + place)}`);
    const { questions, tooMany } = questionsFor(
      groupsOf([...of("ruff", ...codes), ...of("ruff", "E169", "E169", "E168")]),
      said([], [prepared("ruff", ["/bin/ruff"])]),
    );
    expect(questions.map(({ rules }) => rules.map(({ code }) => code).join())).toEqual([
      "E169",
      "E168",
      ...codes.slice(0, 58),
    ]);
    expect(tooMany).toBe(10);
  });

  it("with the same words before the arguments that Tutti gives it", () => {
    const argv = ["/usr/bin/uv", "run", "--no-sync", "--", "ruff"] as const;
    expect(asked(of("ruff", "F401", null, ""), prepared("ruff", argv))).toEqual([[...argv, "rule", "F401"]]);
    // Where the compiler lies is not known then.
    expect(
      asked(of("clippy", "E0308"), prepared("clippy", ["/usr/bin/env", "cargo"]), prepared("clippy", ["cargo"])),
    ).toEqual([]);
  });

  it.each<[string, PreparedTool, string]>([
    ["it has no words for it", prepared("mypy", ["/bin/mypy"]), "mypy"],
    [
      "its command is the project's own",
      preparedTool({ name: "ruff", argv: ["./lint.sh", "check"], format: { kind: "tool", tool: "ruff" } }),
      "ruff",
    ],
    ["only its name is known", prepared("ruff", ["/bin/ruff"], { format: { kind: "sarif" } }), "ruff"],
  ])("not where %s", (_, tool, name) => {
    expect(asked(of(name, "F401", "arg-type"), tool)).toEqual([]);
    expect(rulesWords(tool)).toBe("explained to agents by an address, where one is known");
  });

  it("in the first of its projects that has such a finding", () => {
    const tools = ["docs", "web", "api"].map((folder) => prepared("eslint", [`/${folder}/eslint`], { folder }));
    const findings = ["web/a.js", "api/b.js"].flatMap((file) =>
      ["no-var", ...(file === "api/b.js" ? ["eqeqeq"] : [])].map((code) => finding({ file, code })),
    );
    expect(asked(findings, ...tools)).toEqual([
      ["eslint", "/web/eslint", "no-var in web/a.js"],
      ["eslint", "/api/eslint", "eqeqeq in api/b.js"],
    ]);
  });

  it("in the project that has said so, wherever the finding lies", () => {
    const [web, api] = ["web", "api"].map((folder) => prepared("eslint", [`/${folder}/eslint`], { folder })) as [
      PreparedTool,
      PreparedTool,
    ];
    const outside = finding({ file: "shared/x.js", code: "no-var" });
    const all: readonly Collected[] = [
      { kind: "read", tool: web, findings: [], tookMs: 1 },
      { kind: "read", tool: api, findings: [outside], tookMs: 1 },
    ];
    expect(questionsFor(groupsOf([outside]), all).questions).toMatchObject([
      { tool: { folder: "api" }, rules: [{ code: "no-var", file: "shared/x.js" }] },
    ]);
  });

  it("under the name that the project has for it", () => {
    const tool = prepared("ruff", ["/bin/ruff"], { name: "strict", format: { kind: "tool", tool: "ruff" } });
    expect(asked([...of("strict", "F401"), ...of("ruff", "E501")], tool)).toEqual([["/bin/ruff", "rule", "F401"]]);
    expect(rulesWords(tool)).toBe("explained to agents by the tool itself");
  });
});
