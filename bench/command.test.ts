import { describe, expect, it } from "vitest";
import { bench } from "./command.ts";
import type { Part, PartResult } from "./part.ts";

async function benching(argv: readonly string[], result: PartResult, more: Partial<Part> = {}) {
  const lines: string[] = [];
  const rounds: number[] = [];
  const counts: number[] = [];
  const numbers: unknown[] = [];
  const part: Part = {
    name: "startup",
    summary: "how soon it is there",
    defaultRounds: 20,
    run: (order) => {
      rounds.push(order.rounds);
      counts.push(order.count);
      numbers.push(order.numbers);
      return Promise.resolve(result);
    },
    ...more,
  };
  const code = await bench(argv, { parts: [part], say: (line) => lines.push(line) });
  return { code, rounds, counts, numbers, last: lines.at(-1) };
}

describe("npm run bench", () => {
  it("ends with the ratio, and succeeds when the target is reached", async () => {
    expect(await benching(["startup"], { ratio: 1.624, target: { atMost: 2.5 } })).toMatchObject({
      code: 0,
      rounds: [20],
      last: "startup: ratio 1.62 (at most 2.5: reached)",
    });
  });

  it.each<PartResult>([
    { ratio: 2.51, target: { atMost: 2.5 } },
    { ratio: 4.9, target: { atLeast: 5 } },
    { ratio: Number.NaN, target: { atMost: 2.5 } },
    { ratio: Number.NaN },
  ])("fails on %j", async (result) => {
    expect((await benching(["startup"], result)).code).toBe(1);
  });

  it("passes a target of at least", async () => {
    expect(await benching(["startup"], { ratio: 5, target: { atLeast: 5 } })).toMatchObject({
      code: 0,
      last: "startup: ratio 5.00 (at least 5: reached)",
    });
  });

  it("hands the number of rounds to the part", async () => {
    expect((await benching(["startup", "--rounds", "50"], { ratio: 1 })).rounds).toEqual([50]);
  });

  it("hands a number to the part that counts something", async () => {
    expect((await benching(["startup", "--count", "7"], { ratio: 1 }, { defaultCount: 10 })).counts).toEqual([7]);
    expect((await benching(["startup"], { ratio: 1 }, { defaultCount: 10 })).counts).toEqual([10]);
  });

  it("hands the numbers that a part has of its own to it, said or not", async () => {
    const own = { numbers: { gate: 2, size: 100 } };
    expect((await benching(["startup", "--gate", "0.5"], { ratio: 1 }, own)).numbers).toEqual([
      { gate: 0.5, size: 100 },
    ]);
    expect((await benching(["startup", "--gate", "half"], { ratio: 1 }, own)).code).toBe(2);
    expect((await benching(["startup", "--gate", "1"], { ratio: 1 })).code).toBe(2);
  });

  it.each([
    [["shutdown"]],
    [["startup", "--count", "7"]],
    [["startup", "--rounds", "0"]],
    [["startup", "--round", "3"]],
  ])("refuses %j as wrong usage, running nothing", async (argv) => {
    expect(await benching(argv, { ratio: 1 })).toMatchObject({ code: 2, rounds: [] });
  });
});
