import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { diagnoseScore } from "../../parse.ts";
import { isError, problemLine } from "../../source/problem.ts";
import { describedScore, scoreJsonSchema } from "./json-schema.ts";
import { mapsOf } from "../../../../scripts/score-page.ts";

const validate = new Ajv2020({ allErrors: true, strict: true, strictRequired: false }).compile(scoreJsonSchema());

const takes = (score: unknown): readonly string[] =>
  validate(score) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);

const files = { readText: () => "text", readTextBelow: () => "text", listFiles: () => ["one.md"], exists: () => true };
const diagnose = (score: unknown) => diagnoseScore(stringify(score), { path: "score.yaml", baseDir: "/scores", files });
const reads = (score: unknown): readonly string[] =>
  diagnose(score)
    .problems.filter(isError)
    .map((problem) => problemLine(problem, "score.yaml"));

const plain = { id: "a", prompt: "Do it." };
const base = { agents: { claude: { command: ["claude", "-p"] }, reviewer: "scripted" }, agent: "scripted" };
const ofSheet = (map: object): object => ({
  ...base,
  sheets: [
    { ...plain, ...map },
    { id: "lexer", prompt: "Do it." },
  ],
});
const ofLanding = (map: object): object => ({ ...base, sheets: [plain], landing: map });
const ofRouting = (map: object): object => ({
  ...base,
  agent: "auto",
  sheets: [plain],
  routing: { agents: ["scripted"], ...map },
});
const ofRule = (map: object): object => ({ ...base, sheets: [plain], validations: [map] });

