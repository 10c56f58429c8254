import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readScoreText } from "../../src/score/load.ts";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "README.md"), "utf8");

function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
    .filter(([, tag]) => tag === language)
    .map(([, , text = ""]) => text);
}

it("the scores in the README are valid, without a warning", () => {
  const scores = blocks("yaml");
  expect(scores.length).toBeGreaterThan(0);
  for (const text of scores) expect(readScoreText({ path: "README.md", baseDir: repository, text }).notes).toEqual([]);
});

it("the README calls no command that docs/cli.md does not have", () => {
  const called = [
    ...blocks("sh")
      .join("\n")
      .matchAll(/^tutti ([a-z-]+)/gm),
  ].map(([, name]) => name ?? "");
  const known = new Set(
    [...readFileSync(join(repository, "docs", "cli.md"), "utf8").matchAll(/^\| `tutti ([a-z-]+)/gm)].map(
      ([, name]) => name ?? "",
    ),
  );
  expect(called.length).toBeGreaterThan(10);
  expect(called.filter((name) => !known.has(name))).toEqual([]);
});
