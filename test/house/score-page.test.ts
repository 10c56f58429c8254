import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diagnoseScore } from "../../src/score/parse.ts";
import { withReference } from "../../scripts/score-page.ts";
import { builtInNames } from "../../src/score/resolve/scene.ts";
import { problemLine } from "../../src/score/source/problem.ts";
import { filters, functions } from "@tutti/jinja";
import { repository } from "./tree.ts";

const page = readFileSync(join(repository, "docs", "score.md"), "utf8");

describe("docs/score.md", () => {
  it("says of every key what the schema says (npm run docs writes it)", () => {
    expect(page).toBe(withReference(page));
  });

  it.each([...page.matchAll(/^```yaml\n([^]*?)^```/gm)].map(([, text = ""]) => text))(
    "has examples that can be played: %#",
    (text) => {
      const { problems } = diagnoseScore(text, { path: "score.md", baseDir: "/" });
      expect(problems.map((problem) => problemLine(problem, "score.md"))).toEqual([]);
    },
  );

  it("names all variables and functions of templates, and just the filters that there are", () => {
    expect([...builtInNames, ...functions.keys()].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
    const [, listed = ""] = /^- Filters: `([^`]+)`/m.exec(page) ?? [];
    expect(listed.split(/\s+/).toSorted()).toEqual([...filters.keys()].toSorted());
  });
});
