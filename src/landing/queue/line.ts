import { resultsOf } from "../../sheet/verdict.ts";
import type { Layer } from "../candidate.ts";
import { isGateFile } from "../gates/edited.ts";
import type { Gate } from "../gates/gate.ts";
import type { Ground, Head, LayerOutcome } from "../ground.ts";
import { type Known, type Limits, type Place, firstFailure } from "../line/step.ts";
import type { Entry } from "./offer.ts";
import { type Tests, gateKey, ownKey } from "./tests.ts";

/** Results stacked on the target, from the first to land on. */
export interface Line {
  readonly head: Head;
  readonly places: readonly LinePlace[];
  /** What does not fit on the target itself, and why. */
  readonly refused: readonly Refused[];
  /** What does not fit on those that go before it. */
  readonly left: readonly Entry[];
  /** Results that could not even be tried. */
  readonly broken: readonly { readonly entry: Entry; readonly error: unknown }[];
}

export interface LinePlace {
  readonly entry: Entry;
  readonly layer: Layer;
  /** Those of all results up to here. */
  readonly gates: readonly Gate[];
}

export interface Refused {
  readonly entry: Entry;
  readonly outcome: Exclude<LayerOutcome, { readonly kind: "layer" }>;
}

/** How many results are stacked where nothing has to be tested. */
const straightThrough = 256;

/**
 * Stacks results in the order given. One that does not fit on what lies below it is left for later, when that has landed; only what does
 * not fit on the target itself is refused.
 */
export async function formLine(ground: Ground, head: Head, entries: readonly Entry[]): Promise<Line> {
  const line = { head, places: [] as LinePlace[], refused: [] as Refused[], left: [] as Entry[], broken: [] as { entry: Entry; error: unknown }[] };
  for (const entry of entries) {
    const top = line.places.at(-1);
    if (top !== undefined && isFull(line.places, top, entry)) break;
    try {
      const outcome = await ground.layer(entry.candidate, { below: top?.layer.tree ?? head.tree, head });
      if (outcome.kind === "layer") {
        const gates = joined(top?.gates ?? [], await ground.gates(head, entry.candidate));
        line.places.push({ entry, layer: outcome.layer, gates });
      } else if (top === undefined || outcome.kind === "protected") line.refused.push({ entry, outcome });
      else line.left.push(entry);
    } catch (error) {
      line.broken.push({ entry, error });
    }
  }
  return line;
}

/** Nothing is stacked on a change of the gates: it would have to pass what that says, which counts only once it has landed. */
function isFull(places: readonly LinePlace[], top: LinePlace, next: Entry): boolean {
  const most = top.gates.length > 0 ? next.candidate.job.plan.landing.batch.max : straightThrough;
  return places.length >= most || top.layer.changes.some(({ path }) => isGateFile(path));
}

function joined(gates: readonly Gate[], more: readonly Gate[]): readonly Gate[] {
  const known = new Set(gates.map(({ digest }) => digest));
  const added = more.filter(({ digest }) => !known.has(digest));
  return added.length === 0 ? gates : [...gates, ...added];
}

/** What is known of each place by now. */
export function seen({ head, places }: Line, tests: Tests): readonly Place[] {
  return places.map(({ layer, gates }) => ({
    own: needsOwn(layer) ? tests.own.known(ownKey(layer)) : "none",
    gates: gates.length === 0 ? "none" : tests.gates.known(gateKey(layer.tree, head, gates)),
  }));
}

/** Validations that said something of the capture have to say it again of a tree that others changed. */
export function needsOwn({ candidate, isCaptured }: Layer): boolean {
  return !isCaptured && candidate.job.plan.landing.revalidate && resultsOf(candidate.verdict).length > 0;
}

/** What gates say of the target itself. */
export function targetKnown({ head, places: [first] }: Line, tests: Tests): Known {
  return first === undefined || first.gates.length === 0 ? "none" : tests.gates.known(gateKey(head.tree, head, first.gates));
}

/** `window`: as it has become; as the first of them says before that. */
export function limitsOf({ places }: Line, window: number | undefined): Limits {
  const [first] = places;
  if (first === undefined) return { window: 0, parallel: 0, ownParallel: 0 };
  const { batch } = first.entry.candidate.job.plan.landing;
  const ownParallel = Math.max(...places.map(({ entry }) => entry.candidate.job.parallel));
  return { window: window ?? batch.window, parallel: batch.parallel, ownParallel };
}

/** Lets go of all tests that are about nothing in these lines, or about what lies on something that fails. */
export function keepTests(lines: readonly Line[], tests: Tests): void {
  const kept = lines.map((line) => ({ head: line.head, places: line.places.slice(0, (firstFailure(seen(line, tests)) ?? line.places.length) + 1) }));
  tests.own.keep(new Set(kept.flatMap(({ places }) => places.map(({ layer }) => ownKey(layer)))));
  const tested = new Set(
    kept.flatMap(({ head, places }) => [
      ...places.map(({ layer, gates }) => gateKey(layer.tree, head, gates)),
      ...places.slice(0, 1).map(({ gates }) => gateKey(head.tree, head, gates)),
    ]),
  );
  tests.gates.keep(tested);
  for (const key of tests.heard.keys()) if (!tested.has(key)) tests.heard.delete(key);
}
