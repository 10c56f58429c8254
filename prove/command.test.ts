import { describe, expect, it } from "vitest";
import { prove } from "./command.ts";
import type { Part, PartOrder, PartResult } from "./part.ts";

async function proving(argv: readonly string[], result: Partial<PartResult> = {}) {
  const lines: string[] = [];
  const orders: PartOrder[] = [];
  const part: Part = {
    name: "kills",
    summary: "ends it anywhere",
    defaultCount: 200,
    run: (order) => {
      orders.push(order);
      return Promise.resolve({ tried: order.count, failures: [], figures: { lost: 0, doubled: 0 }, ...result });
    },
  };
  const code = await prove(argv, { parts: [part], say: (line) => lines.push(line), freshSeed: () => 99 });
  return { code, lines, orders, last: lines.at(-1) };
}

describe("npm run prove", () => {
  it("ends with the part, the tries and the part's own figures", async () => {
    expect(await proving(["kills"])).toMatchObject({ code: 0, last: "kills: tried 200, lost 0, doubled 0" });
  });

  it("hands count and seed to the part", async () => {
    const { orders } = await proving(["kills", "--count", "3", "--seed", "7"]);
    expect(orders).toMatchObject([{ count: 3, seed: 7 }]);
  });

  it("names the seed it made up", async () => {
    const { lines, orders } = await proving(["kills"]);
    expect(orders).toMatchObject([{ seed: 99 }]);
    expect(lines[0]).toContain("seed 99");
  });

  it("fails on a failure and prints the command that repeats it", async () => {
    const { code, lines, last } = await proving(["kills"], {
      failures: [{ seed: 1234, what: "sheet-3 is lost" }],
      figures: { lost: 1 },
    });
    expect(code).toBe(1);
    expect(lines.join("\n")).toContain("sheet-3 is lost\n  again: npm run prove -- kills --count 1 --seed 1234");
    expect(last).toBe("kills: tried 200, failed 1, lost 1");
  });

  it("fails when nothing was tried", async () => {
    expect((await proving(["kills"], { tried: 0 })).code).toBe(1);
  });

  it("lists the parts when none is named", async () => {
    const { code, lines } = await proving([]);
    expect(code).toBe(0);
    expect(lines.join("\n")).toContain("kills          ends it anywhere (200 tries)");
  });

  it.each([
    [["lives"]],
    [["kills", "again"]],
    [["kills", "--count", "0"]],
    [["kills", "--count", "many"]],
    [["kills", "--seed", "-1"]],
    [["kills", "--sead", "1"]],
  ])("refuses %j as wrong usage, running nothing", async (argv) => {
    expect(await proving(argv)).toMatchObject({ code: 2, orders: [] });
  });
});
