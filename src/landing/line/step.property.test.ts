import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Known, type Limits, type Place, firstFailure, nextStep, windowAfter } from "./step.ts";
import { times } from "../../../test/kit/long.ts";

const known = fc.constantFrom<Known>("unknown", "testing", "passed", "failed");
/** Gates are those of all results up to a place: once there are some, there are some above it too. */
const anyLine = fc
  .tuple(
    fc.nat(4),
    fc.array(fc.record({ own: fc.oneof(fc.constant<Known>("none"), known), gates: known }), { maxLength: 12 }),
  )
  .map(([free, line]): readonly Place[] =>
    line.map((place, index) => (index < free ? { ...place, gates: "none" } : place)),
  );
const anyTarget = fc.constantFrom<Known>("none", "unknown", "testing", "passed", "failed");
const anyLimits: fc.Arbitrary<Limits> = fc.record({
  window: fc.integer({ min: 1, max: 16 }),
  parallel: fc.integer({ min: 1, max: 4 }),
  ownParallel: fc.integer({ min: 1, max: 4 }),
});

const isSound = ({ own, gates }: Place): boolean => (own === "none" || own === "passed") && gates !== "failed";
const testing = (line: readonly Place[], what: keyof Place): number =>
  line.filter((place) => place[what] === "testing").length;

describe("for any line", () => {
  it("landed results are sound all the way down, and the tree they make has passed", () => {
    fc.assert(
      fc.property(anyLine, anyTarget, anyLimits, (line, target, limits) => {
        const step = nextStep(line, target, limits);
        fc.pre(step.kind === "land");
        expect(line.slice(0, step.count).every(isSound)).toBe(true);
        expect(["passed", "none"]).toContain(line[step.count - 1]?.gates);
        // And as much as may: the next that has passed has something unsound below it.
        const more = line.findIndex(
          ({ gates }, place) => place >= step.count && (gates === "passed" || gates === "none"),
        );
        if (more !== -1) expect(line.slice(0, more + 1).every(isSound)).toBe(false);
      }),
      { numRuns: times(500, 2_000) },
    );
  });

  it("only the first result is ejected, by a failure right on top of a target that passes", () => {
    fc.assert(
      fc.property(anyLine, anyTarget, anyLimits, (line, target, limits) => {
        const step = nextStep(line, target, limits);
        if (step.kind === "eject" && step.because === "own") expect(line[0]?.own).toBe("failed");
        if (step.kind === "eject" && step.because === "gates")
          expect([line[0]?.gates, ["passed", "none"].includes(target)]).toEqual(["failed", true]);
        if (step.kind === "stuck") expect([line[0]?.gates, target]).toEqual(["failed", "failed"]);
      }),
      { numRuns: times(500, 2_000) },
    );
  });

  it("tests are begun on trees with unknown results, below what fails, and no more than may run at once", () => {
    fc.assert(
      fc.property(anyLine, anyTarget, anyLimits, (line, target, limits) => {
        const step = nextStep(line, target, limits);
        fc.pre(step.kind === "test");
        const end = firstFailure(line) ?? line.length;
        for (const place of step.own) expect([line[place]?.own, place < end]).toEqual(["unknown", true]);
        for (const place of step.gates) expect([line[place]?.gates, place < end]).toEqual(["unknown", true]);
        expect(new Set(step.gates).size).toBe(step.gates.length);
        expect(testing(line, "own") + step.own.length).toBeLessThanOrEqual(
          Math.max(limits.ownParallel, testing(line, "own")),
        );
        expect(testing(line, "gates") + step.gates.length).toBeLessThanOrEqual(
          Math.max(limits.parallel, testing(line, "gates")),
        );
        expect(step.gates.every((place) => place < Math.max(limits.window, limits.parallel))).toBe(true);
      }),
      { numRuns: times(500, 2_000) },
    );
  });

  it("something is waited for only while something is tested", () => {
    fc.assert(
      fc.property(anyLine, anyTarget, anyLimits, (line, target, limits) => {
        const step = nextStep(line, target, limits);
        fc.pre(step.kind === "wait" && line.length > 0);
        expect(testing(line, "own") + testing(line, "gates") + (target === "testing" ? 1 : 0)).toBeGreaterThan(0);
      }),
      { numRuns: times(500, 2_000) },
    );
  });
});

/** The gates' verdicts on a set of results; a result added to a set that fails does not fix it. */
interface Truth {
  readonly count: number;
  readonly own: ReadonlySet<number>;
  readonly culprits: ReadonlySet<number>;
  /** Harmless one by one. */
  readonly pairs: readonly (readonly [number, number])[];
}

const anyTruth: fc.Arbitrary<Truth> = fc.integer({ min: 0, max: 24 }).chain((count) => {
  const place = fc.nat(Math.max(0, count - 1));
  const few = fc.uniqueArray(place, { maxLength: Math.ceil(count / 3) }).map((list) => new Set(list));
  return fc.record({
    count: fc.constant(count),
    own: few,
    culprits: few,
    pairs: fc.array(fc.tuple(place, place), { maxLength: 3 }),
  });
});

