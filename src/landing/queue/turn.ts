import { TuttiError } from "../../base/error.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { GateReport } from "../gates/gate.ts";
import type { Head } from "../ground.ts";
import { type LineStep, nextStep } from "../line/step.ts";
import { windowAfter } from "../line/window.ts";
import { lineAhead, testAhead } from "./ahead.ts";
import { arrange } from "./arrange.ts";
import { eject, ejectRefused, isRefusal, standBack } from "./eject.ts";
import { type Line, type LinePlace, formLine, keepTests, limitsOf, seen, targetKnown } from "./line.ts";
import { gateVerdict, record, refusedEvent } from "./news.ts";
import type { Entry } from "./offer.ts";
import { land } from "./publish.ts";
import { settleFromGit } from "./settle.ts";
import type { QueueState } from "./state.ts";
import { gateKey, ownKey, runGates, runOwn } from "./tests.ts";

/** As `look`, and where others land as well in turn with them: then what was seen of the target still holds when it is moved. */
export async function takeTurn(queue: QueueState, entries: readonly Entry[]): Promise<"again" | "wait"> {
  if (queue.crowded === 0) return look(queue, entries);
  const stops = new Set(entries.map(({ offer }) => offer.record.stop));
  // Called off: somebody was told to stop, which is seen to first.
  return (await queue.ground.inTurn({ lost: queue.lost, cancel: AbortSignal.any([...stops]) }, () => look(queue, entries))) ?? "again";
}

/**
 * Looks at the line as it is now and does the next thing about it: nothing is remembered of earlier looks but what tests said of trees.
 * `again`: there may be more to do at once.
 */
async function look(queue: QueueState, entries: readonly Entry[]): Promise<"again" | "wait"> {
  const head = await queue.ground.open();
  const left = await settleFromGit(queue, head, entries);
  if (left.length < entries.length) return "again";
  const inOrder = await arrange(queue, left);
  const line = await formNow(queue, head, inOrder);
  queue.line = line;
  for (const { entry, error } of line.broken) {
    // What is refused may lie below it as well.
    if (isRefusal(error)) await ejectRefused(queue, line, { entry, error });
    // With one that fails goes all that was offered with it, which may be in this line.
    else if (!(await standBack(queue, { head, entry, others: line.places.length }, error))) queue.fail([entry], error);
  }
  if (line.broken.length > 0) return "again";
  if (await answerRefused(queue, line)) return "again";
  const ahead = await lineAhead(queue, line, inOrder);
  keepTests(ahead === undefined ? [line] : [line, ahead], queue.tests);
  if (await failFaulty(queue, line)) return "again";
  const next = await carryOut(queue, line, decide(queue, line));
  if (next === "wait" && ahead !== undefined) testAhead(queue, line, ahead);
  return next;
}

/** In a race only what fitted the last time is tried, as long as there is any: what conflicts then takes longest to find out. */
async function formNow({ ground, line, lost }: QueueState, head: Head, entries: readonly Entry[]): Promise<Line> {
  const unfit = new Set(lost === 0 ? [] : [...(line?.left ?? []), ...(line?.refused ?? []).map(({ entry }) => entry)]);
  if (unfit.size === 0) return formLine(ground, head, entries);
  const quick = await formLine(
    ground,
    head,
    entries.filter((entry) => !unfit.has(entry)),
  );
  return quick.places.length > 0 ? { ...quick, left: [...quick.left, ...unfit] } : formLine(ground, head, entries);
}

/**
 * A conflict counts when nothing else can land before it: what lands meanwhile may be what it conflicts with, or what takes the conflict away.
 */
async function answerRefused(queue: QueueState, { refused, places, head }: Line): Promise<boolean> {
  const due = refused.filter(({ outcome }) => outcome.kind !== "conflict" || places.length === 0);
  if (due.length === 0) return false;
  const at = queue.world.now();
  // Somebody may have changed his mind while the line was formed: what is not wanted any more gets no answer, nor does what came in its place.
  const wanted = due.filter(({ entry }) => isWanted(entry));
  await record(wanted.map(({ entry, outcome }) => ({ entry, event: refusedEvent(outcome, { at, head }) })));
  queue.settle(due.map(({ entry }) => entry));
  return true;
}

/** A test that could not be run says nothing of its tree; whoever it was run for has to know, unless it is known who is to blame. */
async function failFaulty(queue: QueueState, line: Line): Promise<boolean> {
  const { own, gates } = queue.tests;
  const { head, places } = line;
  const faulty = places.flatMap(({ entry, layer, gates: asked }, place) => {
    const mine = own.fault(ownKey(layer));
    const all = asked.length === 0 ? undefined : (gates.fault(gateKey(layer.tree, head, asked)) ?? gates.fault(gateKey(head.tree, head, asked)));
    if (all !== undefined) return [{ place, entries: places.slice(0, place + 1).map((item) => item.entry), ...all }];
    return mine === undefined ? [] : [{ place, entries: [entry], ...mine }];
  });
  // Whoever goes on after a person has seen to it wants it tried again.
  if (faulty.length > 0) forgetTests(queue, line, (book, key) => book.fault(key) !== undefined);
  for (const { place, entries, error } of faulty) {
    const [only, ...more] = entries;
    if (isRefusal(error)) await ejectRefused(queue, { head, places: places.slice(0, place + 1) });
    else if (only === undefined || more.length > 0 || !(await standBack(queue, { head, entry: only, others: places.length - 1 }, error)))
      queue.fail(entries, error);
  }
  return faulty.length > 0;
}

