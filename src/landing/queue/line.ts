import { type BatchPlan, usualBatch } from "../../score/plan/landing-plan.ts";
import { resultsOf } from "../../sheet/verdict.ts";
import type { Candidate, Layer } from "../candidate.ts";
import { isGateFile } from "../gates/edited.ts";
import type { Gate } from "../gates/gate.ts";
import type { Ground, Head, LayerOutcome } from "../ground.ts";
import { type Known, type Limits, type Place, firstFailure } from "../line/step.ts";
import { type Requirement, type SheetPromise, joinedPromises } from "../promises/promise.ts";
import { isKept } from "../promises/standing.ts";
import type { Entry } from "./offer.ts";
import { type GateTest, type Tests, gateKey, ownKey } from "./testing/tests.ts";
import { leastFrictionFirst } from "../line/friction.ts";
import { landingOrder } from "../line/order.ts";
import { reachOf } from "../line/reach.ts";

/** Results stacked on the target, from the first to land on. */
export interface Line {
  readonly head: Head;
  readonly places: readonly LinePlace[];
  /** The results that do not fit on the target itself, and why. */
  readonly refused: readonly Refused[];
  /** The results that do not fit on those that go before them. */
  readonly left: readonly Entry[];
  /** Results that could not even be tried. */
  readonly broken: readonly { readonly entry: Entry; readonly error: unknown }[];
}

export interface LinePlace {
  readonly entry: Entry;
  readonly layer: Layer;
  /** Those of all results up to here. */
  readonly gates: readonly Gate[];
  /** Of landed sheets and of those below, as far as one of these results has not seen them. */
  readonly promises: readonly SheetPromise[];
  /** Both, as they are asked. */
  readonly asks: readonly Requirement[];
  /** The place tested instead, on an earlier target. */
  readonly earlier?: { readonly head: Head; readonly place: LinePlace };
}

interface Refused {
  readonly entry: Entry;
  readonly outcome: Exclude<LayerOutcome, { readonly kind: "layer" }>;
}

/** `forgiven`: digests of promises that no one is asked for. */
interface LineGround {
  readonly ground: Ground;
  readonly seen: { readonly forgiven: ReadonlySet<string> };
}

/** Results to stack where nothing has to be tested. */
const straightThrough = 256;

/**
 * Stacks results in this order. One that conflicts with those below waits until they have landed; only a conflict with
 * the target is a refusal.
 */
export async function formLine(
  { ground, seen: { forgiven } }: LineGround,
  head: Head,
  entries: readonly Entry[],
): Promise<Line> {
  const line = {
    head,
    places: [] as LinePlace[],
    refused: [] as Refused[],
    left: [] as Entry[],
    broken: [] as { entry: Entry; error: unknown }[],
  };
  for (const entry of entries) {
    const top = line.places.at(-1);
    if (top !== undefined && isFull(line.places, top, entry)) break;
    try {
      const isGuarded = line.places.every((place) => ground.promised(place.entry.candidate).length > 0);
      const outcome = await ground.layer(entry.candidate, { below: top?.layer.tree ?? head.tree, head, isGuarded });
      if (outcome.kind === "layer") {
        const gates = joined(top?.gates ?? [], await ground.gates(head, entry.candidate));
        const promises = (await promisesAt({ ground, head, below: line.places }, entry)).filter(
          ({ digest }) => !forgiven.has(digest),
        );
        line.places.push({ entry, layer: outcome.layer, gates, promises, asks: [...gates, ...promises] });
      } else if (top === undefined || outcome.kind === "protected") line.refused.push({ entry, outcome });
      else line.left.push(entry);
    } catch (error) {
      line.broken.push({ entry, error });
    }
  }
  return line;
}

interface Below {
  readonly ground: Ground;
  readonly head: Head;
  readonly below: readonly LinePlace[];
}

/** Promises of the places below, and those that the result has not seen. */
async function promisesAt({ ground, head, below }: Below, { candidate }: Entry): Promise<readonly SheetPromise[]> {
  const kept = below.filter(({ entry }) =>
    isKept(candidate, { job: entry.candidate.job.id, sheet: entry.candidate.sheet.id }),
  );
  const asks = [
    ...(await ground.standing(head, candidate)),
    ...kept.flatMap(({ entry }) => ground.promised(entry.candidate)),
  ];
  return joinedPromises(below.at(-1)?.promises ?? [], asks);
}

/** Nothing is stacked on a change of the gates, which counts only once it has landed. */
function isFull(places: readonly LinePlace[], top: LinePlace, next: Entry): boolean {
  const most = top.gates.length > 0 ? next.candidate.job.plan.landing.batch.max : straightThrough;
  return places.length >= most || top.layer.changes.some(({ path }) => isGateFile(path));
}

function joined(gates: readonly Gate[], more: readonly Gate[]): readonly Gate[] {
  const known = new Set(gates.map(({ digest }) => digest));
  const added = more.filter(({ digest }) => !known.has(digest));
  return added.length === 0 ? gates : [...gates, ...added];
}

/** The places of the line, with all results of tests by now. */
export function seen({ head, places }: Line, tests: Tests): readonly Place[] {
  return places.map(({ layer, asks }) => ({
    own: needsOwn(layer) ? tests.own.known(ownKey(layer)) : "none",
    gates: asks.length === 0 ? "none" : tests.gates.known(gateKey(layer.tree, head, asks)),
  }));
}

