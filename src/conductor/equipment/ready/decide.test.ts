import { expect, it } from "vitest";
import type { SheetId } from "../../../base/ids.ts";
import { type Tried, judgeBase } from "./decide.ts";
import { leavesTests } from "./try-base.ts";

const fails = { kind: "fails" } as const;
const passes = { kind: "passes" } as const;
const broken = { kind: "broken", code: "ready.hangs", why: "it hangs", next: "Run it." } as const;

function judged(tried: Partial<Tried>, isFix = false): string {
  const sheets = ["a"] as unknown as readonly SheetId[];
  const whole: Tried = {
    shown: "npm test",
    as: "validation",
    sheets,
    tasks: 1,
    meaning: fails,
    output: "2 failing",
    ...tried,
  };
  const { problems, told } = judgeBase([whole], { target: "refs/heads/main", leavesTests: isFix });
  return problems.length > 0
    ? `stops: ${problems.map(({ code }) => code).join()}`
    : told.length > 0
      ? "plays, told"
      : "plays";
}

it.each<Partial<Tried> & { readonly what: string; readonly then: string; readonly leavesTests?: boolean }>([
  { what: "what no sheet can change", meaning: broken, then: "stops: ready.hangs" },
  { what: "a red suite for one task", then: "plays, told" },
  { what: "a red suite for two tasks", tasks: 2, then: "stops: ready.red" },
  { what: "a red suite for two tasks, one of which waits for the other", tasks: 1, then: "plays, told" },
  { what: "a command of its own kind for two tasks", shown: "test -s NOTES.md", tasks: 2, then: "plays" },
  { what: "a file that is not there yet", shown: "test -f a.txt", then: "plays" },
  { what: "a red gate for one task", as: "gate", shown: "./ci", then: "plays, told" },
  { what: "a red gate for two tasks", as: "gate", shown: "./ci", tasks: 2, then: "stops: ready.red" },
  {
    what: "a red gate of tutti fix that fixes no tests",
    as: "gate",
    shown: "./ci",
    leavesTests: true,
    then: "stops: ready.red",
  },
  { what: "a suite that passes", meaning: passes, then: "plays, told" },
  { what: "a gate that passes", as: "gate", meaning: passes, then: "plays" },
])("$what: $then", ({ then, leavesTests: isFix = false, what: _, ...tried }) => {
  expect(judged(tried, isFix)).toBe(then);
});

it("commands that pass before any work are named once", () => {
  const sheets = ["a"] as unknown as readonly SheetId[];
  const green = { as: "validation", sheets, tasks: 0, meaning: passes, output: "" } as const;
  const about = { target: "refs/heads/main", leavesTests: false };
  const { told } = judgeBase(
    [
      { ...green, shown: "npm test" },
      { ...green, shown: "npm run lint" },
    ],
    about,
  );
  expect(told).toEqual([
    "npm test, npm run lint pass on main before any work: they guard against regressions, but do not prove that a task was done",
  ]);
});

it("a job of tutti fix leaves tests alone unless a sheet is about a failing one", () => {
  const sheet = (...tools: readonly string[]) => ({
    ...{ id: "a", name: "a", files: ["a"], strategy: "minimal" as never, hasAutofix: false },
    asked: tools.map((tool) => ({ tool, code: "x", count: 1 })),
  });
  expect([
    leavesTests(undefined),
    leavesTests({ sheets: [sheet("eslint"), sheet("ruff")] }),
    leavesTests({ sheets: [sheet("eslint"), sheet("ruff", "pytest")] }),
  ]).toEqual([false, true, false]);
});
