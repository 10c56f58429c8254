import { TuttiError } from "../../base/error.ts";
import { type Verdict, resultsOf } from "../../sheet/verdict.ts";
import type { Layer } from "../candidate.ts";
import type { TestReport } from "../gates/gate.ts";
import type { Head } from "../ground.ts";
import { type LineStep, nextStep, windowAfter } from "../line/step.ts";
import { lineAhead, testAhead } from "./testing/ahead.ts";
import {
  type Line,
  type LinePlace,
  arrange,
  batchOf,
  formLine,
  keepTests,
  limitsOf,
  seen,
  targetAsks,
  targetKnown,
  testOf,
} from "./line.ts";
import { eject, ejectRefused, isRefusal, backOff } from "./eject.ts";
import { type Entry, gateVerdict, record, refusedEvent } from "./offer.ts";
import { noteHead, restBeforeGates, tellOfCrowd } from "./hold-up.ts";
import { isPinnable, movePin, ontoTarget, pinned } from "./pin.ts";
import { land, settleFromGit } from "./publish.ts";
import type { QueueState } from "./state.ts";
import { gateKey, ownKey, runGates, runOwn } from "./testing/tests.ts";

/** After a lost race, in turn with others: then the target does not move under the look. */
export async function takeTurn(queue: QueueState, entries: readonly Entry[]): Promise<"again" | "wait"> {
  if (queue.race.crowded === 0) return look(queue, entries);
  const stops = new Set(entries.map(({ offer }) => offer.record.stop));
  // Cancelled: a job was stopped, which comes first.
  return (
    (await queue.ground.inTurn({ lost: queue.race.lost, cancel: AbortSignal.any([...stops]) }, () =>
      look(queue, entries),
    )) ?? "again"
  );
}

/**
 * Looks at the line and takes the next step; only verdicts of trees are remembered. `again`: there may be more to do at
 * once.
 */
async function look(queue: QueueState, entries: readonly Entry[]): Promise<"again" | "wait"> {
  const head = await queue.ground.open();
  noteHead(queue, head.commit);
  const left = await settleFromGit(queue, head, entries);
  if (left.length < entries.length) return "again";
  const inOrder = await arrange(queue, left);
  const { line, entries: tried } = await formPinned(queue, head, inOrder);
  tellOfCrowd(queue);
  queue.seen.line = line;
  for (const { entry, error } of line.broken) {
    // The cause of a refusal may lie below it as well.
    if (isRefusal(error)) await ejectRefused(queue, line, { entry, error });
    // Everything offered with a failed one goes too.
    else if (!(await backOff(queue, { head, entry, others: line.places.length }, error)))
      queue.entries.fail([entry], error);
  }
  if (line.broken.length > 0) return "again";
  if (await answerRefused(queue, line)) return "again";
  const ahead = await lineAhead(queue, line, tried);
  keepTests(ahead === undefined ? [line] : [line, ahead], queue.tests);
  if ((await failFaulty(queue, line)) || forgive(queue, line)) return "again";
  const next = await carryOut(queue, { line, head }, decide(queue, line));
  if (next === "wait" && ahead !== undefined) testAhead(queue, line, ahead);
  return next;
}

interface Tried {
  readonly line: Line;
  readonly entries: readonly Entry[];
}

/** On the target as it is, unless it moves too often for that. */
async function formPinned(queue: QueueState, head: Head, entries: readonly Entry[]): Promise<Tried> {
  const now = pinned(queue, head, entries);
  const line = await formNow(queue, now.head, now.entries);
  if (queue.race.pin === undefined || isPinnable(line)) return { line, entries: now.entries };
  queue.race.pin = undefined;
  return { line: await formNow(queue, head, entries), entries };
}

/** In a race, only results that fitted last time are tried, if any: conflicts take longest to find. */
async function formNow(queue: QueueState, head: Head, entries: readonly Entry[]): Promise<Line> {
  const { line } = queue.seen;
  const unfit = new Set(
    queue.race.lost === 0 ? [] : [...(line?.left ?? []), ...(line?.refused ?? []).map(({ entry }) => entry)],
  );
  if (unfit.size === 0) return formLine(queue, head, entries);
  const quick = await formLine(
    queue,
    head,
    entries.filter((entry) => !unfit.has(entry)),
  );
  return quick.places.length > 0 ? { ...quick, left: [...quick.left, ...unfit] } : formLine(queue, head, entries);
}