/** A score with a key in the map at a path, and nothing else that is not needed there. */
const inPlace: Readonly<Record<string, (map: Readonly<Record<string, unknown>>) => object>> = {
  "": (map) => ({ ...base, sheets: [plain], ...("routing" in map ? { agent: "auto" } : {}), ...map }),
  routing: (map) => ofRouting(map),
  learning: (map) => ({ ...base, sheets: [plain], learning: map }),
  "routing.rules[]": (map) => ofRouting({ rules: [{ agent: "scripted", ...map }] }),
  isolation: (map) => ({ ...base, sheets: [plain], isolation: map }),
  "isolation.clone": (map) => ({ ...base, sheets: [plain], isolation: { clone: map } }),
  prepare: (map) => ({ ...base, sheets: [plain], prepare: map }),
  "prepare.commands[]": (map) => ({ ...base, sheets: [plain], prepare: { commands: [{ run: "true", ...map }] } }),
  "prepare.environment.<name>": (map) => ({ ...base, sheets: [plain], prepare: { environment: { A: map } } }),
  "prepare.teardown[]": (map) => ({ ...base, sheets: [plain], prepare: { teardown: [{ run: "true", ...map }] } }),
  sandbox: (map) => ({ ...base, sheets: [plain], sandbox: map }),
  container: (map) => ({ ...base, sheets: [plain], container: map }),
  landing: (map) => ofLanding(map),
  "landing.gates[]": (map) => ofLanding({ gates: [{ name: "tests", run: "true", ...map }] }),
  "landing.batch": (map) => ofLanding({ batch: map }),
  "landing.merge": (map) => ofLanding({ merge: map }),
  "landing.merge.generated[]": (map) => ofLanding({ merge: { generated: [{ paths: ["a"], run: "true", ...map }] } }),
  "landing.pull_request": (map) => ofLanding({ pull_request: map }),
  commit: (map) => ({ ...base, sheets: [plain], commit: map }),
  "agents.<name>": (map) => ({
    ...base,
    sheets: [plain],
    agents: { ...base.agents, other: { ...firstKey(map), ...map } },
  }),
  cost: (map) => ({ ...base, sheets: [plain], cost: map }),
  rate_limit: (map) => ({ ...base, sheets: [plain], rate_limit: map }),
  "prelude[]": (map) => ({
    ...base,
    sheets: [plain],
    prelude: [{ ...("directory" in map ? {} : { file: "a.md" }), ...map }],
  }),
  cross_sheet: (map) => ({ ...base, sheets: [plain], cross_sheet: map }),
  "sheets[]": (map) => ("prompt_file" in map ? { ...base, sheets: [{ id: "a", ...map }] } : ofSheet(map)),
  "sheets[].best_of": (map) => ofSheet({ best_of: { count: 3, ...map } }),
  "sheets[].items": (map) => ofSheet({ items: { total: 20, ...map } }),
  "sheets[].skip_when_command": (map) => ofSheet({ skip_when_command: { command: "true", ...map } }),
  "prompt_extensions[]": (map) => ({ ...base, sheets: [plain], prompt_extensions: [map] }),
  healing: (map) => ({ ...base, sheets: [plain], healing: { mode: "all", ...map } }),
  "notifications[]": (map) => ({
    ...base,
    sheets: [plain],
    notifications: [{ ...("type" in map ? {} : { channel: "ops" }), ...map }],
  }),
  retry: (map) => ({ ...base, sheets: [plain], retry: map }),
  "on_success[]": (map) => ({ ...base, sheets: [plain], on_success: [{ ...firstStep(map), ...map }] }),
  concert: (map) => ({ ...base, sheets: [plain], concert: map }),
  workspace_lifecycle: (map) => ({ ...base, sheets: [plain], workspace_lifecycle: map }),
  "validations[]": (map) => ofRule(Object.keys(map).some((key) => key in terms) ? { command: "true", ...map } : map),
  "validations[].file_unchanged_since": (map) => ofRule({ file_unchanged_since: { path: "a", ...map } }),
  "validations[].content_contains": (map) => ofRule({ content_contains: { path: "a", text: "b", ...map } }),
  "validations[].content_regex": (map) => ofRule({ content_regex: { path: "a", pattern: "b", ...map } }),
  "validations[].json_path": (map) => ofRule({ json_path: { path: "a", query: "$", ...map } }),
  "validations[].findings": (map) => ofRule({ findings: { command: "lint", ...map } }),
  "validations[].findings.fixes": (map) => ofRule({ findings: { command: "lint", fixes: map } }),
  review: (map) => ({ ...base, sheets: [plain], review: map }),
  "review.tools[]": (map) => ({ ...base, sheets: [plain], review: { tools: [{ command: "lint", ...map }] } }),
  "validations[].review": (map) => ofRule({ review: map }),
  "validations[].review.tools[]": (map) => ofRule({ review: { tools: [{ command: "lint", ...map }] } }),
  "validations[].draft": (map) => ofRule({ draft: { path: "a", ...map } }),
  "validations[].llm_judge": (map) => ofRule({ llm_judge: { criteria: "good", ...map } }),
};
/** Two kinds of agents stand in the same place: a key tells for which of them it is. */
const firstKey = (map: object): object =>
  ["use", "model", "args", "account"].some((key) => key in map) ? { use: "claude" } : { command: "other" };
const firstStep = (map: object): Readonly<Record<string, unknown>> =>
  ["run", "cwd", "timeout", "repeatable"].some((key) => key in map) ? { run: "true" } : { score: "a.yaml" };
const terms = { when: 0, description: 0, stage: 0, retries: 0, retry_delay: 0, timeout: 0, cwd: 0 };

const keys = mapsOf(describedScore()).flatMap(({ paths: [path = ""], keys: all }) =>
  all.map((key) => ({ path, where: `${path}${path === "" ? "" : "."}${key.name}`, ...key })),
);
const placed = (path: string, map: Readonly<Record<string, unknown>>): object => inPlace[path]?.(map) ?? {};

describe("the JSON Schema of a score", () => {
  it.each(keys)("tells what $where is for, with an example", ({ schema }) => {
    expect(schema.description).toMatch(/^\S.*[.:)]$/);
    expect(schema.examples).not.toHaveLength(0);
  });

  it.each(keys)("takes the example of $where, as the reader does", ({ path, name, schema }) => {
    for (const example of schema.examples ?? []) {
      const score = placed(path, { [name]: example });
      expect([takes(score), reads(score)]).toEqual([[], []]);
    }
  });

  it.each(keys.filter(({ schema }) => schema.default !== undefined))(
    "says what $where is when it is not written",
    ({ path, name, schema }) => {
      // A key that the default needs beside it is in both.
      const beside =
        path === "validations[]"
          ? { description: "d" }
          : path === "on_success[]"
            ? firstStep({ [name]: schema.default })
            : {};
      const { plan } = diagnose(placed(path, beside));
      const { plan: written } = diagnose(placed(path, { ...beside, [name]: schema.default }));
      expect(plan).not.toBeNull();
      expect(written).toEqual(plan);
    },
  );

  it.each(keys)("refuses a slip in the name of $where", ({ path, name, schema }) => {
    const score = placed(path, { [`${name}x`]: schema.examples?.[0] });
    expect(takes(score)).not.toEqual([]);
    expect(reads(score)).not.toEqual([]);
  });
});