/** What was said of the target and of trees in the line is asked anew by whoever comes next, where that is wanted. */
function forgetTests(
  { tests: { own, gates } }: QueueState,
  { head, places }: Line,
  isTo: (book: Pick<typeof own, "fault" | "known">, key: string) => boolean,
): void {
  for (const { layer, gates: asked } of places) {
    if (isTo(own, ownKey(layer))) own.forget(ownKey(layer));
    for (const tree of [layer.tree, head.tree]) if (isTo(gates, gateKey(tree, head, asked))) gates.forget(gateKey(tree, head, asked));
  }
}

function decide(queue: QueueState, line: Line): LineStep {
  return nextStep(seen(line, queue.tests), targetKnown(line, queue.tests), limitsOf(line, queue.window));
}

async function carryOut(queue: QueueState, line: Line, step: LineStep): Promise<"again" | "wait"> {
  const { head, places } = line;
  const [first] = places;
  if (first === undefined) return "wait";
  switch (step.kind) {
    case "land":
      if ((await land(queue, head, places.slice(0, step.count))) && first.gates.length > 0)
        queue.window = widthAfter(queue, first, { what: "landed", count: step.count });
      return "again";
    case "eject":
      queue.window = widthAfter(queue, first, { what: "ejected" });
      await eject(queue, { head, entry: first.entry }, verdictOf(queue, { head, first }, step.because));
      return "again";
    case "test-target":
      runGates(queue.ground, queue.tests, { tree: head.tree, head, gates: first.gates });
      return "wait";
    case "stuck":
      queue.fail(
        places.map(({ entry }) => entry),
        redTarget(queue.ground.ref, queue.tests.gates.result(gateKey(head.tree, head, first.gates)) ?? []),
      );
      // It may be the gate that is put right, or what it needs: the trees are the same then.
      forgetTests(queue, line, (book, key) => ["failed", "doubted"].includes(book.known(key)));
      return "again";
    case "test": {
      const restMs = waitFor(queue, line);
      if (restMs > 0) queue.wakeIn(restMs);
      else startTests(queue, line, step);
      return "wait";
    }
    case "wait":
      return "wait";
  }
}

/** How long a test that could begin waits for more results to cover; a line that fills its window waits for nobody. */
function waitFor({ window, world }: QueueState, { places }: Line): number {
  const [first] = places;
  if (first === undefined || first.gates.length === 0) return 0;
  const { batch } = first.entry.candidate.job.plan.landing;
  if (batch.waitMs === 0 || places.length >= Math.max(window ?? batch.window, batch.parallel)) return 0;
  return Math.max(...places.map(({ entry }) => entry.since)) + batch.waitMs - world.now();
}

function startTests({ ground, tests }: QueueState, { head, places }: Line, step: LineStep & { readonly kind: "test" }): void {
  const at = (chosen: readonly number[]): readonly LinePlace[] => chosen.flatMap((place) => places[place] ?? []);
  for (const { layer } of at(step.own)) runOwn(ground, tests, layer);
  for (const { layer, gates } of at(step.gates)) runGates(ground, tests, { tree: layer.tree, head, gates });
}

function verdictOf({ tests }: QueueState, { head, first }: { head: Head; first: LinePlace }, because: "own" | "gates"): Verdict {
  const verdict =
    because === "own" ? tests.own.result(ownKey(first.layer)) : gateVerdict(tests.gates.result(gateKey(first.layer.tree, head, first.gates)) ?? []);
  if (verdict === undefined) throw new TuttiError("bug.unexpected", "a result was ejected for a test that nobody ran", { audience: "bug" });
  return verdict;
}

function isWanted({ candidate, offer }: Entry): boolean {
  return offer.record.wants(candidate);
}

function widthAfter(queue: QueueState, { entry }: LinePlace, { what, count }: { readonly what: "landed" | "ejected"; readonly count?: number }): number {
  const { batch } = entry.candidate.job.plan.landing;
  return windowAfter(queue.window ?? batch.window, what, { max: batch.max, ...(count === undefined ? {} : { count }) });
}

export function redTarget(ref: string, reports: readonly GateReport[]): TuttiError {
  const failed = reports.find(({ passed }) => !passed);
  const what = failed === undefined ? "a gate" : `gate ${failed.name}`;
  return new TuttiError("landing.target_red", `${what} fails on ${ref} itself, so nothing can land there: ${failed?.reason ?? ""}`, {
    audience: "user",
    hint: "Put the branch right (or the gate), then run: tutti resume. The results are kept.",
  });
}
