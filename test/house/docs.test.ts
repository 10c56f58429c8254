import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { pathsNamedIn } from "./doc-paths.ts";
import { repository } from "./tree.ts";

const documents = ["README.md", "AGENTS.md", ...globSync("docs/**/*.md", { cwd: repository })];

describe("the documents", () => {
  it.each(documents)("name no path that is not there: %s", (document) => {
    const named = pathsNamedIn(readFileSync(join(repository, document), "utf8"));
    expect(named.filter((path) => !existsSync(join(repository, path)))).toEqual([]);
  });

  it.each([...documents, "CHANGELOG.md"])("have no line of prose over 120 columns: %s", (document) => {
    expect(tooWide(readFileSync(join(repository, document), "utf8"))).toEqual([]);
  });

  it("name paths at all, or the test above sees nothing", () => {
    expect(
      documents.flatMap((document) => pathsNamedIn(readFileSync(join(repository, document), "utf8"))).length,
    ).toBeGreaterThan(10);
  });
});

it("a line is too wide beside tables and blocks of code, not in them", () => {
  const wide = "word ".repeat(30);
  expect(tooWide(`| ${wide} |\n\`\`\`\n${wide}\n\`\`\`\nshort\n- ${wide}`)).toEqual([`6: - ${wide}`]);
});

/** Tables and blocks of code have lines of their own length. */
function tooWide(markdown: string): readonly string[] {
  let isCode = false;
  return markdown.split("\n").flatMap((line, index) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return isCode || isFence || line.startsWith("|") || [...line].length <= 120
      ? []
      : [`${String(index + 1)}: ${line}`];
  });
}

describe("the paths that a document names", () => {
  it.each([
    ["`src/base/ids.ts`", ["src/base/ids.ts"]],
    [
      "see `docs/errors.md#git-failed` and `src/sheet/decide/decide.ts:12`",
      ["docs/errors.md", "src/sheet/decide/decide.ts"],
    ],
    ["`scripts/setup.mjs build`", ["scripts/setup.mjs"]],
    ["one per verb: `src/cli/job/<verb>.ts`, `src/git/*.ts`, `src/{git,store}/`", ["src/cli/job/", "src/git/", "src/"]],
    ["`npm test`, `dist/tutti.js`, src/not/quoted.ts", []],
    ["```\n`src/in/a/block.ts`\n```\n`bin/tutti`", ["bin/tutti"]],
  ])("of %j are %j", (markdown, paths) => {
    expect(pathsNamedIn(markdown)).toEqual(paths);
  });
});
