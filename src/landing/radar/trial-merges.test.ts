import { readdirSync } from "node:fs";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../../test/kit/git.ts";
import { commitMany } from "../../../test/kit/many-commits.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { Git } from "../../git/git.ts";
import type { MergeAnswer } from "../../git/history/merge-many.ts";
import { readManyChanges } from "../../git/diff/many-changes.ts";
import { type CommitFacts, readCommits } from "../../git/history/read-commits.ts";
import { type MergePlace, withTrialMerges } from "./trial-merges.ts";
import { makeMergeMemory } from "./trial-merges.ts";
import type { Target, Work } from "./collisions.ts";
import { reachOf } from "../line/reach.ts";
import { type Survey, surveyWorks } from "./survey.ts";
import { times } from "../../../test/kit/long.ts";

interface TrialMerges {
  readonly place: MergePlace;
  readonly works: readonly Work[];
  /** Subcommands of git that were run since the last time this was asked. */
  calls(): readonly string[];
  survey(place?: MergePlace): Promise<Survey>;
  objects(): string;
}

/**
 * As many works as asked for: each edits the line of one shared file that is its number's rest by `lines`, and a file
 * of its own.
 */
async function makeTrials(many: number, lines: number): Promise<TrialMerges> {
  const run: string[] = [];
  const real = wireGit();
  const git: Git = { ...real, sealed: (call) => (run.push(call.args[0] ?? ""), real.sealed(call)) };
  const { gitDir } = makeRepository({});
  const text = Array.from({ length: lines * 4 }, (_, line) => `line ${String(line)}\n`);
  const shared = (by: number, line: number): string => text.toSpliced(line * 4, 1, `by ${String(by)}\n`).join("");
  const [first = "" as CommitSha] = commitMany(gitDir, [{ shared: text.join("") }]);
  const trees = Array.from({ length: many }, (_, place) => ({
    shared: shared(place, place % lines),
    [`own/${String(place)}`]: "own\n",
  }));
  const [head = first] = commitMany(gitDir, [{ shared: text.join(""), landed: "meanwhile\n" }], first);
  const commits = commitMany(gitDir, trees, head).map((_, place, all) => all[place] ?? first);
  const facts = await readCommits(real, gitDir, [first, head, ...commits]);
  const treeOf = (commit: CommitSha): TreeSha => (facts.get(commit) as CommitFacts).tree;
  const changes = await readManyChanges(
    real,
    gitDir,
    [head, ...commits].map((commit) => ({ from: treeOf(first), to: treeOf(commit) })),
  );
  const target: Target = {
    ref: "main",
    head: { commit: head, tree: treeOf(head), at: 0 as EpochMs },
    since: new Map([[first, reachOf(changes[0] ?? [])]]),
  };
  const works = commits.map((commit, place) => ({
    commit,
    tree: treeOf(commit),
    base: first,
    reach: reachOf(changes[place + 1] ?? []),
    target,
  }));
  const place: MergePlace = { git, gitDir, scratch: tempFolder(), memory: makeMergeMemory() };
  return {
    place,
    works,
    calls: () => run.splice(0),
    survey: (at = place) => withTrialMerges(at, (merge) => surveyWorks(merge, works)),
    objects: () => gitIn(gitDir, ["count-objects", "-v"]),
  };
}

it("many works that all meet are judged by few processes, and the next look needs none", async () => {
  const half = times(20, 50);
  const trials = await makeTrials(2 * half, half);
  const before = trials.objects();
  const survey = await trials.survey();
  // Each line is edited by two.
  expect(survey.collisions.map(({ left, right }) => [left, right])).toEqual(
    Array.from({ length: half }, (_, place) => [place, place + half]),
  );
  expect([survey.meetings.length, survey.unjudged.length, survey.unlooked]).toEqual([2 * half * (half - 1), 0, 0]);
  const calls = trials.calls();
  expect(calls.length).toBeLessThan(half);
  expect(new Set(calls)).toEqual(new Set(["hash-object", "merge-tree"]));
  expect(await trials.survey()).toEqual(survey);
  expect(trials.calls()).toEqual([]);
  // Nothing is left behind, neither in the store nor beside it.
  expect([trials.objects(), readdirSync(trials.place.scratch)]).toEqual([before, []]);
});

it("a look that remembers only some merges makes what those were merged on again", async () => {
  const trials = await makeTrials(6, 3);
  const whole = await trials.survey();
  // Only what was asked for last is left: merges on top of trees that are nowhere any more.
  for (const most of [1, 3, 8, 20]) {
    const memory = makeMergeMemory(most);
    for (let look = 0; look < 3; look += 1) expect(await trials.survey({ ...trials.place, memory })).toEqual(whole);
  }
});

it("a memory that is full forgets the answer that was not asked for the longest", () => {
  const memory = makeMergeMemory(2);
  const answer = (tree: string): MergeAnswer => ({ kind: "clean", tree: tree as TreeSha });
  memory.keep("a", answer("1"));
  memory.keep("b", answer("2"));
  expect(memory.recall("a")).toEqual(answer("1"));
  memory.keep("c", answer("3"));
  expect(["a", "b", "c"].map((key) => memory.recall(key))).toEqual([answer("1"), undefined, answer("3")]);
});

it("of a merge with very many conflicts, as many are remembered as anybody reads", () => {
  const memory = makeMergeMemory();
  memory.keep("a", {
    kind: "conflict",
    conflicts: Array.from({ length: 1000 }, (_, place) => ({ kind: "contents", paths: [String(place)] })),
  });
  expect(memory.recall("a")).toMatchObject({ kind: "conflict", conflicts: { length: 200 } });
});
