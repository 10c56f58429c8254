import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import type { MergeAnswer, MergeConflict } from "../../git/history/merge-many.ts";
import type { MergeAsk, Side, Target, Work } from "./collisions.ts";
import { reachOf } from "../line/reach.ts";
import { type Survey, surveyWorks } from "./survey.ts";

/** Content by path. A tree's name is its content, a commit's name its tree and its parent's name. */
type Tree = Readonly<Record<string, string>>;

const treeName = (tree: Tree): TreeSha => JSON.stringify(Object.entries(tree).toSorted()) as TreeSha;
const treeOf = (name: string): Tree => Object.fromEntries(JSON.parse(name) as [string, string][]);
const commitName = (tree: Tree, parent: string): CommitSha => JSON.stringify([treeName(tree), parent]) as CommitSha;
const sideOf = (side: Side): { tree: Tree; parent: string } => {
  const [tree, parent] = "commit" in side ? (JSON.parse(side.commit) as [string, string]) : [side.tree, side.parent];
  return { tree: treeOf(tree), parent };
};
/** Every commit below one, itself included, the newest first. */
const lineOf = (commit: string): readonly string[] =>
  commit === "" ? [] : [commit, ...lineOf((JSON.parse(commit) as [string, string])[1])];

/** Three-way, file by file, as git would without renames and folders. */
function mergeTrees(base: Tree, ours: Tree, theirs: Tree): { tree: Tree; conflicts: readonly MergeConflict[] } {
  const merged: Record<string, string> = {};
  const conflicts: MergeConflict[] = [];
  for (const path of new Set([base, ours, theirs].flatMap((tree) => Object.keys(tree)))) {
    const [was, one, other] = [base[path], ours[path], theirs[path]];
    const now = one === was ? other : one;
    if (now !== undefined) merged[path] = now;
    if (one !== was && other !== was && one !== other) conflicts.push({ kind: "contents", paths: [path] });
  }
  return { tree: merged, conflicts };
}

function mergeAsked({ ours, theirs }: MergeAsk): MergeAnswer {
  const [one, other] = [sideOf(ours), sideOf(theirs)];
  const below = new Set(lineOf(one.parent));
  const base = lineOf(other.parent).find((commit) => below.has(commit)) ?? "";
  const { tree, conflicts } = mergeTrees(treeOf((JSON.parse(base) as [string])[0]), one.tree, other.tree);
  return conflicts.length === 0 ? { kind: "clean", tree: treeName(tree) } : { kind: "conflict", conflicts };
}

function changes(from: Tree, to: Tree): Parameters<typeof reachOf>[0] {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].filter((path) => from[path] !== to[path]);
  return paths.map((path) => ({ path, status: from[path] === undefined ? "A" : to[path] === undefined ? "D" : "M" }));
}

/** A target's history, the oldest first, and works: which point of it each began at, and what it made of it. */
interface Story {
  readonly history: readonly Tree[];
  readonly works: readonly { readonly from: number; readonly tree: Tree }[];
}

function worksOf({ history, works }: Story, ref = "main"): readonly Work[] {
  const commits = history.reduce<readonly CommitSha[]>(
    (line, tree) => [...line, commitName(tree, line.at(-1) ?? "")],
    [],
  );
  const last = history.at(-1) ?? {};
  const since = new Map(commits.map((commit, place) => [commit, reachOf(changes(history[place] ?? {}, last))]));
  const target: Target = {
    ref,
    head: { commit: commits.at(-1) ?? ("" as CommitSha), tree: treeName(last), at: 0 as EpochMs },
    since,
  };
  return works.map(({ from, tree }) => {
    const base = commits[from] ?? ("" as CommitSha);
    return {
      commit: commitName(tree, base),
      tree: treeName(tree),
      base,
      reach: reachOf(changes(history[from] ?? {}, tree)),
      target,
    };
  });
}

async function surveyed(works: readonly Work[], most?: number): Promise<Survey> {
  return surveyWorks((asks) => Promise.resolve(asks.map(mergeAsked)), works, most);
}

const pairsIn = (survey: Survey, names: readonly string[]): readonly string[] =>
  survey.collisions.map(({ left, right, conflicts }) => {
    const two = [names[left] ?? "", right === null ? "target" : (names[right] ?? "")].toSorted();
    return `${two.join("-")} at ${[...new Set(conflicts.flatMap(({ paths }) => paths))].toSorted().join()}`;
  });

const start: Tree = { a: "0", b: "0", c: "0" };