/** A conflict counts when nothing else can land before it: a landing may cause or remove it. */
async function answerRefused(queue: QueueState, { refused, places, head }: Line): Promise<boolean> {
  const due = refused.filter(({ outcome }) => outcome.kind !== "conflict" || places.length === 0);
  if (due.length === 0) return false;
  const at = queue.world.now();
  // A person may have changed their mind while the line was formed: then there is no answer.
  const wanted = due.filter(({ entry }) => isWanted(entry));
  await record(wanted.map(({ entry, outcome }) => ({ entry, event: refusedEvent(outcome, { at, head }) })));
  queue.entries.settle(due.map(({ entry }) => entry));
  return true;
}

/** A test that could not run says nothing about its tree; its results fail with it, unless the culprit is known. */
async function failFaulty(queue: QueueState, line: Line): Promise<boolean> {
  const { own, gates } = queue.tests;
  const { head, places } = line;
  const ofTarget = gates.fault(gateKey(head.tree, head, targetAsks(line, queue.tests)));
  const faulty = places.flatMap(({ entry, layer, asks }, place) => {
    const mine = own.fault(ownKey(layer));
    const all = asks.length === 0 ? undefined : (gates.fault(gateKey(layer.tree, head, asks)) ?? ofTarget);
    if (all !== undefined) return [{ place, entries: places.slice(0, place + 1).map((item) => item.entry), ...all }];
    return mine === undefined ? [] : [{ place, entries: [entry], ...mine }];
  });
  // After a person has seen to it, it is tried again.
  if (faulty.length > 0) {
    queue.race.pin = undefined;
    forgetTests(queue, line, (book, key) => book.fault(key) !== undefined);
  }
  for (const { place, entries, error } of faulty) {
    const [only, ...more] = entries;
    if (isRefusal(error)) await ejectRefused(queue, { head, places: places.slice(0, place + 1) });
    else if (
      only === undefined ||
      more.length > 0 ||
      !(await backOff(queue, { head, entry: only, others: places.length - 1 }, error))
    )
      queue.entries.fail(entries, error);
  }
  return faulty.length > 0;
}

/** Forgets verdicts of the target and of trees in the line that match. */
function forgetTests(
  { tests }: QueueState,
  line: Line,
  isTo: (book: Pick<QueueState["tests"]["own"], "fault" | "known">, key: string) => boolean,
): void {
  const { own, gates } = tests;
  const { head, places } = line;
  const keys = [gateKey(head.tree, head, targetAsks(line, tests))];
  for (const { layer, asks } of places) {
    if (isTo(own, ownKey(layer))) own.forget(ownKey(layer));
    keys.push(gateKey(layer.tree, head, asks));
  }
  for (const key of keys) if (isTo(gates, key)) gates.forget(key);
}

/** A promise that the target itself breaks is no one's fault in the line. */
function forgive(queue: QueueState, line: Line): boolean {
  const { head } = line;
  const said = queue.tests.gates.result(gateKey(head.tree, head, targetAsks(line, queue.tests))) ?? [];
  const broken = said.filter(({ passed, promisedBy }) => !passed && promisedBy !== undefined);
  queue.seen.forgiven = new Set([...queue.seen.forgiven, ...broken.map(({ digest }) => digest)]);
  return broken.length > 0;
}

function decide(queue: QueueState, line: Line): LineStep {
  return nextStep(seen(line, queue.tests), targetKnown(line, queue.tests), limitsOf(line, queue.seen.window));
}

