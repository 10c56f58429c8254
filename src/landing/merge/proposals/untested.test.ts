import { expect, it } from "vitest";
import { refusedWords, unallowedWords } from "./untested.ts";

it("names what the certificate rejected in each file, and files that no way merges", () => {
  const rule = { path: "a.py", way: "tree", reason: "the changes lie apart" } as const;
  const objections = [
    { ...rule, objection: { kind: "lost", words: ["limit"] } },
    { ...rule, way: "tokens", objection: { kind: "rearranged", side: "theirs" } },
  ] as const;
  expect(refusedWords({ objections, open: ["a.py", "b.bin", "c.xml"], closed: ["c.xml"] })).toEqual([
    "a.py: the certificate rejected tree (the changes lie apart), which loses limit, tokens (the changes lie apart), which moves words of this sheet",
    "b.bin: no way to merge it",
    "c.xml: .gitattributes does not allow merging it as text",
  ]);
});

it("counts merges that may not be tested by their reason", () => {
  const proposals = [true, false, false, false].map((isPreserving) => ({ isPreserving }));
  expect(unallowedWords(proposals, { unguarded: "landing.merge is certified", budget: 8, tested: 1 })).toEqual([
    "3 merges that choose an order, because landing.merge is certified",
  ]);
  expect(unallowedWords(proposals, { unguarded: null, budget: 2, tested: 2 })).toEqual([
    "2 merges beyond landing.merge.budget (2)",
  ]);
  expect(unallowedWords(proposals, { unguarded: null, budget: 8, tested: 4 })).toEqual([]);
});