/** Validations of the capture have to pass again on a tree with other changes. */
export function needsOwn({ candidate, isCaptured }: Layer): boolean {
  return !isCaptured && isRevalidated(candidate);
}

/** Whether its validations are run on merged trees. */
function isRevalidated({ job, verdict }: Candidate): boolean {
  return job.plan.landing.revalidate !== false && resultsOf(verdict).length > 0;
}

/** After a failure of the first: the broken promises, or all gates. */
export function targetAsks({ head, places: [first] }: Line, tests: Tests): readonly Requirement[] {
  if (first === undefined) return [];
  const reports = tests.gates.result(gateKey(first.layer.tree, head, first.asks)) ?? [];
  const broken = new Set(
    reports.filter(({ passed, promisedBy }) => !passed && promisedBy !== undefined).map(({ digest }) => digest),
  );
  return broken.size === 0 ? first.gates : first.promises.filter(({ digest }) => broken.has(digest));
}

/** The known result of the target itself. */
export function targetKnown(line: Line, tests: Tests): Known {
  const asks = targetAsks(line, tests);
  return asks.length === 0 ? "none" : tests.gates.known(gateKey(line.head.tree, line.head, asks));
}

/**
 * How many results are tested together. Promises without gates are checked on the last tree only: each is a run of its
 * own and few fail, and bisection finds the culprit.
 */
export function batchOf({ places }: Pick<Line, "places">): Pick<BatchPlan, "max" | "window" | "parallel"> {
  const [first] = places;
  const isGated = first === undefined || (places.at(-1)?.gates.length ?? 0) > 0;
  return isGated
    ? (first?.entry.candidate.job.plan.landing.batch ?? usualBatch)
    : { max: straightThrough, window: straightThrough, parallel: 1 };
}

/** `window`: the adapted one; at first the plan's. */
export function limitsOf({ places }: Line, window: number | undefined): Limits {
  if (places.length === 0) return { window: 0, parallel: 0, ownParallel: 0 };
  const batch = batchOf({ places });
  const ownParallel = Math.max(...places.map(({ entry }) => entry.candidate.job.parallel));
  return { window: Math.min(window ?? batch.window, batch.max), parallel: batch.parallel, ownParallel };
}

/** Cancels tests of trees that are in no line, or above a failure. */
export function keepTests(lines: readonly Line[], tests: Tests): void {
  const kept = lines.map((line) => ({
    head: line.head,
    ofTarget: targetAsks(line, tests),
    places: line.places.slice(0, (firstFailure(seen(line, tests)) ?? line.places.length) + 1),
  }));
  tests.own.keep(new Set(kept.flatMap(({ places }) => places.map(({ layer }) => ownKey(layer)))));
  const tested = new Set(
    kept.flatMap(({ head, places, ofTarget }) => [
      ...places.map(({ layer, asks }) => gateKey(layer.tree, head, asks)),
      ...places.slice(0, 1).map(() => gateKey(head.tree, head, ofTarget)),
    ]),
  );
  tests.gates.keep(tested);
  for (const key of tests.heard.keys()) if (!tested.has(key)) tests.heard.delete(key);
}

/** The test of a place's tree. */
export function testOf(head: Head, { entry, layer, asks }: LinePlace): GateTest {
  return { tree: layer.tree, head, requirements: asks, atOnce: entry.candidate.job.plan.landing.batch.parallel };
}

/** Beyond this, comparing all pairs costs more than it gains. */
const mostCompared = 500;

interface Arranging {
  readonly ground: Ground;
  readonly entries: {
    readonly nextPlace: () => number;
    readonly inOrder: (which: readonly Entry[]) => readonly Entry[];
  };
}

/**
 * Gives new results their places behind the others: those first that touch nothing that another touches, which can't
 * conflict.
 */
export async function arrange(
  { ground, entries: all }: Arranging,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const fresh = entries.filter(({ place }) => place === undefined);
  const order = fresh.length < 2 || fresh.length > mostCompared ? fresh : await leastTouchingFirst(ground, fresh);
  for (const entry of order) entry.place = all.nextPlace();
  return fresh.length === 0 ? entries : all.inOrder(entries);
}

async function leastTouchingFirst(ground: Ground, fresh: readonly Entry[]): Promise<readonly Entry[]> {
  const reaching = await Promise.all(
    fresh.map(async (entry) => {
      // A fault in reading a candidate is reported when it is to be merged.
      const changes = await ground.changes(entry.candidate).catch(() => []);
      return { entry, reach: reachOf(changes) };
    }),
  );
  const { alone, meeting } = landingOrder(reaching);
  return [...alone, ...(await leastInTheWayFirst(ground, meeting))].map(({ entry }) => entry);
}

/** Beyond this, comparing what all of them change costs more than it gains. */
const mostMeeting = 48;

/** Of those that meet another, first those that leave most as it was. */
async function leastInTheWayFirst<T extends { readonly entry: Entry }>(
  ground: Ground,
  meeting: readonly T[],
): Promise<readonly T[]> {
  if (meeting.length < 2 || meeting.length > mostMeeting || ground.meetings === undefined) return meeting;
  return leastFrictionFirst(meeting, await ground.meetings(meeting.map(({ entry }) => entry.candidate)));
}
