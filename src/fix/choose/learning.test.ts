import { expect, it } from "vitest";
import { addUp, byKind, isDifficult, isMastered } from "./strategy.ts";
import type { Tally } from "../../findings/tally.ts";

const tally = (more: Partial<Tally> = {}): Tally => ({
  tool: "ruff",
  code: "F401",
  strategy: "normal",
  agent: "claude",
  tried: 2,
  fixed: 1,
  introduced: 0,
  ...more,
});

it("tallies of one kind, strategy and agent are added up, others stay apart", () => {
  const others = [
    tally({ tool: "flake8" }),
    tally({ code: "" }),
    tally({ strategy: "verbose" }),
    tally({ agent: "codex" }),
  ];
  expect(addUp([tally(), ...others, tally({ tried: 5, fixed: 4, introduced: 3 })])).toEqual([
    tally({ tried: 7, fixed: 5, introduced: 3 }),
    ...others,
  ]);
  expect(addUp([])).toEqual([]);
});

it("a kind is all that was tried of a tool's code, and what the tool fixed itself is counted apart", () => {
  const all = [
    tally({ tool: "ruff", code: "F841" }),
    tally({ strategy: "verbose", tried: 3, fixed: 3, introduced: 1 }),
    tally({ agent: "codex", tried: 5, fixed: 0 }),
    tally({ strategy: "autofix", agent: "ruff --fix", tried: 100, fixed: 90, introduced: 2 }),
    tally({ tool: "eslint", code: "eqeqeq", strategy: "autofix", tried: 4, fixed: 4 }),
  ];
  expect(byKind([...all, tally()])).toEqual([
    { tool: "eslint", code: "eqeqeq", tried: 0, fixed: 0, introduced: 0, autofixed: 4, rate: null },
    { tool: "ruff", code: "F401", tried: 10, fixed: 4, introduced: 3, autofixed: 90, rate: 0.4 },
    { tool: "ruff", code: "F841", tried: 2, fixed: 1, introduced: 0, autofixed: 0, rate: 0.5 },
  ]);
});

it.each<[tried: number, fixed: number, what: string]>([
  [0, 0, "neither"],
  [2, 0, "neither"],
  [2, 2, "neither"],
  [3, 1, "difficult"],
  [4, 2, "neither"],
  [100, 49, "difficult"],
  [100, 79, "neither"],
  [100, 80, "mastered"],
  [3, 3, "mastered"],
])("of %i tries %i fixed: %s", (tried, fixed, what) => {
  const [kind] = byKind([tally({ tried, fixed })]);
  const is =
    kind === undefined ? [] : [...(isDifficult(kind) ? ["difficult"] : []), ...(isMastered(kind) ? ["mastered"] : [])];
  expect(is).toEqual(what === "neither" ? [] : [what]);
});