describe("the JSON Schema takes every score that the reader takes", () => {
  it.each([
    [
      "durations of all kinds",
      ofSheet({ timeout: 1.5, idle_timeout: "1.5h", retry: { base_delay: "0s", max_delay: 0 } }),
    ],
    ["no limit on silence", ofSheet({ idle_timeout: "none" })],
    ["a program alone", ofSheet({ agent: { command: " claude " } })],
    [
      "a command as a list and as a line",
      {
        ...ofRule({ command: ["npm", "test"], cwd: "{{ workspace }}", timeout: 3 }),
        preconditions: [{ command: "a | b" }],
      },
    ],
    [
      "one text where a list may be",
      { ...ofSheet({ after: "lexer" }), validations: [{ diff_within: "src/**" }], cross_sheet: { files: "*.md" } },
    ],
    ["empty lists", { ...ofSheet({ after: [], cadenza: [], validations: [] }), prelude: [], agents: {} }],
    [
      "variables of any kind",
      { ...ofSheet({}), variables: { a: 1, b: [null, { 1: "x" }], _c: false, d: { "any key": 1.5 } } },
    ],
    ["a title of more than Latin", ofSheet({ title: "Größe – 速い {{ sheet }}" })],
    ["a name that begins with a space", { ...ofSheet({}), name: " a " }],
    [
      "a file to judge by",
      ofRule({ llm_judge: { criteria: "good", agent: "scripted", threshold: 0, files: "a" }, timeout: "1m" }),
    ],
    [
      "a profile by its name, one with more about it, and those who take over",
      { ...ofSheet({ agent: { use: "codex", args: [""] }, fallbacks: [] }), fallbacks: ["gemini"] },
    ],
    [
      "limits of all kinds",
      { ...ofSheet({ rate_limit: { wait: 5 } }), cost: { per_sheet: 0.001 }, landing: "approve" },
    ],
    ["a push that is switched off", ofLanding({ push: false, pull_request: true, protected: "a" })],
    ["a pull request that is switched off", ofLanding({ push: "a/b", pull_request: false })],
    ["a gate as a list", ofLanding({ gates: [{ name: "a", run: ["npm", "test"], quick: "a | b", timeout: 3 }] })],
    [
      "a commit of a sheet's",
      ofSheet({ commit: { type: "{{ sheet }}", trailers: { "X-1": "{{ title }}" }, body: "a\nb" } }),
    ],
    ["a pattern for findings", ofRule({ findings: { command: "lint", pattern: "(?P<file>.*)" } })],
    ["a range of items", ofSheet({ item_range: [3, 3] })],
    ["a level alone", { ...ofSheet({}), isolation: "none" }],
    [
      "half a minute between captures",
      { ...ofSheet({}), isolation: { mode: "full", snapshot_minutes: 0.5, worktree_base: "a~b" } },
    ],
    ["a prompt for all and another for one", { ...ofSheet({}), prompt_file: "a.md" }],
  ])("%s", (_, score) => {
    expect([reads(score), takes(score)]).toEqual([[], []]);
  });
});

