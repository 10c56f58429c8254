import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Change } from "../../../git/diff/changes.ts";
import { type Footprint, doubts } from "./proof.ts";

type Tree = Readonly<Record<string, string>>;
const none: ReadonlyMap<string, string> = new Map();
const absent = { mode: "000000", blob: "0" };

/** The differences between two trees, as git tells them: `mode blob` by path. */
function changesOf(from: Tree, to: Tree): readonly Change[] {
  const paths = [...new Set([...Object.keys(from), ...Object.keys(to)])].toSorted();
  return paths
    .filter((path) => from[path] !== to[path])
    .map((path) => {
      const [before, after] = [entry(from[path]), entry(to[path])];
      const status = before === absent ? "A" : after === absent ? "D" : "M";
      return { path, status, oldMode: before.mode, mode: after.mode, oldBlob: before.blob, blob: after.blob };
    });
}

function entry(text: string | undefined): { mode: string; blob: string } {
  if (text === undefined) return absent;
  const [blob = "", mode = "100644"] = text.split(" ");
  return { blob, mode };
}

interface Story {
  readonly base: Tree;
  readonly capture: Tree;
  readonly target: Tree;
  readonly landed: Tree;
  readonly renames?: ReadonlyMap<string, string>;
  readonly ownRenames?: ReadonlyMap<string, string>;
}

function doubtsOf({ base, capture, target, landed, renames = none, ownRenames = none }: Story): readonly string[] {
  const footprint: Footprint = {
    sheet: changesOf(base, capture),
    landing: changesOf(target, landed),
    others: changesOf(base, target),
    renames,
    ownRenames,
  };
  return doubts(footprint);
}

const base: Tree = { a: "1", b: "1", c: "1" };

describe("a landing is proven", () => {
  it.each<[string, Story]>([
    [
      "when no other sheet did anything",
      { base, capture: { ...base, a: "2" }, target: base, landed: { ...base, a: "2" } },
    ],
    [
      "when others changed other files",
      { base, capture: { ...base, a: "2" }, target: { ...base, b: "2" }, landed: { a: "2", b: "2", c: "1" } },
    ],
    [
      "when others changed the same file and both changes are in it",
      { base, capture: { ...base, a: "2" }, target: { ...base, a: "3" }, landed: { ...base, a: "2and3" } },
    ],
    [
      "when others made the same change",
      { base, capture: { ...base, a: "2", b: "2" }, target: { ...base, a: "2" }, landed: { ...base, a: "2", b: "2" } },
    ],
    [
      "when it deletes and adds",
      {
        base,
        capture: { a: "1", b: "1", d: "1" },
        target: { ...base, e: "1" },
        landed: { a: "1", b: "1", d: "1", e: "1" },
      },
    ],
    [
      "when it changes a mode only",
      {
        base,
        capture: { ...base, a: "1 100755" },
        target: { ...base, b: "2" },
        landed: { ...base, a: "1 100755", b: "2" },
      },
    ],
    [
      "when others renamed the file and the change is in the renamed one",
      {
        base,
        capture: { ...base, a: "2" },
        target: { b: "1", c: "1", z: "1" },
        landed: { b: "1", c: "1", z: "2" },
        renames: new Map([["a", "z"]]),
      },
    ],
    [
      "when the sheet renamed a file that others changed",
      {
        base,
        capture: { b: "1", c: "1", z: "1" },
        target: { ...base, a: "2" },
        landed: { b: "1", c: "1", z: "2" },
        ownRenames: new Map([["a", "z"]]),
      },
    ],
  ])("%s", (_, story) => {
    expect(doubtsOf(story)).toEqual([]);
  });
});

