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
  readonly keep: (plan: Plan, commit: CommitSha, isUntouched?: Promise<boolean>) => void;
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
    keep: (plan, commit, isUntouched = Promise.resolve(true)) => {
      const leave = (): Promise<void> => (left.push(commit), Promise.resolve());
      const context = { base: commit, path: "/folder" } as Context;
      const refill = (): Promise<undefined> => Promise.resolve(undefined);
      const copy = { context, refill, leave, isPlain: true, purpose: "check" } as const;
      copies.keep({ plan, copy, seal: { folder: "/folder", at: 0n, names: [] } }, isUntouched);
    },
    pass: () => [...timers].forEach((call) => call()),
  };
}

const asked = (commit: CommitSha): { readonly commit: CommitSha; readonly purpose: "check" } => ({
  commit,
  purpose: "check",
});

describe("folders that wait for the next check", () => {
  it("serve the plan that they were made for, the same commit first", async () => {
    const { copies, keep } = makeBench();
    for (const commit of [first, second]) keep(one, commit);
    expect(await copies.take(other, asked(first))).toBeUndefined();
    expect(await copies.take(one, { ...asked(first), purpose: "base" })).toBeUndefined();
    expect((await copies.take(one, asked(first)))?.copy.context.base).toBe(first);
    expect((await copies.take(one, asked(third)))?.copy.context.base).toBe(second);
    expect(await copies.take(one, asked(second))).toBeUndefined();
  });

  it("go as soon as they are found touched, and the next one serves", async () => {
    const { copies, keep, left } = makeBench();
    const looks = [first, second].map(() => Promise.withResolvers<boolean>());
    keep(one, first);
    keep(one, second, looks[0]?.promise);
    keep(one, third, looks[1]?.promise);
    looks[1]?.resolve(false);
    await looks[1]?.promise;
    expect(left).toEqual([third]);
    const taken = copies.take(one, asked(second));
    looks[0]?.resolve(false);
    expect((await taken)?.copy.context.base).toBe(first);
    expect(left).toEqual([third, second]);
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