describe("a slip for the reader is a slip for the JSON Schema", () => {
  it.each([
    ["no sheets", { agent: "scripted" }],
    ["an empty list of sheets", { agent: "scripted", sheets: [] }],
    ["a sheet without an id", { agent: "scripted", sheets: [{ prompt: "a" }] }],
    ["an empty id", ofSheet({ id: "" })],
    ["a number for text", ofSheet({ prompt: 3 })],
    ["text for a number", { ...ofSheet({}), parallel: "4" }],
    ["a number that is too large", { ...ofSheet({}), parallel: 1_001 }],
    ["half an attempt", ofSheet({ retry: { attempts: 1.5 } })],
    ["a duration in words", ofSheet({ timeout: "5 minutes" })],
    ["a duration below zero", ofSheet({ timeout: -1 })],
    ["silence in words", ofSheet({ idle_timeout: "never" })],
    ["a command line for a program", ofSheet({ agent: { command: "claude -p" } })],
    ["a profile and a command", ofSheet({ agent: { use: "claude", command: "a" } })],
    ["a model without a profile", ofSheet({ agent: { model: "opus" } })],
    ["one who takes over, without a list", ofSheet({ fallbacks: "codex" })],
    ["a limit of nothing", { ...ofSheet({}), cost: { per_job: 0 } }],
    ["an unknown way to land", { ...ofSheet({}), landing: "never" }],
    ["an unknown way to join", ofLanding({ strategy: "octopus" })],
    ["a push and a pull request", ofLanding({ push: true, pull_request: { draft: true } })],
    ["a push to an option", ofLanding({ push: "--force" })],
    ["a gate without a name", ofLanding({ gates: [{ run: "true" }] })],
    ["a gate that runs nothing", ofLanding({ gates: [{ name: "a" }] })],
    ["too many at once", ofLanding({ batch: { parallel: 33 } })],
    ["a batch of none", ofLanding({ batch: { max: 0 } })],
    ["an unknown forge", ofLanding({ pull_request: { forge: "sourcehut" } })],
    ["a summary of two lines", ofSheet({ commit: { summary: "a\nb" } })],
    ["a trailer of Tutti's own", ofSheet({ commit: { trailers: { "tutti-job": "a" } } })],
    ["a co-author who is no list", ofSheet({ commit: { co_authors: "Ada <a@b>" } })],
    ["no time to wait", ofSheet({ rate_limit: { patience: -1 } })],
    ["an empty command", ofRule({ command: [] })],
    ["a blank command", ofRule({ command: " " })],
    ["a title of two lines", ofSheet({ title: "a\nb" })],
    ["a branch that is an option", { ...ofSheet({}), target: "--force" }],
    ["an unknown way to work", { ...ofSheet({}), isolation: "docker" }],
    ["an unknown way to work in a map", { ...ofSheet({}), isolation: { mode: "docker" } }],
    ["contexts per agent", { ...ofSheet({}), isolation: { per: "agent" } }],
    ["a home that nothing fills in", { ...ofSheet({}), isolation: { worktree_base: "~/contexts" } }],
    ["a day and more between captures", { ...ofSheet({}), isolation: { snapshot_minutes: 1_441 } }],
    ["a variable that no template can name", { ...ofSheet({}), variables: { "a-b": 1 } }],
    ["a number in the environment", ofSheet({ agent: { command: "a", env: { N: 1 } } })],
    ["a rule that checks nothing", ofRule({ description: "d" })],
    ["a rule that checks two things", ofRule({ file_exists: "a", file_modified: "a" })],
    ["Mozart's form of a rule", ofRule({ type: "file_exists", path: "a" })],
    ["a time limit for a file", ofRule({ file_exists: "a", timeout: "1m" })],
    ["a folder for a judge", ofRule({ llm_judge: { criteria: "a" }, cwd: "." })],
    ["findings read in two ways", ofRule({ findings: { command: "a", format: "lines", pattern: "b" } })],
    ["copies of groups of items", ofSheet({ fan_out: 2, items: { total: 3 } })],
    ["a range of copies", ofSheet({ fan_out: 2, item_range: [1, 2] })],
    ["half a range", ofSheet({ item_range: [1] })],
    ["a prompt and a file with another", ofSheet({ prompt_file: "a.md" })],
    ["two prompts for the score", { ...ofSheet({}), prompt: "a", prompt_file: "a.md" }],
    ["nothing where something belongs", ofSheet({ validations: null })],
  ])("%s", (_, score) => {
    expect(takes(score)).not.toEqual([]);
    expect(reads(score)).not.toEqual([]);
  });
});

it("scores of Mozart's have another shape than the JSON Schema's", () => {
  expect(takes({ sheet: { size: 1, total_items: 3 }, prompt: { template: "a" } })).not.toEqual([]);
});
