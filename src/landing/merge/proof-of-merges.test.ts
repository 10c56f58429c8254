import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { printedBy, wireGit } from "../../../test/kit/git.ts";
import { times } from "../../../test/kit/long.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { readChanges } from "../../git/diff/changes.ts";
import { mergeCommits } from "../../git/history/merge.ts";
import { doubts } from "./proof/proof.ts";

const git = wireGit();
const repository = makeRepository({});
const { gitDir } = repository;

/** Content by path; ` x` at its end makes it a program. */
type Tree = Readonly<Record<string, string>>;

const input = (args: readonly string[], text: string): string =>
  printedBy(repository.path, args, { input: text, env }).trim();
const env = { GIT_INDEX_FILE: `${gitDir}/any-index` };

function treeOf(tree: Tree): string {
  const lines = Object.entries(tree).map(([path, content]) => {
    const blob = input(["hash-object", "-w", "--stdin"], content.replace(/ x$/, ""));
    return `${content.endsWith(" x") ? "100755" : "100644"} ${blob}\t${path}\n`;
  });
  input(["read-tree", "--empty"], "");
  input(["update-index", "--index-info"], lines.join(""));
  return input(["write-tree"], "");
}

const commitOf = (tree: string, parents: readonly string[]): CommitSha =>
  repository.git("commit-tree", tree, ...parents.flatMap((parent) => ["-p", parent]), "-m", "any") as CommitSha;

const mine = ["a", "dir/b", "new/x"];
const theirs = ["c", "dir/d", "new/y"];
const content = fc.constantFrom("1\n", "2\n", "3\n", "1\n x", null);
const edits = (paths: readonly string[]) =>
  fc.record(Object.fromEntries(paths.map((path) => [path, fc.option(content, { nil: undefined })])));

/** `undefined`: not touched; `null`: not there. */
function edited(tree: Tree, edit: Readonly<Record<string, string | null | undefined>>): Tree {
  const next: Record<string, string> = { ...tree };
  for (const [path, text] of Object.entries(edit)) {
    if (text === null) Reflect.deleteProperty(next, path);
    else if (text !== undefined) next[path] = text;
  }
  return next;
}

const before: Tree = { a: "1\n", "dir/b": "1\n", c: "1\n", "dir/d": "1\n", stays: "1\n" };
const base = commitOf(treeOf(before), []);

describe("a landing made by git's own merge of changes that do not meet", () => {
  it("is proven by its entries alone; one path dropped, changed, added or of another mode is doubted", async () => {
    await fc.assert(
      fc.asyncProperty(
        edits(mine),
        edits(theirs),
        fc.constantFrom(...mine, ...theirs, "stays"),
        async (own, other, path) => {
          const capture = commitOf(treeOf(edited(before, own)), [base]);
          const target = commitOf(treeOf(edited(before, other)), [base]);
          const merge = await mergeCommits(git, gitDir, { ours: target, theirs: capture });
          expect(merge.kind).toBe("clean");
          const landed = merge.kind === "clean" ? merge.tree : "";
          const good = edited(edited(before, own), other);
          expect(landed).toBe(treeOf(good));
          const sheet = await readChanges(git, gitDir, { from: base, to: capture });
          const against = async (tree: string): Promise<readonly string[]> =>
            doubts({ sheet, landing: await readChanges(git, gitDir, { from: target, to: tree }) });
          expect(await against(landed)).toEqual([]);
          const now = good[path];
          const tampered =
            now === undefined
              ? [{ [path]: "3\n" }]
              : [
                  { [path]: null },
                  { [path]: `other ${now}` },
                  { [path]: now.endsWith(" x") ? now.slice(0, -2) : `${now} x` },
                ];
          for (const harm of tampered)
            expect([harm, await against(treeOf(edited(good, harm)))]).toEqual([harm, [path]]);
        },
      ),
      { numRuns: times(4, 12) },
    );
  });
});
