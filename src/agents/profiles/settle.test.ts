import { describe, expect, it, test } from "vitest";
import type { ProfileFile } from "./folder.ts";
import { settleProfiles } from "./settle.ts";
import { type Origin, shelfOf } from "./shelf.ts";

const file = (text: string, more: Partial<ProfileFile> = {}): ProfileFile => ({
  origin: "user",
  path: "/home/u/x.yaml",
  name: "x",
  text,
  ...more,
});
const told = (...files: readonly ProfileFile[]): readonly string[] =>
  settleProfiles(files).problems.map(({ message }) => message);

const layer = (origin: Origin, name: string, text: string): ProfileFile => ({
  origin,
  path: `/${origin}/${name}.yaml`,
  name,
  text,
});
const base = layer(
  "built-in",
  "base",
  `kind: cli
executable: base
display_name: The base
aliases: [first]
verified: { version: "1", date: 2026-01-01 }
args: [run, -v]
env: { A: "1", B: "2" }
home: { own: always, variables: { BASE_HOME: . }, files: { a: x } }
models:
  - { name: big, input: 1, output: 2 }
  - { name: small, input: 3, output: 4 }
`,
);
const found = (files: readonly ProfileFile[], name: string) => {
  const { entries, problems } = settleProfiles(files);
  expect(problems).toEqual([]);
  return shelfOf(entries).find(name);
};

test("a profile of a few lines is complete, and takes its name from its file", () => {
  expect(settleProfiles([file("kind: cli\nexecutable: run-it\n")]).entries).toEqual([
    {
      origin: "user",
      path: "/home/u/x.yaml",
      profile: {
        kind: "cli",
        name: "x",
        displayName: "x",
        description: "",
        aliases: [],
        verified: null,
        model: null,
        executable: "run-it",
        exports: null,
        versionArgs: ["--version"],
        login: null,
        args: [],
        modelArgs: null,
        sessionArgs: null,
        sessionFolder: "any",
        budgetArgs: null,
        prompt: "stdin",
        promptArgs: [],
        promptIs: "text",
        longPrompt: "refuse",
        output: { format: "text" },
        interactive: null,
        talk: null,
        env: {},
        pass: [],
        secrets: [],
        home: null,
        startTimeout: null,
        state: [],
        hosts: [],
        broker: null,
        errors: {},
        models: [],
        pricesAsOf: null,
      },
    },
  ]);
});

describe("a fault is reported with its place", () => {
  it.each([
    [
      "an unknown key, with the one that is meant",
      "kind: cli\nexecutable: a\nmodel_arg: []\n",
      '3:1 model_arg: unknown key; did you mean "model_args"?',
    ],
    ["a key of another kind", "kind: acp\nexecutable: a\nprompt: stdin\n", "3:1 prompt: unknown key; known are"],
    ["no kind", "executable: a\n", "1:1 kind: is missing: expected one of cli, acp, http"],
    ["no executable", "kind: cli\n", "1:1 executable: is missing: expected text"],
    [
      "a placeholder that is none",
      'kind: cli\nexecutable: a\nmodel_args: ["{modell}"]\n',
      '3:14 model_args[0]: there is no {modell} here; did you mean "model"?',
    ],
    [
      "a value that not every run has",
      'kind: cli\nexecutable: a\nargs: [-m, "{model}"]\n',
      "3:12 args[1]: there is no {model} here",
    ],
    [
      "a pattern that is none",
      'kind: cli\nexecutable: a\nerrors: { E101: ["("] }\n',
      "3:18 errors.E101[0]: is not a regular expression",
    ],
    [
      "a trouble that there is not",
      "kind: cli\nexecutable: a\nerrors: { E111: [a] }\n",
      "3:11 errors.E111: is not the code of a trouble",
    ],
    [
      "half a price",
      "kind: cli\nexecutable: a\nmodels: [{ name: m, input: 1 }]\n",
      "3:10 models[0]: a price needs both input and output",
    ],
    ["a file outside the home", "kind: cli\nexecutable: a\nhome: { files: { a/../../b: x } }\n", "3:18 home.files"],
    [
      "a variable outside the home",
      "kind: cli\nexecutable: a\nhome: { variables: { H: ../.. } }\n",
      "3:25 home.variables.H: must be a path within",
    ],
    [
      "an address that is none",
      "kind: http\napi: openai\nbase_url: file:///etc\n",
      "3:11 base_url: expected an address",
    ],
    ["a star in the middle", "kind: cli\nexecutable: a\npass: [A_*_B]\n", "3:8 pass[0]: is not a name"],
    [
      "a program that would get words in place of its session",
      "kind: cli\nexecutable: sh\nprompt_is: program\nsession_args: [x]\n",
      "session_args: a program",
    ],
    [
      "a program that would be told to read a file",
      "kind: cli\nexecutable: sh\nprompt_is: program\nlong_prompt: file\n",
      "long_prompt: a program",
    ],
    [
      "a prompt that no argument is for",
      'kind: cli\nexecutable: a\nprompt_args: ["{prompt}"]\n',
      "prompt_args: {prompt} needs prompt: argument",
    ],
    ["a name of Tutti's own", "name: scripted\nkind: cli\nexecutable: a\n", '1:7 name: "scripted" is Tutti\'s own'],
    ["a list", "- a\n", "1:1 expected a map of keys"],
    ["no YAML", "a: [\n", "x.yaml:"],
  ])("%s", (_, text, message) => {
    expect(told(file(text)).join("\n")).toContain(message);
    expect(told(file(text))[0]).toMatch(/^\/home\/u\/x\.yaml:\d+:\d+ /);
  });

  it("a name that two files of one place describe", () => {
    const text = "kind: cli\nexecutable: a\nname: twice\n";
    expect(told(file(text), file(text, { path: "/home/u/y.yaml" }))).toEqual([
      '/home/u/y.yaml:3:7 name: "twice" is described in /home/u/x.yaml too',
    ]);
  });
});