function fails({ culprits, pairs }: Truth, stack: readonly number[]): boolean {
  const inside = new Set(stack);
  return (
    stack.some((one) => culprits.has(one)) ||
    pairs.some(([one, other]) => one !== other && inside.has(one) && inside.has(other))
  );
}

interface Course {
  readonly landed: readonly number[];
  readonly ejected: readonly number[];
  readonly runs: number;
}

/**
 * Plays a line to its end: tests come to theirs in an order that chance gives, and what is known of a tree holds as
 * long as the tree is in the line.
 */
function play(
  truth: Truth,
  how: { readonly limits: Limits; readonly max: number; readonly chance: readonly number[] },
): Course {
  const { parallel, ownParallel } = how.limits;
  let { window } = how.limits;
  const [landed, ejected]: [number[], number[]] = [[], []];
  let left = Array.from({ length: truth.count }, (_, place) => place);
  const results = new Map<string, Known>([["", "passed"]]);
  let runs = 0;
  let drawn = 0;
  const draw = (below: number): number => (how.chance[drawn++ % how.chance.length] ?? 0) % below;
  for (let turn = 0; left.length > 0; turn += 1) {
    if (turn > 20 * (truth.count + 1) ** 2) throw new Error("the line comes to no end");
    const stacks = left.slice(0, how.max).map((_, place) => [...landed, ...left.slice(0, place + 1)]);
    const line = stacks.map(
      (stack): Place => ({
        own: results.get(`own ${String(stack)}`) ?? "unknown",
        gates: results.get(String(stack)) ?? "unknown",
      }),
    );
    const step = nextStep(line, "passed", { window, parallel, ownParallel });
    switch (step.kind) {
      case "land":
        landed.push(...left.slice(0, step.count));
        left = left.slice(step.count);
        window = windowAfter(window, "landed", { max: how.max });
        break;
      case "eject":
        ejected.push(...left.slice(0, 1));
        left = left.slice(1);
        window = windowAfter(window, "ejected", { max: how.max });
        // The tests on top of it are about nothing any more.
        forgetOpen(results);
        break;
      case "test":
        for (const place of step.own) results.set(`own ${String(stacks[place])}`, "testing");
        for (const place of step.gates) {
          results.set(String(stacks[place]), "testing");
          runs += 1;
        }
        break;
      case "wait": {
        const open = [...results].filter(([, what]) => what === "testing").map(([key]) => key);
        const key = open[draw(open.length)] ?? "";
        const stack = key.replace("own ", "").split(",").map(Number);
        const isFailure = key.startsWith("own ") ? truth.own.has(stack.at(-1) ?? -1) : fails(truth, stack);
        results.set(key, isFailure ? "failed" : "passed");
        break;
      }
      case "test-target":
      case "stuck":
        throw new Error("the target passes");
    }
  }
  return { landed, ejected, runs };
}

function forgetOpen(results: Map<string, Known>): void {
  for (const [key, what] of results) if (what === "testing") results.delete(key);
}

/** One at a time, each on top of what landed. */
function serially(truth: Truth): Pick<Course, "landed" | "ejected"> {
  const [landed, ejected]: [number[], number[]] = [[], []];
  for (let one = 0; one < truth.count; one += 1)
    (truth.own.has(one) || fails(truth, [...landed, one]) ? ejected : landed).push(one);
  return { landed, ejected };
}

const anyHow = fc.record({
  limits: anyLimits,
  max: fc.integer({ min: 1, max: 16 }),
  chance: fc.array(fc.nat(1_000), { minLength: 1, maxLength: 20 }),
});

describe("a line that is played to its end", () => {
  it("lands and ejects exactly what a queue that takes one at a time would", () => {
    fc.assert(
      fc.property(anyTruth, anyHow, (truth, how) => {
        const { landed, ejected } = play(truth, how);
        expect({ landed, ejected }).toEqual(serially(truth));
      }),
      { numRuns: times(125, 500) },
    );
  });

  it("finds each culprit by halving, and covers the innocent by the window", () => {
    fc.assert(
      fc.property(anyTruth, anyHow, (truth, how) => {
        const { ejected, runs } = play(truth, how);
        const halvings = Math.ceil(Math.log2(how.max + 1)) + 2;
        // Each ejection costs the halvings and what was under way; between two of them a window lands with each test.
        expect(runs).toBeLessThanOrEqual(truth.count + (ejected.length + 1) * how.limits.parallel * halvings);
      }),
      { numRuns: times(125, 500) },
    );
  });

  it("without a failure takes as many tests as there are windows", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 16 }), (count, max) => {
        const truth: Truth = { count, own: new Set(), culprits: new Set(), pairs: [] };
        const { runs } = play(truth, { limits: { window: 1, parallel: 1, ownParallel: count }, max, chance: [0] });
        expect(runs).toBeLessThanOrEqual(Math.ceil(Math.log2(max)) + Math.ceil(count / max) + 1);
      }),
      { numRuns: 60 },
    );
  });
});
