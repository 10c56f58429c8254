import { codeOf, messageOf } from "../../base/error.ts";
import { isFault } from "../../base/fault.ts";
import { faultDelayMs } from "../../sheet/trouble/fault-delay.ts";
import { type Verdict, isPartial } from "../../sheet/verdict.ts";
import type { Head, Proven } from "../ground.ts";
import type { Line, LinePlace } from "./line.ts";
import { type Entry, record } from "./offer.ts";
import type { QueueState } from "./state.ts";
import { promiseScope } from "../../score/plan/landing-plan.ts";
import type { TestReport } from "../gates/gate.ts";
import { levelOf } from "../line/level.ts";
import { gateKey, ownKey } from "./testing/tests.ts";

/** Removes a result that fails; its sheet learns why, and retries within its budget. */
export async function eject(
  queue: QueueState,
  { head, entry }: { readonly head: Head; readonly entry: Entry },
  verdict: Verdict,
): Promise<void> {
  const { world } = queue;
  if (!entry.offer.record.wants(entry.candidate)) return;
  await record([
    { entry, event: { kind: "rejected", at: world.now(), verdict, onto: head.commit, chance: world.random() } },
  ]);
  queue.entries.settle([entry]);
}

/** Git refuses the objects of a result: it always will. */
export function isRefusal(error: unknown): boolean {
  return codeOf(error) === "git.refused";
}

interface Culprit {
  readonly entry: Entry;
  readonly error: unknown;
}

/**
 * Finds the result whose objects git refuses by bisection, and ejects it. Nothing moves. Where all are accepted it is
 * `otherwise`, if known.
 */
export async function ejectRefused(
  queue: QueueState,
  { head, places }: Pick<Line, "head" | "places">,
  otherwise?: Culprit,
): Promise<void> {
  let culprit = otherwise;
  let [taken, refused] = [0, places.length];
  while (taken < refused) {
    const middle = Math.floor((taken + refused) / 2);
    const place = places[middle];
    const error = await refusalOf(queue, head, places.slice(0, middle + 1));
    if (error === undefined || place === undefined) taken = middle + 1;
    else [refused, culprit] = [middle, { entry: place.entry, error }];
  }
  if (culprit !== undefined) await eject(queue, { head, entry: culprit.entry }, undeliverable(culprit.error));
}

async function refusalOf(queue: QueueState, head: Head, places: readonly LinePlace[]): Promise<unknown> {
  try {
    await queue.ground.commit(head, proven(queue, head, places));
    return undefined;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return error;
  }
}

/** In the shape of a validation, so that readers of a verdict need no other case. */
function undeliverable(error: unknown): Verdict {
  return {
    kind: "judged",
    results: [{ index: 0, description: "it can be delivered", passed: false, reason: messageOf(error) }],
  };
}

/**
 * A result that a fault of its own keeps from being tried backs off, and the others land. If it never gets further it
 * is ejected, unless no other does either. False: no such fault.
 */
export async function backOff(
  queue: QueueState,
  { head, entry, others }: { readonly head: Head; readonly entry: Entry; readonly others: number },
  error: unknown,
): Promise<boolean> {
  if (!isFault(error)) return false;
  const { world } = queue;
  const earlier = entry.faults ?? 0;
  const delayMs = faultDelayMs(earlier, world.random());
  if (delayMs === null && others === 0) return false;
  if (delayMs === null) await eject(queue, { head, entry }, undeliverable(error));
  else {
    entry.faults = earlier + 1;
    entry.isBackingOff = true;
    world.after(delayMs, () => {
      delete entry.isBackingOff;
      queue.wakeIn(0);
    });
  }
  return true;
}

/** Gates ran on the last tree, and on others only where tried. */
export function proven(queue: QueueState, head: Head, places: readonly LinePlace[]): readonly Proven[] {
  const { own, gates } = queue.tests;
  const reportsOn = (on: Head, { layer, asks }: LinePlace): readonly TestReport[] | undefined =>
    asks.length === 0 ? undefined : gates.result(gateKey(layer.tree, on, asks));
  const reportsOf = (place: LinePlace): readonly TestReport[] | undefined =>
    reportsOn(head, place) ?? (place.earlier && reportsOn(place.earlier.head, place.earlier.place));
  const last = places.at(-1);
  const covering = last === undefined ? [] : (reportsOf(last) ?? []);
  return places.map((place) => {
    const all = reportsOf(place) ?? covering;
    const reports = all.filter(({ promisedBy }) => promisedBy === undefined);
    return {
      layer: place.layer,
      level: levelOf(place.layer, own.result(ownKey(place.layer)) ?? inPart(queue, place), reports),
      gates: reports,
      ...promisesIn(place, all),
    };
  });
}

/** A test on an earlier target counts for less, not for more. */
function inPart({ tests }: QueueState, { earlier }: LinePlace): Verdict | null {
  const verdict = earlier === undefined ? undefined : tests.own.result(ownKey(earlier.place.layer));
  return verdict !== undefined && isPartial(verdict) ? verdict : null;
}

/** Only promises that this result was asked for: those above it are not its own. */
function promisesIn({ entry, promises }: LinePlace, reports: readonly TestReport[]): Pick<Proven, "promises"> {
  if (promiseScope(entry.candidate.job.plan.landing) === "none") return {};
  const asked = new Set(promises.map(({ digest }) => digest));
  return { promises: reports.filter(({ digest, promisedBy }) => promisedBy !== undefined && asked.has(digest)) };
}
