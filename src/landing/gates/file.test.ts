import { describe, expect, it, test } from "vitest";
import { usualLandingPlan } from "../../score/plan/landing-plan.ts";
import type { GatePlan } from "../../score/plan/landing-plan.ts";
import { gatesOf, overruledGates } from "./compose.ts";
import { type GateFile, noGateFile, parseGateFile } from "./file.ts";

function parse(text: string): GateFile {
  return parseGateFile(Buffer.from(text));
}

describe("the file of gates", () => {
  it("says commands, limits, what they are made of and what is protected", () => {
    const file = parse(`
gates:
  - name: the tests
    run: npm ci && npm test
    quick: [npx, vitest, related]
    timeout: 90s
    files: vitest.config.ts
    toolchain: [node]
    borrow: [node_modules]
  - { name: lint, run: [eslint, .] }
protected: [".github/**", LICENSE]
`);
    expect(file).toEqual({
      gates: [
        {
          name: "the tests",
          command: { kind: "line", shell: "sh", line: "npm ci && npm test" },
          quick: { kind: "argv", argv: ["npx", "vitest", "related"] },
          timeoutMs: 90_000,
          files: ["vitest.config.ts"],
          borrow: ["node_modules"],
          toolchain: ["node"],
        },
        {
          name: "lint",
          command: { kind: "argv", argv: ["eslint", "."] },
          quick: null,
          timeoutMs: 600_000,
          files: [],
          borrow: [],
          toolchain: [],
        },
      ],
      protectedPaths: [".github/**", "LICENSE"],
    });
  });

  test.each(["", "# nothing yet\n", "{}", "gates: []"])("asks for nothing when it is %j", (text) => {
    expect(parse(text)).toEqual(noGateFile);
  });

  test.each([
    ["an unknown key", "gate: []", "1:1 gate: unknown key; did you mean"],
    [
      "an unknown key of a gate",
      "gates:\n  - { name: a, run: b, tiemout: 5s }",
      'gates[0].tiemout: unknown key; did you mean "timeout"?',
    ],
    ["no command", "gates:\n  - name: a", "2:5 gates[0].run: is missing"],
    ["an empty command", "gates: [{ name: a, run: '' }]", "gates[0].run: must be a command"],
    ["an empty list as command", "gates: [{ name: a, run: [] }]", "gates[0].run: a command begins with a program"],
    ["a number as name", "gates: [{ name: 5, run: a }]", "gates[0].name: expected text, found 5"],
    ["a name with a line break", 'gates: [{ name: "a\\nb", run: a }]', "must be one line of text"],
    ["a limit of nothing", "gates: [{ name: a, run: a, timeout: 0 }]", "gates[0].timeout: must be longer than nothing"],
    [
      "two of one name",
      "gates: [{ name: a, run: a }, { name: a, run: b }]",
      '1:38 gates[1].name: there is another gate "a"',
    ],
    ["a glob that is none", "protected: ['/etc/**']", "protected[0]: the glob"],
    ["a text", "hello", "expected a map of keys"],
    ["a list", "- a", "expected a map of keys, found a list"],
    ["no YAML", "gates: [", "gates.yaml:"],
    ["a tag", "gates: !!js/function 'x'", "gates.yaml:1:"],
    ["two documents", "gates: []\n---\ngates: []", "second one after ---"],
    ["a key twice", "gates: []\ngates: []", "2:1"],
    ["no UTF-8", Buffer.from([0x67, 0xff]), "is not UTF-8"],
    ["too large", `# ${"x".repeat(100 * 1024)}`, "larger than 100 KB"],
    ["too deep", "[".repeat(5000), "nested too deeply"],
    ["too many gates", `gates: [${"{ name: a, run: b },".repeat(201)}]`, "must not be longer than 200"],
  ])("with %s is refused, with the place", (_, text, why) => {
    const bytes = typeof text === "string" ? Buffer.from(text) : text;
    expect(() => parseGateFile(bytes)).toThrow(
      expect.objectContaining({
        code: "landing.gates_invalid",
        audience: "user",
        message: expect.stringContaining(why) as string,
      }) as Error,
    );
  });
});

describe("the gates of a landing", () => {
  const plan = (name: string, more: Partial<GatePlan> = {}): GatePlan => ({
    name,
    command: { kind: "line", shell: "sh", line: `run ${name}` },
    quick: null,
    timeoutMs: 1000,
    files: [],
    borrow: [],
    ...more,
  });
  const file = parse("gates: [{ name: b, run: b, quick: b --quick, toolchain: [node] }, { name: a, run: a }]");
  const sources = (tests: "full" | "quick" | "final" | "none") => ({
    file,
    plan: { ...usualLandingPlan, tests, gates: [plan("c"), plan("a")] },
  });

  test.each([
    ["full", ["target b: b", "target a: a", "score c: run c"]],
    ["quick", ["target b: b --quick", "target a: a", "score c: run c"]],
    ["final", []],
    ["none", []],
  ] as const)("with tests: %s are the target's, then those of the score", (tests, expected) => {
    expect(
      gatesOf(sources(tests)).map(
        ({ name, from, command }) => `${from} ${name}: ${command.kind === "line" ? command.line : ""}`,
      ),
    ).toEqual(expected);
  });

  it("of one name are the target's, and that is said", () => {
    expect(overruledGates(sources("full"))).toEqual([
      'the gate "a" of the score is not used: the target has one of that name, which counts',
    ]);
  });

  it("know which of them is a quick form, and what they are run with", () => {
    expect(gatesOf(sources("quick")).map(({ isQuick, toolchain }) => [isQuick, toolchain])).toEqual([
      [true, ["node"]],
      [false, []],
      [false, []],
    ]);
  });

  it("are the same with other names and other time limits", () => {
    const digest = (text: string, tests: "full" | "quick" = "full"): string | undefined =>
      gatesOf({ file: parse(text), plan: { ...usualLandingPlan, tests } })[0]?.digest;
    const one = digest("gates: [{ name: a, run: make check }]");
    expect(one).toMatch(/^[0-9a-f]{64}$/);
    expect(digest("gates: [{ name: other, run: make check, timeout: 5s, files: [x] }]")).toBe(one);
    expect(digest("gates: [{ name: a, run: make  check }]")).not.toBe(one);
    expect(digest("gates: [{ name: a, run: [make, check] }]")).not.toBe(one);
    expect(digest("gates: [{ name: a, run: x, quick: make check }]", "quick")).not.toBe(one);
  });
});
