import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { printedBy } from "../../../test/kit/git.ts";
import { beginRepository } from "../../../test/kit/new-repository.ts";
import { gitignoreMatcher } from "./gitignore.ts";
import { times } from "../../../test/kit/long.ts";

describe("lines in gitignore syntax", () => {
  it.each([
    [["*.py"], ["a.py", "x/y/b.py"], ["a.pyc", "a.py.txt"]],
    [["/a.py"], ["a.py"], ["x/a.py"]],
    [["x/*.py"], ["x/a.py"], ["x/y/a.py", "z/x/a.py"]],
    [["x/**"], ["x/a", "x/y/a"], ["x", "z/x/a"]],
    [["**/x"], ["x", "a/x", "a/b/x", "a/x/deep"], ["ax", "a/xb"]],
    [["a/**/b"], ["a/b", "a/x/b", "a/x/y/b"], ["ab", "a/xb"]],
    [["build/"], ["build/a", "x/build/b/c"], ["build", "x/build"]],
    [
      ["*.ts", "!keep.ts"],
      ["a.ts", "x/b.ts"],
      ["keep.ts", "x/keep.ts"],
    ],
    // As in git: nothing comes back from a folder that is gone.
    [["gen/", "!gen/keep.ts"], ["gen/keep.ts", "gen/a"], ["keep.ts"]],
    [
      ["*", "!*.md", "!*/"],
      ["a.ts", "x/a.ts"],
      ["a.md", "x/a.md"],
    ],
    [
      ["[ab].c", "[!x]y"],
      ["a.c", "b.c", "zy"],
      ["c.c", "xy", "z/xy"],
    ],
    [["app/\\[id\\]/page.ts"], ["app/[id]/page.ts"], ["app/i/page.ts"]],
    [
      ["\\#a", "\\!b", "c\\ "],
      ["#a", "!b", "c "],
      ["a", "b", "c"],
    ],
    [["# comment", "", "   ", "a  "], ["a"], ["# comment", "b"]],
    [["a?c"], ["abc", "aéc", "a🎼c"], ["a/c", "ac"]],
    [["x[", "y\\", "[[:nope:]]"], [], ["x[", "y\\", "y", "n"]],
    [["[[:upper:]]*"], ["Makefile"], ["makefile"]],
    [["a[+-9]c"], ["a.c", "a5c"], ["a/c"]],
    [["A.py"], ["A.py"], ["a.py"]],
    [["constructor", "__proto__"], ["constructor", "__proto__"], ["toString"]],
    [[], [], ["a"]],
  ])("%j", (lines, meant, others) => {
    const matches = gitignoreMatcher(lines);
    expect([...meant, ...others].filter(matches)).toEqual(meant);
  });

  it("take no time that grows with the power of the stars", () => {
    const matches = gitignoreMatcher([`${"*a".repeat(40)}b`, "*/".repeat(200), "a/".repeat(3000)]);
    expect(matches("a".repeat(5_000))).toBe(false);
  });

  it("mean what git takes them for", () => {
    const folder = tempFolder();
    beginRepository(folder);
    const steps = ["a", "b", "ab", "a.b", "-", "a b"];
    const paths = [
      ...steps,
      ...steps.flatMap((one) => steps.map((two) => `${one}/${two}`)),
      "a/b/a",
      "b/a/b/ab",
      "ab/ab/a.b/-",
    ];
    const piece = fc.constantFrom(
      "a",
      "b",
      "*",
      "**",
      "?",
      "/",
      "/**/",
      "[ab]",
      "[!a]",
      "[a-",
      ".",
      "-",
      "\\a",
      "\\",
      " ",
      "[[:alpha:]]",
      "!",
      "#",
    );
    const line = fc
      .tuple(fc.constantFrom("", "", "!"), fc.array(piece, { minLength: 1, maxLength: 5 }))
      .map(([mark, pieces]) => mark + pieces.join(""))
      // git's manual says that such stars are one star; git itself takes some of them for steps.
      .filter((written) => !/[^/!*]\*{2,}|\*{3,}/.test(written));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), (lines) => {
        // One is meant in any case: git fails when none is.
        writeFileSync(join(folder, ".gitignore"), [...lines, "/always"].join("\n"));
        const input = ["always", ...paths].map((path) => `${path}\0`).join("");
        const ignored = printedBy(folder, ["check-ignore", "--no-index", "-z", "--stdin"], { input })
          .split("\0")
          .slice(1, -1);
        expect(paths.filter(gitignoreMatcher([...lines, "/always"]))).toEqual(ignored);
      }),
      { numRuns: times(60, 150) },
    );
  });
});
