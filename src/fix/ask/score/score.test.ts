import { describe, expect, it } from "vitest";
import { finding, preparedTool } from "../../../../test/kit/findings.ts";
import { type Asked, eslint, few, scoreFor, tsc } from "../../../../test/kit/fix-scores.ts";
import { diagnosisOf, planOf, promptsOf, scene, validationsOf } from "../../../../test/kit/scores.ts";
import { makeResolver } from "../../../score/resolve/resolver.ts";
import type { FoundSummary } from "../../../score/resolve/scene.ts";
import { problemLine } from "../../../score/source/problem.ts";

describe("the score of findings", () => {
  it("is one that can be played, and about which nothing is to be said", () => {
    const { text } = scoreFor();
    expect(diagnosisOf(text).problems.map((problem) => problemLine(problem, ""))).toEqual([]);
    expect(planOf(text).sheets.map(({ id, title }) => [id, title])).toEqual([
      ["lib-c-ts", "lib/c.ts"],
      ["src-a-ts", "src/a.ts"],
      ["src-b-ts", "src/b.ts"],
    ]);
  });

  it("has every tool look at every sheet, once", () => {
    const plan = planOf(scoreFor().text);
    const rules = plan.sheets.map((sheet) =>
      validationsOf(plan, sheet)
        .map((rule) => (rule.kind === "findings" ? [rule.tool, rule.fixes?.files ?? null] : []))
        .toSorted(),
    );
    expect(rules).toEqual([
      [
        ["eslint", null],
        ["tsc", ["lib/c.ts"]],
      ],
      [
        ["eslint", ["src/a.ts"]],
        ["tsc", ["src/a.ts"]],
      ],
      [
        ["eslint", ["src/b.ts"]],
        ["tsc", null],
      ],
    ]);
  });

  it("tells an agent of those tools that said what it is to fix, wherever they run", () => {
    const [web, api, lib] = ["web", "api", "lib"].map((folder) => ({ ...tsc, folder }));
    const shared = finding({ file: "shared/x.ts", tool: "tsc", code: "TS2304" });
    const collected = [web, api, lib, eslint].map((tool = tsc) => {
      const findings =
        tool === web || tool === api ? [shared] : tool === lib ? [finding({ file: "lib/c.ts", tool: "tsc" })] : [];
      return { kind: "read", tool, findings, tookMs: 1 } as const;
    });
    const { text, sheets } = scoreFor({ findings: [shared], plan: { collected } });
    expect(sheets).toMatchObject([{ asked: [{ tool: "tsc", code: "TS2304", count: 1 }] }]);
    const [prompt = ""] = promptsOf(planOf(text));
    expect(prompt).toContain("Fix 1 finding of tsc in 1 file,");
    expect(prompt.match(/^\(cd .*$/gm)).toEqual(
      ["web", "api"].map((folder) => `(cd ./${folder} && NO_COLOR=1 tsc --noEmit -p .)`),
    );
    expect(prompt).not.toContain("eslint");
  });

  it("has a tool look at many sheets that have none of its findings", () => {
    const findings = [
      ...["a", "b", "c", "d"].map((name) => finding({ file: `${name}.ts` })),
      finding({ file: "b.ts", tool: "tsc", code: "TS1" }),
    ];
    const plan = planOf(scoreFor({ findings }).text);
    const goals = plan.sheets.map((sheet) =>
      validationsOf(plan, sheet).flatMap((rule) =>
        rule.kind === "findings" && rule.tool === "tsc" ? [rule.fixes?.files] : [],
      ),
    );
    expect(goals).toEqual([[undefined], [["b.ts"]], [undefined], [undefined]]);
  });

  it("asks a tool that looks at files about those that changed, and another about the whole project", () => {
    const plan = planOf(scoreFor({ flags: { ignore: ["E1"] } }).text);
    const rules = validationsOf(plan, plan.sheets[1]);
    expect(rules.find((rule) => rule.kind === "findings" && rule.tool === "eslint")).toMatchObject({
      command: { argv: ["/top/node_modules/.bin/eslint", "--format", "json"] },
      changed: ["*.ts"],
      format: { kind: "tool", tool: "eslint" },
      silencers: ["eslint-disable"],
      configs: ["eslint.config.*", ".eslintrc*", ".eslintignore", "eslint-suppressions.json", "/.tutti/"],
      ignore: ["E1"],
      timeoutMs: 600_000,
    });
    expect(rules.find((rule) => rule.kind === "findings" && rule.tool === "tsc")).toMatchObject({
      command: { argv: ["env", "NO_COLOR=1", "tsc", "--noEmit", "-p", "."] },
      changed: null,
      configs: ["tsconfig*.json", "/.tutti/"],
    });
  });

  it.each([
    [{}, { codes: [], severity: null, most: null, partial: false }],
    [{ partial: true }, { partial: true }],
    [{ codes: ["no-var"] }, { codes: ["no-var"] }],
    [{ severity: "error" as const }, { severity: "error" }],
    [{ maxPerSheet: 5 }, { most: 1 }],
    [
      { group: "code" as const, codes: ["no-*"] },
      { codes: ["eslint:no-var"], files: ["src/a.ts"] },
    ],
  ])("says which findings have to be gone: %j", (flags, fixes) => {
    const plan = planOf(scoreFor({ flags }).text);
    const goals = plan.sheets.flatMap((sheet) =>
      validationsOf(plan, sheet).flatMap((rule) => (rule.kind === "findings" && rule.fixes !== null ? [rule] : [])),
    );
    expect(
      goals.find(({ tool, fixes: goal }) => tool === "eslint" && goal?.files[0] === "src/a.ts")?.fixes,
    ).toMatchObject(fixes);
  });

  it("lets comments that silence a tool be, when that is allowed", () => {
    const plan = planOf(scoreFor({ flags: { allowSilencers: true } }).text);
    expect(validationsOf(plan).map((rule) => (rule.kind === "findings" ? rule.silencers : null))).toEqual([[], []]);
  });

  it("leaves out tools that broke", () => {
    const { text } = scoreFor({
      findings: few.slice(2, 3),
      plan: {
        collected: [
          { kind: "read", tool: eslint, findings: few, tookMs: 1 },
          { kind: "failed", tool: tsc, why: "x", tookMs: 1 },
        ],
      },
    });
    expect(validationsOf(planOf(text))).toHaveLength(1);
  });
});

describe("who fixes", () => {
  const agentsOf = (asked: Asked): unknown =>
    planOf(scoreFor(asked).text).sheets.map(({ id, agent, fallbacks }) => [
      id,
      agent.kind === "command" ? agent.argv : agent.kind,
      fallbacks.length,
    ]);

  it("is first the tool itself, once, and then the agents", () => {
    const plan = planOf(scoreFor({ flags: { agent: "claude", fallbacks: ["codex"], attempts: 5 } }).text);
    expect(plan.sheets[1]).toMatchObject({
      agent: {
        kind: "command",
        once: true,
        argv: [
          "node",
          "autofix.js",
          '["/top/node_modules/.bin/eslint","--no-error-on-unmatched-pattern","--fix","src/a.ts"]',
        ],
      },
      fallbacks: [{ name: "claude" }, { name: "codex" }],
      retry: { attempts: 5, completions: 0, goesOn: true },
    });
    expect(plan.sheets[2]).toMatchObject({
      agent: { kind: "profile", name: "claude" },
      fallbacks: [{ name: "codex" }],
    });
  });

  it("is the tool alone where no agent is to be asked", () => {
    const plan = planOf(scoreFor({ flags: { autofixOnly: true }, findings: [finding({ fixable: true })] }).text);
    expect(plan.sheets.map(({ agent, fallbacks }) => [agent.kind === "command" && agent.once, fallbacks])).toEqual([
      [true, []],
    ]);
  });

  it("is told in the job's record", () => {
    expect(scoreFor().sheets).toEqual([
      {
        id: "lib-c-ts",
        name: "lib/c.ts",
        files: ["lib/c.ts"],
        asked: [{ tool: "tsc", code: "TS1", count: 1 }],
        strategy: "normal",
        hasAutofix: false,
      },
      {
        id: "src-a-ts",
        name: "src/a.ts",
        files: ["src/a.ts"],
        asked: [
          { tool: "eslint", code: "no-var", count: 1 },
          { tool: "tsc", code: "TS2322", count: 1 },
        ],
        strategy: "normal",
        hasAutofix: true,
      },
      {
        id: "src-b-ts",
        name: "src/b.ts",
        files: ["src/b.ts"],
        asked: [{ tool: "eslint", code: "no-x", count: 1 }],
        strategy: "normal",
        hasAutofix: false,
      },
    ]);
  });

  const fix = '["/top/node_modules/.bin/eslint","--no-error-on-unmatched-pattern","--fix","src/a.ts"]';
  const both = [finding({ fixable: true }), finding({ line: 2, code: "no-x", fixable: true })];
  const without = (code: string): string =>
    JSON.stringify({ eslint: "/top/node_modules/.bin/eslint", without: [code], folder: "", files: ["src/a.ts"] });
  it.each([
    ["no tool, when that is not wanted", { flags: { autofix: false } }, ["scripted"]],
    ["a tool that fixes all that is asked for", { findings: both }, [["node", "autofix.js", fix]]],
    [
      "a tool that gets exclusions for unrequested rules",
      { findings: both, flags: { codes: ["no-x"] } },
      [["node", "autofix.js", without("no-var")]],
    ],
    [
      "a tool that is told what to leave out",
      { findings: both, flags: { ignore: ["no-x"] } },
      [["node", "autofix.js", without("no-x")]],
    ],
    [
      "a tool that is told what other sheets are about",
      { findings: both, flags: { group: "code" as const } },
      [
        ["node", "autofix.js", without("no-x")],
        ["node", "autofix.js", without("no-var")],
      ],
    ],
    // Without a limit to one rule, it would fix unrequested findings.
    [
      "no tool that fixes more of a rule than is asked for",
      {
        findings: [finding({ fixable: true }), finding({ line: 2, severity: "warning" as const, fixable: true })],
        flags: { severity: "error" as const },
      },
      ["scripted"],
    ],
    [
      "a tool that fixes more than a limit",
      { findings: both, flags: { maxPerSheet: 1 } },
      [["node", "autofix.js", fix]],
    ],
    ["no tool that can fix none of them", { findings: [finding({ fixable: false })] }, ["scripted"]],
    [
      "a tool that says of nothing whether it fixes it",
      {
        findings: [finding({ tool: "own", fixable: false })],
        tools: [preparedTool({ name: "own", format: { kind: "lines" }, fixArgv: ["fix"] })],
      },
      [["node", "autofix.js", '["fix","src/a.ts"]']],
    ],
    [
      "no tool that can fix other findings only",
      { findings: [finding({}), finding({ file: "z.ts", fixable: true })], flags: { paths: ["src"] } },
      ["scripted"],
    ],
  ])("is %s", (_, asked, agents) => {
    const kinds = agentsOf({
      ...asked,
      findings: "findings" in asked ? asked.findings : both,
    }) as readonly (readonly unknown[])[];
    expect(kinds.map(([, agent]) => agent)).toEqual(agents);
  });

  it("gets names of files that are no options, and variables of the tool", () => {
    const tool = preparedTool({ fixArgv: ["/a=b/eslint", "--fix"], env: { A: "1 2" } });
    expect(agentsOf({ findings: [finding({ file: "-x.ts", fixable: true })], tools: [tool] })).toEqual([
      [
        "x-ts",
        ["node", "autofix.js", '["env","A=1 2","sh","-c","exec \\"$@\\"","sh","/a=b/eslint","--fix","./-x.ts"]'],
        1,
      ],
    ]);
  });

  it("gets no word that is longer than a system takes", () => {
    const files = Array.from({ length: 2_000 }, (_, place) =>
      finding({ file: `${"d".repeat(90)}/${String(place)}.ts`, fixable: true }),
    );
    const { agent } =
      planOf(scoreFor({ findings: files, tools: [eslint], flags: { group: "directory" } }).text).sheets[0] ?? {};
    const words = agent?.kind === "command" ? agent.argv.slice(2) : [];
    expect(Math.max(...words.map((word) => word.length))).toBeLessThan(100_000);
    expect(words.flatMap((word) => (JSON.parse(word) as string[]).slice(3))).toHaveLength(2_000);
  });
});

describe("the commit of a sheet", () => {
  const found: FoundSummary = {
    fixed: 3,
    remaining: 0,
    tools: ["eslint", "tsc"],
    codes: [
      { tool: "eslint", code: "no-var", count: 2 },
      { tool: "tsc", code: "", count: 1 },
    ],
  };
  const messageOf = (asked: Asked, findings: FoundSummary = found): unknown => {
    const plan = planOf(scoreFor(asked).text);
    const [sheet] = plan.sheets;
    const said = sheet === undefined ? null : makeResolver(plan).message(sheet, { ...scene, findings });
    return said?.kind === "means" ? [said.value.type, said.value.scope, said.value.summary, said.value.body] : said;
  };

  it("says how many of which were resolved where", () => {
    expect(messageOf({})).toEqual([
      "fix",
      "lib",
      "resolve 3 eslint, tsc findings in lib/c.ts",
      "- eslint no-var: 2\n- tsc: 1",
    ]);
    const one = { fixed: 1, remaining: 2, tools: ["tsc"], codes: [{ tool: "tsc", code: "TS1", count: 1 }] };
    expect(messageOf({}, one)).toEqual([
      "fix",
      "lib",
      "resolve 1 tsc finding in lib/c.ts",
      "- tsc TS1: 1\n\n2 of those that were asked for remain.",
    ]);
    expect(messageOf({ flags: { group: "code" } })).toEqual([
      "fix",
      "src",
      "resolve 3 findings of eslint no-var",
      "- eslint no-var: 2\n- tsc: 1",
    ]);
  });

  it("says what the project wants it to", () => {
    const words = 'type: style, summary: "{{ findings.fixed }} less", body: x, trailers: { Ticket: "7" }';
    const file = `commit: { scope: "{{ findings.tools | join('-') }}", ${words} }`;
    expect(messageOf({ file })).toEqual(["style", "eslint-tsc", "3 less", "x"]);
  });

  it.each([
    ["src/deep/a.ts", "src"],
    ["packages/core/src/a.ts", "core"],
    ["packages/a.ts", "packages"],
    ["a.ts", null],
    ["(we) ird!/a.ts", "we-ird"],
    ["{{ x }}/a.ts", "x"],
    ["…/a.ts", null],
    [".github/a.ts", "github"],
    [`${"x".repeat(50)}/a.ts`, "x".repeat(30)],
  ])("has the scope of its files: %s", (file, scope) => {
    expect(messageOf({ findings: [finding({ file })] })).toEqual([
      "fix",
      scope,
      expect.stringContaining("resolve 3"),
      expect.any(String),
    ]);
  });
});

describe("how results land", () => {
  it.each([
    [{}, { mode: "auto", tests: "full", pullRequest: null, revalidate: true }],
    [
      { tests: "final" as const, approve: true },
      { mode: "approve", tests: "final" },
    ],
    [{ pullRequest: true }, { pullRequest: { remote: "origin" } }],
  ])("%j", (flags, landing) => {
    const gates = [{ name: "tests", run: ["npm", "test"] as [string, ...string[]], files: [], borrow: [] }];
    const plan = planOf(scoreFor({ flags: { parallel: 9, target: "main", ...flags }, plan: { gates } }).text);
    expect(plan).toMatchObject({
      target: "main",
      parallel: 9,
      landing: { gates: [{ name: "tests", command: { kind: "argv", argv: ["npm", "test"] } }], ...landing },
      isolation: { level: "clone", borrow: [], fallback: false, cleanupOnFailure: true },
    });
  });

  it("is not at all where it is fixed in place", () => {
    const gates = [{ name: "tests", run: "npm test", files: [], borrow: [] }];
    expect(planOf(scoreFor({ flags: { inPlace: true }, plan: { gates } }).text)).toMatchObject({
      isolation: { level: "none" },
      landing: { gates: [] },
    });
  });

  it("costs and lasts no more than was said", () => {
    const plan = planOf(scoreFor({ flags: { costPerJobUsd: 5, timeoutMs: 60_000 } }).text);
    expect([plan.cost.perJobUsd, plan.sheets[0]?.timeoutMs]).toEqual([5, 60_000]);
  });
});
