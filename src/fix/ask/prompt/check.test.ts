import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeFinding, makeGroup, makePrepared } from "../../../../test/kit/fix-prompt.ts";
import { checkCommands, shellWord } from "./prompt.ts";

const lines = (text: string): readonly string[] => text.split("\n").slice(1, -1);

describe("the command that checks a sheet", () => {
  it("asks each tool about the files that it found something in, or about everything", () => {
    const group = makeGroup([
      makeFinding({ file: "b c.ts" }),
      makeFinding({ file: "-a.ts" }),
      makeFinding({ tool: "tsc", file: "b c.ts" }),
    ]);
    const tools = [
      makePrepared({ argv: ["eslint", "--format", "json"], env: { A: "1 2" } }),
      makePrepared({ name: "tsc", reach: "project", everything: ["-p", "."] }),
    ];
    expect(lines(checkCommands(group, tools))).toEqual(["A='1 2' eslint --format json ./-a.ts 'b c.ts'", "tsc -p ."]);
  });

  it("goes to the folder that a tool runs in, and names what lies there", () => {
    const group = makeGroup([makeFinding({ file: "web app/src/a.ts" }), makeFinding({ file: "api/b.ts" })]);
    const tools = ["web app", "api"].map((folder) => makePrepared({ folder }));
    expect(lines(checkCommands(group, tools))).toEqual([
      "(cd './web app' && eslint src/a.ts)",
      "(cd ./api && eslint b.ts)",
    ]);
  });

  it("asks about everything where the files are many, or none is named", () => {
    const many = Array.from({ length: 500 }, (_, index) => makeFinding({ file: `file-${String(index)}.ts` }));
    expect(lines(checkCommands(makeGroup(many), [makePrepared()]))).toEqual(["eslint ."]);
    expect(lines(checkCommands(makeGroup([makeFinding({ file: "" })]), [makePrepared()]))).toEqual(["eslint ."]);
  });

  it("has a report written outside of the checkout, and shows it", () => {
    const tool = makePrepared({
      name: "vitest",
      argv: ["vitest", "run", "--outputFile={report}", "{report}"],
      everything: [],
      reach: "project",
    });
    expect(lines(checkCommands(makeGroup([makeFinding({ tool: "vitest" })]), [tool]))).toEqual([
      `report="$(mktemp)"; vitest run --outputFile="$report" "$report"; cat "$report"`,
    ]);
  });

  it("is exact for bash for any file name, and nothing of a name is seen raw", () => {
    const name = fc.string({ minLength: 1, unit: "grapheme" }).filter((text) => !text.includes("\0"));
    const words = [
      "a\nb",
      "$(touch x)",
      "it's",
      "`id`",
      "\u202Etxt",
      "-n",
      "*",
      "~",
      "a=b",
      "é😀",
      ...fc.sample(name, 200),
    ];
    const shown = words.map(shellWord);
    expect(shown.filter((word) => /[\p{Cc}\p{Cf}`]/u.test(word))).toEqual([]);
    expect(
      execFileSync("bash", ["-c", `printf '%s\\0' ${shown.join(" ")}`])
        .toString()
        .split("\0"),
    ).toEqual([...words, ""]);
  });
});