describe("a landing is doubted", () => {
  it.each<[string, Story, readonly string[]]>([
    [
      "when a change of the sheet's is missing",
      { base, capture: { ...base, a: "2", b: "2" }, target: base, landed: { ...base, a: "2" } },
      ["b"],
    ],
    [
      "when a change of the sheet's is not what it was",
      { base, capture: { ...base, a: "2" }, target: { ...base, b: "2" }, landed: { ...base, a: "3", b: "2" } },
      ["a"],
    ],
    [
      "when a mode is lost",
      { base, capture: { ...base, a: "1 100755" }, target: { ...base, b: "2" }, landed: { ...base, b: "2" } },
      ["a"],
    ],
    [
      "when a deletion is lost",
      { base, capture: { a: "1", b: "1" }, target: { ...base, a: "2" }, landed: { ...base, a: "2" } },
      ["c"],
    ],
    [
      "when a file changes that is not the sheet's",
      { base, capture: { ...base, a: "2" }, target: base, landed: { ...base, a: "2", b: "2" } },
      ["b"],
    ],
    [
      "when others' work would be taken out",
      { base, capture: { ...base, a: "2" }, target: { ...base, b: "2" }, landed: { ...base, a: "2" } },
      ["b"],
    ],
    [
      "when others' new file would be deleted",
      { base, capture: { ...base, a: "2" }, target: { ...base, d: "1" }, landed: { ...base, a: "2" } },
      ["d"],
    ],
  ])("%s", (_, story, paths) => {
    expect(doubtsOf(story)).toEqual(paths);
  });
});

describe("for any trees", () => {
  const tree = fc.dictionary(fc.constantFrom("a", "b", "c", "d", "e", "f"), fc.constantFrom("1", "2", "3", "1 100755"));
  /** The merge of changes that do not meet: the sheet's where it made one, the target's elsewhere. */
  const merged = (from: Tree, capture: Tree, target: Tree): Tree => {
    const landed: Record<string, string> = { ...target };
    for (const { path } of changesOf(from, capture)) {
      const wanted = capture[path];
      if (wanted === undefined) Reflect.deleteProperty(landed, path);
      else landed[path] = wanted;
    }
    return landed;
  };

  it("the plain merge is proven", () => {
    fc.assert(
      fc.property(tree, tree, tree, (from, capture, target) => {
        expect(doubtsOf({ base: from, capture, target, landed: merged(from, capture, target) })).toEqual([]);
      }),
    );
  });

  it("a merge that differs at a path which the sheet and others did not both touch is doubted at that path", () => {
    fc.assert(
      fc.property(
        fc.record({ from: tree, capture: tree, target: tree, path: fc.constantFrom("a", "b", "c", "d", "e", "f") }),
        ({ from, capture, target, path }) => {
          const good = merged(from, capture, target);
          const touched = (other: Tree) => from[path] !== other[path];
          fc.pre(!(touched(capture) && touched(target)));
          const landed = { ...good, [path]: "damaged" };
          expect(doubtsOf({ base: from, capture, target, landed })).toEqual([path]);
        },
      ),
    );
  });

  it("a merge that is proven without the changes of others is proven with them too", () => {
    fc.assert(
      fc.property(
        fc.record({ from: tree, capture: tree, target: tree, landed: tree }),
        ({ from, capture, target, landed }) => {
          const [sheet, landing, others] = [
            changesOf(from, capture),
            changesOf(target, landed),
            changesOf(from, target),
          ];
          const strict = new Set(doubts({ sheet, landing }));
          expect(
            doubts({ sheet, landing, others, renames: none, ownRenames: none }).filter((path) => !strict.has(path)),
          ).toEqual([]);
        },
      ),
    );
  });

  it("a merge of disjoint changes is proven without knowing what others did, and doubted at any path that is tampered with", () => {
    fc.assert(
      fc.property(
        fc.record({ from: tree, capture: tree, target: tree, path: fc.constantFrom("a", "b", "c", "d", "e", "f") }),
        ({ from, capture, target, path }) => {
          const own = new Set(changesOf(from, capture).map((change) => change.path));
          fc.pre(changesOf(from, target).every((change) => !own.has(change.path)));
          const good = merged(from, capture, target);
          const sheet = changesOf(from, capture);
          expect(doubts({ sheet, landing: changesOf(target, good) })).toEqual([]);
          expect(doubts({ sheet, landing: changesOf(target, { ...good, [path]: "damaged" }) })).toEqual([path]);
        },
      ),
    );
  });
});
