import { describe, expect, it } from "vitest";
import type { FixFlags } from "./table.ts";
import { type Decided, decideOptions } from "./decide.ts";
import { readFixSettings } from "./file.ts";

const decided = (flags: Partial<FixFlags>, file = ""): Decided =>
  decideOptions({ paths: [], ...flags }, readFixSettings(file, "fix.yaml"), "claude");

describe("options", () => {
  it("are as usual without options and settings", () => {
    const { options, said } = decided({});
    expect(options).toEqual({
      paths: [],
      only: { kind: "all" },
      include: [],
      exclude: [],
      codes: [],
      ignore: [],
      severity: null,
      tools: { only: null, also: [], not: [], own: [] },
      grouping: { by: "file", filesPerSheet: 1 },
      maxFiles: null,
      maxFindings: null,
      maxPerSheet: null,
      takesDirty: false,
      agent: "claude",
      fallbacks: [],
      autofix: true,
      autofixOnly: false,
      partial: false,
      allowSilencers: false,
      attempts: 3,
      continueOnError: true,
      parallel: 4,
      inPlace: false,
      tests: "full",
      testCommand: null,
      approve: false,
      pullRequest: false,
      target: null,
      commit: {},
      timeoutMs: null,
      cost: null,
    });
    expect([...said.values()].every((source) => source === "default")).toBe(true);
  });

  it.each([
    ["parallel: 8", {}, [{ parallel: 8 }, { parallel: "file" }]],
    ["parallel: 8", { parallel: 2 }, [{ parallel: 2 }, { parallel: "command line" }]],
    [
      "autofix: false",
      { autofixOnly: true },
      [
        { autofixOnly: true, autofix: true, partial: true },
        { autofix: "command line", partial: "default" },
      ],
    ],
    ["partial: true", { partial: false }, [{ partial: false }, { partial: "command line" }]],
    ["severity: error", {}, [{ severity: "error" }, { severity: "file" }]],
    ["include: a", { include: ["b"] }, [{ include: ["b"] }, { include: "command line" }]],
    ["agent: codex", {}, [{ agent: "codex" }, { agent: "file" }]],
    [
      "agent: codex",
      { model: "opus" },
      [{ agent: { use: "codex", model: "opus", args: [], env: {} } }, { agent: "command line" }],
    ],
    [
      "agent: { use: x, model: a, args: [b] }",
      { model: "c" },
      [{ agent: { use: "x", model: "c", args: ["b"], env: {} } }, { agent: "command line" }],
    ],
    ["agent: { use: x, model: a }", { agent: "y" }, [{ agent: "y" }, { agent: "command line" }]],
    ["group: code", {}, [{ grouping: { by: "code" } }, { grouping: "file" }]],
    // The nearer of the two counts: what the file says of groups is no reason to refuse.
    [
      "group: code",
      { filesPerContext: 3 },
      [{ grouping: { by: "file", filesPerSheet: 3 } }, { grouping: "command line" }],
    ],
    [
      "files_per_context: 3",
      { group: "directory" as const },
      [{ grouping: { by: "directory" } }, { grouping: "command line" }],
    ],
    [
      "files_per_context: 3",
      { group: "file" as const },
      [{ grouping: { by: "file", filesPerSheet: 3 } }, { grouping: "command line" }],
    ],
    ["tests: final", { inPlace: true }, [{ inPlace: true, tests: "none" }, { tests: "default" }]],
    ["tests: final", {}, [{ tests: "final" }, { tests: "file" }]],
    [
      "cost: { per_job: 5, per_sheet: 1 }",
      { costPerJobUsd: 2 },
      [{ cost: { per_job: 2, per_sheet: 1 } }, { cost: "command line", parallel: "default" }],
    ],
    ["cost: { per_job: 5 }", {}, [{ cost: { per_job: 5 } }, { cost: "file" }]],
    ["tools: [eslint]", {}, [{ tools: { only: ["eslint"] } }, { tools: "file" }]],
    ["tools: [eslint]", { tools: ["tsc"] }, [{ tools: { only: ["tsc"] } }, { tools: "command line" }]],
    ["ignore: [E1]", {}, [{}, { ignore: "file", exclude: "default", tools: "default" }]],
    [
      "ignore: [E1]",
      { ignore: ["E2"], exclude: ["a"] },
      [{}, { ignore: "command line and file", exclude: "command line" }],
    ],
    [
      "parallel: 2",
      { paths: ["src"], since: "main", approve: true },
      [{}, { paths: "command line", only: "command line", approve: "command line", pullRequest: "default" }],
    ],
  ] as const)("come from the command line, then from the file: %s and %j", (file, flags, [options, said]) => {
    const answer = decided(flags, file);
    expect(answer.options).toMatchObject(options);
    expect(Object.fromEntries(answer.said)).toMatchObject(said);
  });

  it("keep out all that either keeps out", () => {
    const { options } = decided({ exclude: ["b"], ignore: ["E2"] }, "exclude: a\nignore: E1");
    expect([options.exclude, options.ignore]).toEqual([
      ["a", "b"],
      ["E1", "E2"],
    ]);
  });

  it("name the tools that are asked, regardless of the file, but not how they are run", () => {
    const { tools } = decided(
      { tools: ["own", "jest", "own"] },
      "tools: { jest: false, mypy: true, own: { command: x } }",
    ).options;
    expect(tools).toMatchObject({ only: ["own", "jest"], also: [], not: [], own: [{ name: "own" }] });
  });

  it.each([
    [{ changed: true, staged: true }, "--changed and --staged can't be used together"],
    [{ staged: true, since: "main" }, "--staged and --since can't"],
    [{ changed: true, since: "main" }, "--changed and --since can't"],
    [{ inPlace: true, pullRequest: true }, "--no-isolation and --pr can't"],
    [{ inPlace: true, approve: true }, "--no-isolation and --approve can't"],
    [{ inPlace: true, tests: "final" as const }, "--no-isolation and --tests final can't"],
    [{ inPlace: true, target: "x" }, "--no-isolation and --target can't"],
    [{ inPlace: true, testCommand: "x" }, "--no-isolation and --test-command can't"],
    [{ group: "code" as const, filesPerContext: 2 }, "--group code and --files-per-context can't"],
    [{ group: "directory" as const, filesPerContext: 2 }, "--group directory and --files-per-context can't"],
    [{ pullRequest: true, approve: true }, "--pr and --approve can't"],
    [{ autofixOnly: true, autofix: false }, "--autofix-only and --no-autofix can't"],
    [{ autofixOnly: true, agent: "claude" }, "--autofix-only and --agent can't"],
    [{ autofixOnly: true, model: "opus" }, "--autofix-only and --model can't"],
    [{ autofixOnly: true, fallbacks: ["codex"] }, "--autofix-only and --fallback can't"],
    [{ testCommand: "echo {{ x }}" }, "--test-command can't hold a template"],
  ])("that make no sense are refused by name: %j", (flags, why) => {
    expect(() => decided(flags)).toThrow(
      expect.objectContaining({ code: "cli.usage", message: expect.stringContaining(why) as string }) as Error,
    );
  });

  it.each([
    { inPlace: true, tests: "none" as const },
    { inPlace: false, pullRequest: true },
    { group: "file" as const, filesPerContext: 2 },
    { changed: false, staged: true, takesDirty: true },
    { changed: true },
    { staged: true },
  ])("that go together are taken: %j", (flags) => {
    expect(() => decided(flags)).not.toThrow();
  });

  it("can't give a command a model", () => {
    expect(() => decided({ model: "opus" }, "agent: { command: x }")).toThrow(
      "--model is for agents that are profiles",
    );
  });
});
