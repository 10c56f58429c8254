import { describe, expect, it } from "vitest";
import type { AgentPlan } from "../../score/plan/agents/agent-plan.ts";
import type { RoutingPlan, RoutingRule } from "../../score/plan/agents/routing-plan.ts";
import { type Choice, chooseAgent, type RoutingFacts } from "./choose.ts";
import type { WorkFigures } from "./figures.ts";

const agent = (name: string): AgentPlan => ({ kind: "profile", name, model: null, args: [], env: {}, account: null });
const routing = (more: Partial<RoutingPlan> = {}): RoutingPlan => ({
  agents: ["a", "b", "c"].map(agent),
  pool: 3,
  order: "pinned",
  holdOut: 0.1,
  minSuccess: 0.8,
  rules: [],
  ...more,
});
const facts = (more: Partial<RoutingFacts> = {}): RoutingFacts => ({
  work: { kind: "general", size: 100, paths: [], labels: [] },
  minute: 12 * 60,
  costLeftUsd: null,
  figures: [],
  more: new Map(),
  isFree: () => true,
  seed: "job/sheet/1",
  ...more,
});
const row = (name: string, more: Partial<WorkFigures> = {}): WorkFigures => ({
  work: "general",
  agent: name,
  model: null,
  used: 10,
  counted: 10,
  landed: 5,
  usd: 10,
  priced: 10,
  ...more,
});
const first = (choice: Choice): number | undefined => choice.order[0];

describe("rules", () => {
  const rule = (more: Partial<RoutingRule>): RoutingPlan => routing({ rules: [{ name: null, agent: 2, ...more }] });
  const work = { kind: "testing", size: 500, paths: ["docs/a.md", "docs/b.md"], labels: ["x", "y"] };
  it.each<[Partial<RoutingRule>, boolean]>([
    [{}, true],
    [{ kinds: ["testing", "other"] }, true],
    [{ kinds: ["general"] }, false],
    [{ paths: ["docs/**"] }, true],
    [{ paths: ["docs/a.md"] }, false],
    [{ labels: ["y"] }, true],
    [{ labels: ["y", "z"] }, false],
    [{ minSize: 500, maxSize: 500 }, true],
    [{ maxSize: 499 }, false],
    [{ hours: [9 * 60, 17 * 60] }, true],
    [{ hours: [22 * 60, 6 * 60] }, false],
    [{ costLeftBelow: 5 }, true],
    [{ costLeftBelow: 1 }, false],
    [{ kinds: ["testing"], labels: ["z"] }, false],
  ])("%j applies: %s", (asked, isChosen) => {
    const choice = chooseAgent(rule(asked), facts({ work, costLeftUsd: 2 }));
    expect(first(choice)).toBe(isChosen ? 2 : 0);
    expect(choice.routed.by).toBe(isChosen ? "rule" : "order");
    expect(choice.order.toSorted()).toEqual([0, 1, 2]);
  });

  it("hours may go over midnight, and paths apply to work that names some", () => {
    expect(first(chooseAgent(rule({ hours: [22 * 60, 6 * 60] }), facts({ minute: 60 })))).toBe(2);
    expect(first(chooseAgent(rule({ paths: ["**"] }), facts()))).toBe(0);
    expect(first(chooseAgent(rule({ costLeftBelow: 5 }), facts()))).toBe(0);
  });

  it("the first that applies chooses, and says so", () => {
    const rules = [
      { name: "never", kinds: ["x"], agent: 1 },
      { name: "easy", agent: 2 },
    ];
    expect(chooseAgent(routing({ rules }), facts()).routed.why).toBe("rule 2 (easy) says so");
  });
});

describe("order", () => {
  it("round-robin goes on over jobs, and counts choices of the same moment", () => {
    const order = "round-robin" as const;
    expect(first(chooseAgent(routing({ order }), facts({ figures: [row("a", { used: 4 })] })))).toBe(1);
    expect(first(chooseAgent(routing({ order }), facts({ more: new Map([[0, 2]]) })))).toBe(2);
  });

  it("least-used takes the one with the fewest attempts over all kinds of work", () => {
    const figures = [row("a"), row("b", { used: 3 }), row("b", { work: "x", used: 9 }), row("c", { used: 11 })];
    expect(chooseAgent(routing({ order: "least-used" }), facts({ figures })).order).toEqual([0, 2, 1]);
  });

  it("cheapest takes the cheapest by recorded cost that is free now", () => {
    const figures = [row("a", { usd: 30 }), row("b", { usd: 10 }), row("c", { usd: 20 })];
    const order = "cheapest" as const;
    expect(chooseAgent(routing({ order }), facts({ figures })).order).toEqual([1, 2, 0]);
    const isFree = (one: AgentPlan): boolean => one.kind === "profile" && one.name !== "b";
    expect(chooseAgent(routing({ order }), facts({ figures, isFree })).order).toEqual([2, 0, 1]);
    expect(chooseAgent(routing({ order }), facts({ figures: figures.slice(1) })).order).toEqual([0, 1, 2]);
  });

  it("agents of rules alone are never chosen by order", () => {
    const choices = Array.from({ length: 40 }, (_, index) =>
      first(chooseAgent(routing({ order: "random", pool: 2 }), facts({ seed: String(index) }))),
    );
    expect(new Set(choices)).toEqual(new Set([0, 1]));
  });

  it("the same facts give the same choice, and the seed is told", () => {
    const figures = [row("a"), row("b", { landed: 6 }), row("c")];
    const choose = (seed: string): Choice => chooseAgent(routing({ order: "measured" }), facts({ figures, seed }));
    expect(choose("x")).toEqual(choose("x"));
    expect(choose("x").routed.seed).toBe("x");
    expect(new Set(Array.from({ length: 50 }, (_, index) => first(choose(String(index))))).size).toBeGreaterThan(1);
  });
});