describe("who collides with whom", () => {
  it.each<[string, Story, readonly string[], readonly string[]]>([
    [
      "those that change one file to other things",
      {
        history: [start],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 0, tree: { ...start, a: "2" } },
        ],
      },
      ["0-1 at a"],
      [],
    ],
    [
      "no sheet, where the same was done twice",
      {
        history: [start],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 0, tree: { ...start, a: "1" } },
        ],
      },
      [],
      ["0-1"],
    ],
    [
      "no sheet, where files are others",
      {
        history: [start],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 0, tree: { ...start, b: "1" } },
        ],
      },
      [],
      [],
    ],
    [
      "one with the target, and the other with neither",
      {
        history: [start, { ...start, a: "9" }],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 0, tree: { ...start, b: "1" } },
        ],
      },
      ["0-target at a"],
      [],
    ],
    [
      "a collision of one with the target is not held against another that meets it elsewhere",
      {
        history: [start, { ...start, a: "9" }],
        works: [
          { from: 0, tree: { a: "1", b: "1", c: "0" } },
          { from: 1, tree: { a: "9", b: "1", c: "1" } },
        ],
      },
      ["0-target at a"],
      ["0-1"],
    ],
    [
      "two that collide with the target and with each other",
      {
        history: [start, { ...start, a: "9" }],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 0, tree: { ...start, a: "2" } },
        ],
      },
      ["0-target at a", "1-target at a", "0-1 at a"],
      [],
    ],
    [
      "two of other bases that change what no other sheet did",
      {
        history: [start, { ...start, c: "9" }],
        works: [
          { from: 0, tree: { ...start, a: "1" } },
          { from: 1, tree: { a: "2", b: "0", c: "9" } },
        ],
      },
      ["0-1 at a"],
      [],
    ],
  ])("%s", async (_, ...[story, expected, meeting]) => {
    const survey = await surveyed(worksOf(story));
    const names = story.works.map((__, place) => String(place));
    expect(pairsIn(survey, names)).toEqual(expected);
    expect(survey.meetings.map(({ left, right }) => `${String(left)}-${String(right)}`)).toEqual(meeting);
  });
});

it("works on other targets are nothing to each other", async () => {
  const story = {
    history: [start],
    works: [
      { from: 0, tree: { ...start, a: "1" } },
      { from: 0, tree: { ...start, a: "2" } },
    ],
  };
  const [one, other] = [worksOf(story)[0], worksOf(story, "next")[1]];
  expect(await surveyed([one, other].filter((work) => work !== undefined))).toEqual({
    collisions: [],
    meetings: [],
    unjudged: [],
    unlooked: 0,
  });
});

it("where there is no target yet, pairs are still seen", async () => {
  const works = worksOf({
    history: [start],
    works: [
      { from: 0, tree: { ...start, a: "1" } },
      { from: 0, tree: { ...start, a: "2" } },
    ],
  });
  const survey = await surveyed(
    works.map((work) => ({ ...work, target: { ref: "main", head: null, since: new Map() } })),
  );
  expect(pairsIn(survey, ["0", "1"])).toEqual(["0-1 at a"]);
});

it("paths that git could not merge are reported, and not taken for merged", async () => {
  const works = worksOf({
    history: [start],
    works: [
      { from: 0, tree: { ...start, a: "1" } },
      { from: 0, tree: { ...start, a: "2" } },
    ],
  });
  const survey = await surveyWorks((asks) => Promise.resolve(asks.map(() => ({ kind: "failed", why: "gone" }))), works);
  expect(survey).toEqual({ collisions: [], meetings: [], unjudged: [{ left: 0, right: 1, why: "gone" }], unlooked: 0 });
});

it("pairs beyond what one look may merge are counted", async () => {
  const works = worksOf({
    history: [start],
    works: Array.from({ length: 5 }, (_, place) => ({ from: 0, tree: { ...start, a: `by ${String(place)}` } })),
  });
  const survey = await surveyed(works, 3);
  expect([survey.collisions.length, survey.unlooked]).toEqual([3, 7]);
});

const anyContent = fc.constantFrom("0", "1", "2");
const anyTree = fc.record({ a: anyContent, b: anyContent, c: anyContent, d: anyContent }, { requiredKeys: [] });
const anyStory: fc.Arbitrary<Story> = fc.array(anyTree, { minLength: 1, maxLength: 3 }).chain((history) =>
  fc.record({
    history: fc.constant(history),
    works: fc.array(fc.record({ from: fc.nat(history.length - 1), tree: anyTree }), { maxLength: 6 }),
  }),
);

it("whichever way round they are looked at, the same collide", async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      const names = story.works.map((_, place) => String(place));
      const [forth, back] = [worksOf(story), worksOf(story).toReversed()];
      expect(pairsIn(await surveyed(back), names.toReversed()).toSorted()).toEqual(
        pairsIn(await surveyed(forth), names).toSorted(),
      );
    }),
  );
});

it("no pair is lost: they collide exactly where they can't land one after the other, in whichever order", async () => {
  await fc.assert(
    fc.asyncProperty(anyStory, async (story) => {
      const survey = await surveyed(worksOf(story));
      const last = story.history.at(-1) ?? {};
      const land = (onto: Tree, place: number): ReturnType<typeof mergeTrees> => {
        const { from, tree } = story.works[place] ?? { from: 0, tree: {} };
        return mergeTrees(story.history[from] ?? {}, onto, tree);
      };
      const isIn = (left: number, right: number | null): boolean =>
        survey.collisions.some((one) => one.left === left && one.right === right);
      for (const left of story.works.keys()) {
        const first = land(last, left);
        expect(isIn(left, null)).toBe(first.conflicts.length > 0);
        for (let right = left + 1; right < story.works.length; right += 1) {
          // Of those that don't even get along with the target, the stories above tell.
          if (first.conflicts.length > 0 || land(last, right).conflicts.length > 0) continue;
          const [forth, back] = [land(first.tree, right), land(land(last, right).tree, left)];
          expect(isIn(left, right)).toBe(forth.conflicts.length + back.conflicts.length > 0);
        }
      }
    }),
  );
});
