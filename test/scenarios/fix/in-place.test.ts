import { describe, expect, it } from "vitest";
import type { FixReport } from "../../../src/fix/report/shape.ts";
import { type FixProject, makeFixProject, marksTool, fixerBy } from "../../kit/fix-project.ts";
import { itLong, oneOf } from "../../kit/long.ts";

/** Two findings of one sheet, and a file that has none. */
const two = (word: string): string => `BAD-A ${word}\nBAD-B ${word}\n`;
const half = 'write(path, text.replace("BAD-A", "good"))';

/** The first attempt fixes one finding and brings in another; what the second does stands here. */
const inTwo = (clean: string, second: string): string => `
  if (attempt === 1) { ${half}; write("${clean}", "BAD-Z\\n"); }
  else { write(path, fixed(text)); ${second} }`;

const numbersOf = ({
  asked,
  fixed,
  remaining,
  gone,
  unknown,
  introduced,
}: Record<"asked" | "fixed" | "remaining" | "gone" | "unknown" | "introduced", number>) => ({
  asked,
  fixed,
  remaining,
  gone,
  unknown,
  introduced,
});
const none = { fixed: 0, remaining: 0, gone: 0, unknown: 0, introduced: 0 };

async function reported(project: FixProject): Promise<FixReport> {
  return JSON.parse(project.cli("report", (await project.status())?.id ?? "", "--json").out) as FixReport;
}

describe.each(
  oneOf(2, [
    ["outside of git", { plain: true }],
    ["in a repository", {}],
  ] as const),
)("several attempts in the folder itself, %s", (_, where) => {
  itLong(
    "are counted from what was there before the first: what one broke is broken until it is fixed, what one fixed is fixed",
    async () => {
      const files = {
        "back.txt": two("w-back"),
        "left.txt": two("w-left"),
        "clean-b.txt": "fine\n",
        "clean-l.txt": "fine\n",
        "once.txt": "BAD-A w-once\n",
      };
      const agent = fixerBy({
        "w-back": inTwo("clean-b.txt", 'write("clean-b.txt", "fine\\n")'),
        "w-left": inTwo("clean-l.txt", ""),
      });
      const project = makeFixProject(files, { ...where, agent, settings: { attempts: 2 } });
      const end = project.fix("--no-isolation");
      expect(end.code).toBe(1);
      const sheets = new Map(end.report.sheets.map((sheet) => [sheet.name, sheet]));
      expect([...sheets].map(([name, { state, attempts }]) => `${name} ${state} ${String(attempts)}`)).toEqual([
        "back.txt done 2",
        "left.txt failed 2",
        "once.txt done 1",
      ]);
      const numbers = [...sheets.values()].map(numbersOf);
      expect(numbers).toEqual([
        { ...none, asked: 2, fixed: 2 },
        { ...none, asked: 2, fixed: 2, introduced: 1 },
        { ...none, asked: 1, fixed: 1 },
      ]);
      expect(numbersOf(end.report.total)).toEqual({ ...none, asked: 5, fixed: 5, introduced: 1 });
      expect(end.report.codes.map(({ code, fixed, introduced }) => [code, fixed, introduced])).toEqual([
        ["BAD-A", 3, 0],
        ["BAD-B", 2, 0],
        ["BAD-Z", 0, 1],
      ]);
      expect(["back.txt", "left.txt", "clean-b.txt", "clean-l.txt"].map((name) => project.read(name))).toEqual([
        "good w-back\ngood w-back\n",
        "good w-left\ngood w-left\n",
        "fine\n",
        "BAD-Z\n",
      ]);
      // A second report is the same.
      expect(await reported(project)).toMatchObject({
        exitCode: 1,
        total: { fixed: 5, introduced: 1, remaining: 0, gone: 0 },
      });
      expect(project.cli("report", (await project.status())?.id ?? "").out).toContain(
        "5 of 5 findings fixed, in 3 of 3 files, 0 remain, 1 introduced.",
      );
      // The note of a failed sheet is removed when the sheet is tried again, or with its job.
      expect(await project.contexts()).toHaveLength(1);
    },
  );

  itLong("also when a person tries a failed one again: the user's work in between is not charged to it", async () => {
    const agent = fixerBy({
      "w-left": inTwo("clean.txt", 'if (attempt === 3) write("clean.txt", "fine\\n"); else write(path, text);'),
    });
    const project = makeFixProject(
      { "left.txt": `${two("w-left")}3\n4\n5\n6\n`, "clean.txt": "fine\n" },
      { ...where, agent, settings: { attempts: 1 } },
    );
    const first = project.fix("--no-isolation");
    expect(first.code).toBe(1);
    expect(numbersOf(first.report.total)).toEqual({ ...none, asked: 2, fixed: 1, remaining: 1, introduced: 1 });
    project.put({
      "user.txt": "BAD-U of the user's\n",
      "left.txt": project.read("left.txt").replace("6", "BAD-U of the user's, too"),
    });

    expect(project.cli("resume", "--retry-failed").code).toBe(1);
    expect(numbersOf((await reported(project)).total)).toEqual({
      ...none,
      asked: 2,
      fixed: 1,
      remaining: 1,
      introduced: 1,
    });

    const third = project.cli("resume", "--retry-failed");
    expect(third.code).toBe(0);
    expect(third.out).toContain("2 of 2 findings fixed, in 1 of 1 file, 0 remain, 0 introduced.");
    expect(project.read("left.txt")).toContain("of the user's, too");
    expect(await project.contexts()).toEqual([]);
  });
});

it("in place with --partial, what was fixed stays and counts, and what remains is told", () => {
  const agent = fixerBy({ "w-half": half });
  const project = makeFixProject({ "half.txt": two("w-half") }, { agent, settings: { attempts: 2 } });
  const end = project.fix("--no-isolation", "--partial");
  expect(end.code).toBe(1);
  expect(end.report.sheets).toMatchObject([
    { state: "done", asked: 2, fixed: 1, remaining: 1, gone: 0, introduced: 0, attempts: 2 },
  ]);
});

it("in place, by the tool itself and then by an agent, each is given credit for its own", () => {
  const marks = { ...marksTool, fix: ["sh", "tools/fix.sh"] };
  const project = makeFixProject(
    { "a.txt": two("w-some"), "tools/fix.sh": 'sed -i s/BAD-A/good/ "$@"\n' },
    { settings: { tools: { marks } } },
  );
  const end = project.fix("--no-isolation");
  expect(end.code).toBe(0);
  expect(end.report.sheets).toMatchObject([{ state: "done", asked: 2, fixed: 2, gone: 0, attempts: 2 }]);
  const { tallies } = JSON.parse(project.cli("stats", "--json").out) as {
    tallies: readonly Record<"code" | "strategy" | "tried" | "fixed", unknown>[];
  };
  expect(
    tallies.map(({ code, strategy, tried, fixed }) => [strategy === "autofix", code, tried, fixed]).toSorted(),
  ).toEqual([
    [false, "BAD-B", 1, 1],
    [true, "BAD-A", 1, 1],
    [true, "BAD-B", 1, 0],
  ]);
});
