import { describe, expect, it } from "vitest";
import { ladderFor } from "./strategy.ts";
import type { Tally } from "../../findings/tally.ts";
import { type Strategy, strategies } from "../../score/plan/agents/strategy.ts";

type Row = readonly [code: string, strategy: Tally["strategy"], tried: number, fixed: number, agent?: string];

const tallies = (rows: readonly Row[]): readonly Tally[] =>
  rows.map(([code, strategy, tried, fixed, agent = "claude"]) => ({
    tool: "eslint",
    code,
    strategy,
    agent,
    tried,
    fixed,
    introduced: 0,
  }));
const findings = (...codes: readonly (string | null)[]): Parameters<typeof ladderFor>[0] =>
  codes.map((code) => ({ tool: "eslint", code }));

describe("the prompts of a sheet begin with", () => {
  it.each<[string, readonly Row[], Strategy]>([
    ["normal, of a kind that was never tried", [], "normal"],
    ["normal, of one that was tried too seldom to tell, whether it went well", [["a", "normal", 2, 2]], "normal"],
    ["normal, or badly", [["a", "normal", 2, 0]], "normal"],
    ["minimal, of one that is nearly always fixed", [["a", "normal", 10, 8]], "minimal"],
    ["minimal, from three tries on", [["a", "normal", 3, 3]], "minimal"],
    ["normal, of one that is fixed less often than that", [["a", "normal", 100, 79]], "normal"],
    ["normal, of one that is fixed every second time", [["a", "normal", 4, 2]], "normal"],
    ["detailed, of one that is fixed less often than that too", [["a", "normal", 100, 49]], "detailed"],
    [
      "minimal, where strategies and agents together make it enough",
      [
        ["a", "minimal", 1, 1],
        ["a", "normal", 1, 1],
        ["a", "normal", 1, 1, "codex"],
      ],
      "minimal",
    ],
    ["normal, where only the tool itself has fixed it", [["a", "autofix", 50, 50]], "normal"],
    ["normal, where only the tool itself could not", [["a", "autofix", 50, 0]], "normal"],
    ["normal, where only other kinds were tried", [["b", "normal", 9, 0]], "normal"],
    [
      "verbose, where detailed never worked and verbose did",
      [
        ["a", "detailed", 3, 0],
        ["a", "verbose", 5, 1],
      ],
      "verbose",
    ],
    [
      "detailed, where detailed never worked and nothing above it did",
      [
        ["a", "detailed", 3, 0],
        ["a", "normal", 5, 1],
      ],
      "detailed",
    ],
    [
      "normal, where minimal never worked, and normal works",
      [
        ["a", "minimal", 3, 0],
        ["a", "normal", 30, 30],
      ],
      "normal",
    ],
  ])("%s", (_, rows, start) => {
    expect(ladderFor(findings("a"), tallies(rows))[0]).toBe(start);
  });

  it("the strategy that the hardest of its kinds needs", () => {
    const known = tallies([
      ["easy", "normal", 9, 9],
      ["hard", "normal", 9, 1],
      ["", "normal", 9, 9],
    ]);
    expect(ladderFor(findings("easy"), known)[0]).toBe("minimal");
    expect(ladderFor(findings(null), known)[0]).toBe("minimal");
    expect(ladderFor(findings("easy", "new"), known)[0]).toBe("normal");
    expect(ladderFor(findings("easy", "new", "hard", "easy"), known)[0]).toBe("detailed");
  });

  it("the strategy by results of their own tool: codes of others don't count", () => {
    expect(ladderFor([{ tool: "ruff", code: "a" }], tallies([["a", "normal", 9, 9]]))).toEqual([
      "normal",
      "detailed",
      "verbose",
    ]);
  });

  it("normal, of a sheet without findings or with names of an object's own", () => {
    expect(ladderFor([], [])[0]).toBe("normal");
    expect(ladderFor(findings("__proto__", "constructor"), [])[0]).toBe("normal");
  });
});

describe("each later attempt", () => {
  it.each<[string, readonly Row[], readonly Strategy[]]>([
    ["is told one level more, up to the last", [], ["normal", "detailed", "verbose"]],
    [
      "goes through all levels where the first is the lowest",
      [["a", "normal", 9, 9]],
      ["minimal", "normal", "detailed", "verbose"],
    ],
    [
      "leaves out what never worked for this kind while more did",
      [
        ["a", "minimal", 20, 20],
        ["a", "normal", 3, 0],
        ["a", "detailed", 2, 1],
      ],
      ["minimal", "detailed", "verbose"],
    ],
    [
      "does not leave out what was tried twice",
      [
        ["a", "minimal", 20, 20],
        ["a", "normal", 2, 0],
        ["a", "detailed", 2, 1],
      ],
      strategies,
    ],
    [
      "does not leave out what never worked while nothing above it did",
      [
        ["a", "minimal", 40, 40],
        ["a", "normal", 3, 0],
        ["a", "detailed", 3, 0],
      ],
      strategies,
    ],
  ])("%s", (_, rows, ladder) => {
    expect(ladderFor(findings("a"), tallies(rows))).toEqual(ladder);
  });

  it("leaves out what never worked for one of its kinds", () => {
    const known = tallies([
      ["a", "minimal", 20, 20],
      ["b", "minimal", 20, 20],
      ["b", "normal", 3, 0],
      ["b", "verbose", 1, 1],
    ]);
    expect(ladderFor(findings("a", "b"), known)).toEqual(["minimal", "detailed", "verbose"]);
  });
});
