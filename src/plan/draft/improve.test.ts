import { describe, expect, it } from "vitest";
import { type Draft, draftFrom } from "./draft.ts";
import { bestOf, improveText, rankFaults, readMemory, type Remembered, remembered } from "./improve.ts";

const now = 100 * 24 * 3_600_000;

function draftOf(...tasks: readonly object[]): Draft {
  const usual = { description: "d", kind: "refactoring", criteria: [{ text: "c" }], covers: ["R1"] };
  const read = draftFrom({ goal: "g", tasks: tasks.map((task) => ({ ...usual, ...task })) });
  if (read.kind === "wrong") throw new Error(JSON.stringify(read.faults));
  return read.draft;
}
const task = (id: string, [impact, effort]: readonly [string, string], more: object = {}): object => ({
  id,
  title: id,
  impact,
  effort,
  files: [{ path: `${id}.ts` }],
  ...more,
});
const best = (draft: Draft, known: readonly Remembered[] = [], most = 2): readonly string[] =>
  bestOf(draft, { known, now, most }).map(({ task: { id }, score }) => `${id} ${String(score)}`);

describe("improvements", () => {
  const draft = draftOf(
    task("a", ["low", "large"]),
    task("b", ["critical", "small"]),
    task("c", ["high", "trivial"], { kind: "testing" }),
    task("d", ["critical", "trivial"], { after: ["a"] }),
  );

  it("are ranked by impact and effort; one that needs another that is not taken is left out", () => {
    expect(best(draft)).toEqual(["b 13", "c 12"]);
  });

  it("of a kind that people accepted before come first", () => {
    const accepted = remembered(draftOf(task("x", ["low", "small"], { kind: "testing" })).tasks, "accepted", now);
    expect(best(draft, accepted)).toEqual(["c 17", "b 13"]);
  });

  it("are not proposed again for thirty days after a refusal, by their title or by kind and file", () => {
    const refused = (at: number): readonly Remembered[] => remembered(draft.tasks.slice(1, 2), "rejected", at);
    expect(best(draft, refused(now - 1))).toEqual(["c 12", "a -1"]);
    expect(best(draft, refused(now - 31 * 24 * 3_600_000))).toEqual(["b 13", "c 12"]);
    const other = draftOf(task("b", ["critical", "small"], { title: "Another name" }));
    expect(best(other, refused(now - 1))).toEqual([]);
    expect(improveText("", refused(now))).toContain("do not propose them again: b.");
  });

  it("without impact and effort are faults", () => {
    expect(rankFaults(draftOf({ id: "a", title: "a" }))).toMatchObject([{ where: "a" }]);
    expect(rankFaults(draft)).toEqual([]);
  });

  it("are remembered in a file; one that says something else is no memory", () => {
    const kept = remembered(draft.tasks, "rejected", now);
    expect(readMemory(JSON.stringify(kept))).toEqual(kept);
    expect([readMemory("{"), readMemory('[{"kind": 1}]')]).toEqual([null, null]);
  });
});
