import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readScoreText } from "../../src/score/load.ts";
import { repository } from "./tree.ts";

const known = new Set(
  [...readFileSync(join(repository, "docs", "cli.md"), "utf8").matchAll(/^\| `tutti ([a-z-]+)/gm)].map(
    ([, name]) => name ?? "",
  ),
);

describe.each([
  { document: "README.md", atLeast: 9 },
  { document: "docs/getting-started.md", atLeast: 25 },
])("$document", ({ document, atLeast }) => {
  const page = readFileSync(join(repository, document), "utf8");

  function blocks(language: string): readonly string[] {
    return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)]
      .filter(([, tag]) => tag === language)
      .map(([, , text = ""]) => text);
  }

  it("has valid scores, without a warning", () => {
    const scores = blocks("yaml");
    expect(scores.length).toBeGreaterThan(0);
    for (const text of scores) expect(readScoreText({ path: document, baseDir: repository, text }).notes).toEqual([]);
  });

  it("calls only commands that docs/cli.md has", () => {
    const called = [
      ...blocks("sh")
        .join("\n")
        .matchAll(/^tutti ([a-z-]+)/gm),
    ].map(([, name]) => name ?? "");
    expect(called.length).toBeGreaterThanOrEqual(atLeast);
    expect(called.filter((name) => !known.has(name))).toEqual([]);
  });
});

it("the README shows the picture that scripts/picture.mjs makes, and the two commands", () => {
  const page = readFileSync(join(repository, "README.md"), "utf8");
  expect(page).toMatch(/!\[[^\]]+\]\(docs\/tutti-task\.svg\)/);
  expect(page).toMatch(/^npm run demo .*\nnpm test /m);
  expect(readFileSync(join(repository, "docs", "tutti-task.svg"), "utf8")).toMatch(/<svg[^]*tutti verify/);
});
