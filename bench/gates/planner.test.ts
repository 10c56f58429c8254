import { expect, test } from "vitest";
import { culpritsAmong } from "./culprits.ts";
import { median } from "../measure.ts";
import {
  type Known,
  type Limits,
  type Place,
  firstFailure,
  isLikelyToGo,
  limitsAhead,
  nextStep,
  windowAfter,
} from "../../src/landing/line/step.ts";
import { oneOf } from "../../test/kit/long.ts";

/** How a queue goes on: one test takes one unit of time, and so does the second look at a failure. */
interface Play {
  readonly count: number;
  readonly culprits: ReadonlySet<number>;
  readonly batch: { readonly max: number; readonly window: number; readonly parallel: number };
}

interface Tested {
  known: Known;
  readonly endsAt: number;
  readonly says: Known;
}

interface Scene extends Play {
  readonly tests: Map<string, Tested>;
  landed: readonly number[];
  line: readonly number[];
  now: number;
}

const treeOf = ({ landed }: Scene, stack: readonly number[]): string => [...landed, ...stack].join();
const placesOf = (scene: Scene, line: readonly number[]): readonly Place[] =>
  line.slice(0, scene.batch.max).map((_, place) => ({
    own: "none",
    gates: scene.tests.get(treeOf(scene, line.slice(0, place + 1)))?.known ?? "unknown",
  }));

function begin(scene: Scene, stack: readonly number[]): void {
  const tree = treeOf(scene, stack);
  const isSecond = scene.tests.get(tree)?.known === "doubted";
  const says = !stack.some((one) => scene.culprits.has(one)) ? "passed" : isSecond ? "failed" : "doubted";
  scene.tests.set(tree, { known: isSecond ? "confirming" : "testing", endsAt: scene.now + 1, says });
}

function keepOnly(scene: Scene, lines: readonly (readonly number[])[]): void {
  const kept = new Set([treeOf(scene, [])]);
  for (const line of lines) {
    const places = placesOf(scene, line);
    const end = (firstFailure(places) ?? places.length) + 1;
    for (let place = 1; place <= end; place += 1) kept.add(treeOf(scene, line.slice(0, place)));
  }
  for (const tree of scene.tests.keys()) if (!kept.has(tree)) scene.tests.delete(tree);
}

function letTimePass(scene: Scene): void {
  const running = [...scene.tests.values()].filter(({ known }) => known === "testing" || known === "confirming");
  if (running.length === 0) throw new Error("nothing is running");
  scene.now = Math.min(...running.map(({ endsAt }) => endsAt));
  for (const one of running) if (one.endsAt <= scene.now) one.known = one.says;
}

/** Units of time until all that is good has landed; anything wrong that happens is an error. */
function play(what: Play): number {
  const scene: Scene = {
    ...what,
    tests: new Map(),
    landed: [],
    line: Array.from({ length: what.count }, (_, place) => place),
    now: 0,
  };
  const { batch, culprits } = what;
  let window = batch.window;
  for (let turns = 0; scene.line.length > 0; turns += 1) {
    if (turns > 10_000) throw new Error("it never ends");
    const { line } = scene;
    const ahead = isLikelyToGo(placesOf(scene, line)) ? line.slice(1) : [];
    keepOnly(scene, [line, ahead]);
    const limits: Limits = { window, parallel: batch.parallel, ownParallel: 1 };
    const target = (): Known => scene.tests.get(treeOf(scene, []))?.known ?? "unknown";
    const step = nextStep(placesOf(scene, line), target(), limits);
    if (step.kind === "land" || step.kind === "eject") {
      const count = step.kind === "land" ? step.count : 1;
      const gone = line.slice(0, count);
      if (gone.some((one) => culprits.has(one) === (step.kind === "land")))
        throw new Error(`${step.kind} of ${gone.join()}`);
      if (step.kind === "land") scene.landed = [...scene.landed, ...gone];
      scene.line = line.slice(count);
      window = windowAfter(window, step.kind === "land" ? "landed" : "ejected", { max: batch.max, count });
      continue;
    }
    if (step.kind === "test-target")
      scene.tests.set(treeOf(scene, []), { known: "testing", endsAt: scene.now + 1, says: "passed" });
    if (step.kind === "test") for (const place of step.gates) begin(scene, line.slice(0, place + 1));
    const spare = limitsAhead(limits, { first: placesOf(scene, line)[0]?.gates, target: target() });
    const more =
      ahead.length > 0 && spare.parallel > 0 ? nextStep(placesOf(scene, ahead), "unknown", spare) : undefined;
    if (more?.kind === "test") for (const place of more.gates) begin(scene, ahead.slice(0, place + 1));
    letTimePass(scene);
  }
  return scene.now;
}

const seeds = Array.from({ length: 25 }, (_, seed) => seed + 1);
const shares = [0, 0.1, 0.3] as const;

/** How much sooner it is than one by one, for each share of bad ones among sixty. */
function gains(parallel: number): readonly number[] {
  return shares.map((share) =>
    median(
      seeds.map((seed) => {
        const what = { count: 60, culprits: culpritsAmong(60, share, seed) };
        return (
          play({ ...what, batch: { max: 1, window: 1, parallel: 1 } }) /
          play({ ...what, batch: { max: 16, window: 4, parallel } })
        );
      }),
    ),
  );
}

// A little below what was found, for none, a tenth and three tenths of bad ones..
test.each(
  oneOf(2, [
    [1, [11.9, 1.7, 0.95]],
    [2, [11.9, 2.8, 1.5]],
    [4, [11.9, 4, 2.1]],
    [8, [11.9, 5, 2.7]],
  ] as const),
)("with %i tests at once all has landed so many times sooner than one by one", (parallel, atLeast) => {
  for (const [place, gain] of gains(parallel).entries())
    expect(gain, `${String((shares[place] ?? 0) * 100)} % bad`).toBeGreaterThanOrEqual(atLeast[place] ?? Infinity);
});
