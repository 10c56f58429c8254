import { describe, expect, it } from "vitest";
import type { CommitSha } from "../../../base/ids.ts";
import type { Context } from "../../../isolation/context.ts";
import type { Plan } from "../../../score/plan/plan.ts";
import { type Copies, makeCopies } from "./idle-copies.ts";

const [one, other] = [{} as Plan, {} as Plan];
const commits = ["a", "b", "c"].map((name) => name.repeat(40) as CommitSha);
const [first = "" as CommitSha, second = "" as CommitSha, third = "" as CommitSha] = commits;

interface Bench {
  readonly copies: Copies;
  readonly left: CommitSha[];
  readonly keep: (plan: Plan, commit: CommitSha) => void;
  readonly pass: () => void;
}

function makeBench(): Bench {
  const left: CommitSha[] = [];
  const timers = new Set<() => void>();
  const after = (_: number, call: () => void): (() => void) => (timers.add(call), () => timers.delete(call));
  const copies = makeCopies({ after }, (work) => void work());
  return {
    copies,
    left,
    keep: (plan, commit) => {
      const leave = (): Promise<void> => (left.push(commit), Promise.resolve());
      const context = { base: commit, path: "/folder" } as Context;
      const refill = (): Promise<undefined> => Promise.resolve(undefined);
      copies.keep({
        plan,
        copy: { context, refill, leave, isPlain: true, purpose: "check" },
        seal: { folder: "/folder", at: 0n, names: [] },
      });
    },
    pass: () => [...timers].forEach((call) => call()),
  };
}

const asked = (commit: CommitSha): { readonly commit: CommitSha; readonly purpose: "check" } => ({
  commit,
  purpose: "check",
});

describe("folders that wait for the next check", () => {
  it("serve the plan that they were made for, the same commit first", () => {
    const { copies, keep } = makeBench();
    for (const commit of [first, second]) keep(one, commit);
    expect(copies.take(other, asked(first))).toBeUndefined();
    expect(copies.take(one, { ...asked(first), purpose: "base" })).toBeUndefined();
    expect(copies.take(one, asked(first))?.copy.context.base).toBe(first);
    expect(copies.take(one, asked(third))?.copy.context.base).toBe(second);
    expect(copies.take(one, asked(second))).toBeUndefined();
  });

  it("go when no check came for a while, when there are too many, and when the process ends", async () => {
    const { copies, keep, left, pass } = makeBench();
    keep(one, first);
    pass();
    expect(left).toEqual([first]);
    for (let count = 0; count < 9; count += 1) keep(one, second);
    expect(left).toEqual([first, second]);
    await copies.close();
    expect(left).toHaveLength(10);
    keep(one, third);
    expect(left.at(-1)).toBe(third);
  });
});