describe("measured success", () => {
  const shares = (figures: readonly WorkFigures[]): readonly number[] => {
    const counts = [0, 0, 0];
    for (let index = 0; index < 2_000; index += 1) {
      const place = first(
        chooseAgent(routing({ order: "measured" }), facts({ figures, seed: `seed ${String(index)}` })),
      );
      counts[place ?? 0] = (counts[place ?? 0] ?? 0) + 1;
    }
    return counts.map((count) => count / 2_000);
  };

  it("goes to the agent with the most landed results for a dollar, and the hold-out to all", () => {
    const figures = [
      row("a", { counted: 200, landed: 160, usd: 200, priced: 200 }),
      row("b", { counted: 200, landed: 150, usd: 100, priced: 200 }),
      row("c", { counted: 200, landed: 100, usd: 20, priced: 200 }),
    ];
    const [a = 0, b = 0, c = 0] = shares(figures);
    expect(b).toBeGreaterThan(0.85);
    // Much cheaper, but it lands too little to be worth a try.
    expect([a, c].every((share) => share > 0.02 && share < 0.06)).toBe(true);
  });

  it("goes by price alone where the score asks for no success", () => {
    const known = { counted: 200, priced: 200 };
    const figures = [
      row("a", { ...known, landed: 180, usd: 200 }),
      row("b", { ...known, landed: 60, usd: 2 }),
      row("c", { ...known, landed: 160, usd: 100 }),
    ];
    const choose = (minSuccess: number): number | undefined =>
      first(chooseAgent(routing({ order: "measured", holdOut: 0, minSuccess }), facts({ figures })));
    expect([choose(0.8), choose(0)]).toEqual([2, 1]);
  });

  it("tries an agent of which little is known", () => {
    const known = { counted: 100, landed: 70, usd: 100, priced: 100 };
    const [a = 0, b = 0, c = 0] = shares([
      row("a", known),
      row("b", known),
      row("c", { counted: 1, landed: 1, usd: 1, priced: 1 }),
    ]);
    expect(c).toBeGreaterThan(0.3);
    expect(Math.abs(a - b)).toBeLessThan(0.08);
  });

  it("chance decides for fewer sheets where one of the agents costs much more than the rest", () => {
    const known = { counted: 200, landed: 140, priced: 200 };
    const byChance = (usd: number): number => {
      const figures = [row("a", { ...known, usd: 20 }), row("b", { ...known, usd: 20 }), row("c", { ...known, usd })];
      const choices = Array.from({ length: 4_000 }, (_, index) =>
        chooseAgent(routing({ order: "measured" }), facts({ figures, seed: `seed ${String(index)}` })),
      );
      return choices.filter(({ routed }) => routed.by === "hold-out").length / choices.length;
    };
    expect(byChance(21)).toBeCloseTo(0.1, 1);
    // Twice the price on average: two hundredths of the money are two of a hundred sheets.
    expect(byChance(80)).toBeCloseTo(0.02, 2);
    expect(byChance(2_000)).toBeGreaterThan(0.01);
  });

  it("of agents that give alike for a dollar, the one that lands more often goes first", () => {
    const known = { counted: 5_000, priced: 5_000 };
    const figures = [row("a", { ...known, landed: 3_000, usd: 580 }), row("b", { ...known, landed: 4_000, usd: 800 })];
    const two = routing({ order: "measured", agents: ["a", "b"].map(agent), pool: 2, holdOut: 0, minSuccess: 0.5 });
    expect(first(chooseAgent(two, facts({ figures })))).toBe(1);
  });

  it("begins new work with what is known of the agents at other work, until it is known better", () => {
    const good = { counted: 100, landed: 95, usd: 100, priced: 100 };
    const bad = { counted: 100, landed: 5, usd: 100, priced: 100 };
    const elsewhere = [
      row("a", { ...bad, work: "x" }),
      row("b", { ...good, work: "x" }),
      row("c", { ...bad, work: "x" }),
    ];
    expect(shares(elsewhere)[1]).toBeGreaterThan(0.9);
    const here = { counted: 60, used: 60, usd: 60, priced: 60 };
    const [a = 0, b = 0] = shares([...elsewhere, row("a", { ...here, landed: 57 }), row("b", { ...here, landed: 3 })]);
    expect([a > 0.9, b < 0.06]).toEqual([true, true]);
  });
});