describe("a later profile of the same name", () => {
  it("replaces the earlier one whole", () => {
    expect(found([base, layer("user", "base", "kind: acp\nexecutable: other\n")], "base")).toMatchObject({
      kind: "acp",
      executable: "other",
      models: [],
    });
  });

  it("changes only what it names when it extends it", () => {
    const mine = layer(
      "project",
      "base",
      "extends: base\nenv: { B: '3' }\nmodels: [{ name: small, input: 9, output: 9 }]\nhome: { own: never }\n",
    );
    expect(found([base, mine], "first")).toMatchObject({
      executable: "base",
      args: ["run", "-v"],
      env: { A: "1", B: "3" },
      home: { own: "never", variables: { BASE_HOME: "." }, files: { a: "x" } },
      models: [
        { name: "small", price: { input: 9 } },
        { name: "big", price: { input: 1 } },
      ],
    });
  });

  it("is still verified when only prices changed, and not when its arguments did", () => {
    expect(found([base, layer("user", "base", "extends: base\nmodels: []\n")], "base")?.verified).toEqual({
      version: "1",
      date: "2026-01-01",
    });
    expect(found([base, layer("user", "base", "extends: base\nargs: []\n")], "base")?.verified).toBeNull();
  });
});

describe("a profile that extends another one", () => {
  it("has a name of its own and no alias of the other", () => {
    const files = [base, layer("user", "mine", "extends: base\n")];
    expect(found(files, "mine")).toMatchObject({ name: "mine", displayName: "mine", aliases: [], executable: "base" });
    expect(found(files, "first")?.name).toBe("base");
  });

  it("extends what its own place says of the other", () => {
    const files = [
      base,
      layer("user", "mine", "extends: base\n"),
      layer("user", "base", "extends: base\nexecutable: newer\n"),
    ];
    expect(found(files, "mine")).toMatchObject({ executable: "newer" });
  });

  it("may not extend itself, one that is not there, or one of another kind", () => {
    const circle = [layer("user", "a", "extends: b\n"), layer("user", "b", "extends: a\n")];
    expect(told(...circle)).toEqual(['/user/b.yaml:1:10 extends: "a" extends this one in its turn']);
    expect(told(base, layer("user", "a", "extends: bace\n"))).toEqual([
      '/user/a.yaml:1:10 extends: there is no profile "bace"; did you mean "base"?',
    ]);
    expect(told(base, layer("user", "a", "extends: base\nkind: acp\n"))).toEqual([
      '/user/a.yaml:2:7 kind: can\'t be another than that of "base"',
    ]);
    expect(told(layer("user", "a", "extends: a\n"))).toEqual(['/user/a.yaml:1:10 extends: there is no profile "a"']);
  });

  it("a program beside the profile stays beside it when another file extends it", () => {
    const files = [layer("user", "a", "kind: cli\nexecutable: ./bin/a\n"), layer("project", "b", "extends: a\n")];
    expect(found(files, "b")).toMatchObject({ executable: "/user/bin/a" });
  });
});

test("a name goes before an alias, and an alias of the project before one that is built in", () => {
  const cli = (more: string): string => `kind: cli\nexecutable: a\n${more}`;
  const files = [layer("built-in", "z", cli("aliases: [both, a]\n")), layer("project", "a", cli("aliases: [both]\n"))];
  expect([found(files, "a")?.name, found(files, "both")?.name, found(files, "nothing")]).toEqual(["a", "a", undefined]);
});