/** `target`: where it stands, which may be ahead of the line's head. */
async function carryOut(
  queue: QueueState,
  { line, head: target }: { readonly line: Line; readonly head: Head },
  step: LineStep,
): Promise<"again" | "wait"> {
  const { head, places } = line;
  const [first] = places;
  if (first === undefined) return "wait";
  switch (step.kind) {
    case "land":
      if ((await landFirst(queue, target, { head, places: places.slice(0, step.count) })) && first.asks.length > 0)
        queue.seen.window = widthAfter(queue, line, { what: "landed", count: step.count });
      return "again";
    case "eject":
      queue.seen.window = widthAfter(queue, line, { what: "ejected" });
      if (passOver(queue, first.layer, verdictOf(queue, { head, first }, step.because))) return "again";
      await eject(queue, { head, entry: first.entry }, verdictOf(queue, { head, first }, step.because));
      return "again";
    case "test-target":
      runGates(queue.ground, queue.tests, {
        ...testOf(head, first),
        tree: head.tree,
        requirements: targetAsks(line, queue.tests),
      });
      return "wait";
    case "stuck":
      queue.entries.fail(
        places.map(({ entry }) => entry),
        redTarget(queue.ground.ref, queue.tests.gates.result(gateKey(head.tree, head, first.gates)) ?? []),
      );
      // A person may fix the gate, or what it needs, with the trees unchanged.
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

/** A merge that git could not make and that fails is no failure of the result: the next one may pass. */
function passOver({ ground }: QueueState, layer: Layer, verdict: Verdict): boolean {
  if (layer.merge === undefined || ground.passOver === undefined) return false;
  const failed = resultsOf(verdict).find(({ passed }) => !passed);
  ground.passOver(layer, failed?.description ?? "its tests failed");
  return true;
}

async function landFirst(
  queue: QueueState,
  target: Head,
  tested: { readonly head: Head; readonly places: readonly LinePlace[] },
): Promise<boolean> {
  const places = await ontoTarget(queue, target, tested);
  if (places === undefined) queue.race.pin = undefined;
  if (places === undefined || !(await land(queue, target, places))) return false;
  movePin(queue, tested.places);
  return true;
}

/** A test may wait for more results to cover; a full window does not. Gates wait for a target that rests. */
function waitFor(queue: QueueState, { places }: Line): number {
  const {
    seen: { window },
    world,
  } = queue;
  const [first] = places;
  if (first === undefined || first.asks.length === 0) return 0;
  const restMs = first.gates.length === 0 ? 0 : restBeforeGates(queue);
  if (restMs > 0) return restMs;
  const { batch } = first.entry.candidate.job.plan.landing;
  if (batch.waitMs === 0 || places.length >= Math.max(window ?? batch.window, batch.parallel)) return 0;
  return Math.max(...places.map(({ entry }) => entry.since)) + batch.waitMs - world.now();
}

function startTests(
  { ground, tests }: QueueState,
  { head, places }: Line,
  step: LineStep & { readonly kind: "test" },
): void {
  const at = (chosen: readonly number[]): readonly LinePlace[] => chosen.flatMap((place) => places[place] ?? []);
  for (const { layer } of at(step.own)) runOwn(ground, tests, layer);
  for (const place of at(step.gates)) runGates(ground, tests, testOf(head, place));
}

function verdictOf(
  { tests }: QueueState,
  { head, first }: { head: Head; first: LinePlace },
  because: "own" | "gates",
): Verdict {
  const verdict =
    because === "own"
      ? tests.own.result(ownKey(first.layer))
      : gateVerdict(tests.gates.result(gateKey(first.layer.tree, head, first.asks)) ?? []);
  if (verdict === undefined)
    throw new TuttiError("bug.unexpected", "a result was ejected for a test that did not run", { audience: "bug" });
  return verdict;
}

function isWanted({ candidate, offer }: Entry): boolean {
  return offer.record.wants(candidate);
}

function widthAfter(
  queue: QueueState,
  line: Line,
  { what, count }: { readonly what: "landed" | "ejected"; readonly count?: number },
): number {
  const batch = batchOf(line);
  // Half of what there was, not of what there might have been.
  const window = Math.min(
    queue.seen.window ?? batch.window,
    what === "ejected" ? Math.max(line.places.length, batch.parallel) : batch.max,
  );
  return windowAfter(window, what, { max: batch.max, ...(count === undefined ? {} : { count }) });
}

export function redTarget(ref: string, reports: readonly TestReport[]): TuttiError {
  const failed = reports.find(({ passed }) => !passed);
  const what = failed === undefined ? "a gate" : `gate ${failed.name}`;
  return new TuttiError(
    "landing.target_red",
    `${what} fails on ${ref} itself, so nothing can land there: ${failed?.reason ?? ""}`,
    { audience: "user", hint: "Fix the branch or the gate, then run: tutti resume. The results are kept." },
  );
}
