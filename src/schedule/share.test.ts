import { describe, expect, it } from "vitest";
import type { JobId } from "../base/ids.ts";
import { type Demand, passFor, shareOut } from "./share.ts";

const ask = (job: string, more: Partial<Demand> = {}): Demand => ({
  job: job as JobId,
  priority: 0,
  running: 0,
  wants: 100,
  pass: 1,
  place: null,
  ...more,
});

/** How many each may start, as `a2 b1`. */
function starts(demands: readonly Demand[], free: number): string {
  const shares = shareOut(demands, { free, reached: 0 });
  return demands.map(({ job }) => `${job}${shares.get(job)?.start ?? "?"}`).join(" ");
}

/** Who gets each of so many slots, one after the other, when only one sheet runs at a time. */
function turns(first: readonly Demand[], count: number): string {
  let demands = first;
  let reached = 0;
  let order = "";
  for (let turn = 0; turn < count; turn += 1) {
    const shares = shareOut(demands, { free: 1, reached });
    for (const [job, { start, reached: till }] of shares) {
      if (start > 0) order += job;
      reached = Math.max(reached, till);
    }
    demands = demands.map((demand) => ({ ...demand, pass: shares.get(demand.job)?.pass ?? 0 }));
  }
  return order;
}

describe("free slots", () => {
  it("are shared evenly among jobs of one priority, and what one does not want the others get", () => {
    expect(starts([ask("a"), ask("b"), ask("c")], 6)).toBe("a2 b2 c2");
    expect(starts([ask("a"), ask("b", { wants: 1 }), ask("c", { wants: 0 })], 6)).toBe("a5 b1 c0");
  });

  it("go twice as often to a job one priority up", () => {
    expect(starts([ask("a"), ask("b", { priority: 1 }), ask("c", { priority: 2 })], 7)).toBe("a1 b2 c4");
    expect(turns([ask("a", { priority: 1, pass: passFor(0, 1) }), ask("b", { pass: passFor(0, 0) })], 9)).toBe(
      "aabaabaab",
    );
  });

  it("go to a job below its share until it has caught up, and no job has to give one back", () => {
    expect(starts([ask("a", { running: 6 }), ask("b"), ask("c", { running: 1 })], 4)).toBe("a0 b2 c2");
    expect(starts([ask("a", { running: 6 }), ask("b")], 0)).toBe("a0 b0");
    expect(starts([ask("a", { running: 6 }), ask("b")], -2)).toBe("a0 b0");
  });

  it("go to every job that has none before any job gets a second one, at all priorities", () => {
    expect(starts([ask("a", { priority: 5, running: 1 }), ask("b", { priority: -5 })], 1)).toBe("a0 b1");
  });
});

describe("turns", () => {
  it("are taken round, in the order of the jobs", () => {
    expect(turns([ask("a"), ask("b"), ask("c")], 6)).toBe("abcabc");
  });

  it("are not kept for a job that could not use them", () => {
    const idle = ask("a", { pass: 1 });
    const others = [ask("b", { pass: 1_001 }), ask("c", { pass: 1_001 })];
    let reached = 1_000;
    let demands = [idle, ...others];
    const order = Array.from({ length: 6 }, () => {
      const shares = shareOut(demands, { free: 1, reached });
      demands = demands.map((demand) => ({ ...demand, pass: shares.get(demand.job)?.pass ?? 0 }));
      const [winner] = [...shares].filter(([, { start }]) => start > 0);
      reached = Math.max(reached, winner?.[1].reached ?? 0);
      return winner?.[0];
    });
    expect(order.join("")).toBe("aabcab");
  });

  it("come to an old job though new ones of one sheet each keep coming", () => {
    let reached = 0;
    let old = ask("old", { priority: -2, pass: passFor(0, -2) });
    let newest = ask("new", { pass: passFor(0, 0) });
    const order = Array.from({ length: 15 }, () => {
      const shares = shareOut([old, newest], { free: 1, reached });
      const [[winner, share] = []] = [...shares].filter(([, { start }]) => start > 0);
      reached = Math.max(reached, share?.reached ?? 0);
      if (winner === "old") old = { ...old, pass: share?.pass ?? 0 };
      else newest = ask("new", { pass: passFor(reached, 0) });
      return winner;
    });
    expect(order.join(" ")).toBe("new new new old new new new new old new new new new old new");
  });
});

describe("jobs that work in one folder", () => {
  it("have one sheet there at a time, among all of them", () => {
    expect(starts([ask("a", { place: "/x" }), ask("b", { place: "/x" }), ask("c", { place: "/y" })], 10)).toBe(
      "a1 b0 c1",
    );
    expect(starts([ask("a", { place: "/x", running: 1 }), ask("b", { place: "/x" })], 10)).toBe("a0 b0");
    expect(starts([ask("a", { place: "/x", wants: 0, isPlaceBusy: true }), ask("b", { place: "/x" })], 10)).toBe(
      "a0 b0",
    );
    expect(starts([ask("a", { place: "/x", isPlaceBusy: false }), ask("b", { place: "/x" })], 10)).toBe("a1 b0");
  });

  it("delay no other job while they wait for it", () => {
    expect(
      starts([ask("a", { place: "/x", running: 1, wants: 0 }), ask("b", { place: "/x", priority: 5 }), ask("c")], 3),
    ).toBe("a0 b0 c3");
  });
});
