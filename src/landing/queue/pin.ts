import type { Head } from "../ground.ts";
import { isCrowded } from "./hold-up.ts";
import { type Line, type LinePlace, formLine } from "./line.ts";
import type { Entry } from "./offer.ts";
import type { Pin, QueueState } from "./state.ts";

/** Results to look at now, and the target that they are tested on. */
export function pinned(
  { race }: Pick<QueueState, "race">,
  head: Head,
  entries: readonly Entry[],
): { readonly head: Head; readonly entries: readonly Entry[] } {
  const pin = nextPin(race, head, entries);
  race.pin = pin;
  return pin === undefined
    ? { head, entries }
    : { head: pin.head, entries: entries.filter((one) => pin.entries.has(one)) };
}

function nextPin(race: QueueState["race"], head: Head, entries: readonly Entry[]): Pin | undefined {
  const { pin } = race;
  if (!entries.every(allowsIt)) return undefined;
  if (pin !== undefined && entries.some((entry) => pin.entries.has(entry)))
    return { ...pin, isStale: pin.isStale || pin.head.commit !== head.commit };
  return (pin?.isStale ?? isCrowded({ race })) ? { head, entries: new Set(entries), isStale: false } : undefined;
}

function allowsIt({ candidate }: Entry): boolean {
  return candidate.job.plan.landing.revalidate !== "always";
}

/** A gate has to pass on the tree that lands, and so do the tests of a merge that git could not make. A result that does not fit is answered for the target as it is. */
export function isPinnable({ places, broken }: Pick<Line, "places" | "broken">): boolean {
  const isPlain = ({ gates, layer }: LinePlace): boolean => gates.length === 0 && layer.merge === undefined;
  return broken.length === 0 && places.length > 0 && places.every(isPlain);
}

/**
 * The same results on the target as it is, each with its place in the tested line. `undefined`: one does not fit there,
 * or it would have to keep a promise that it was not asked for.
 */
export async function ontoTarget(
  queue: QueueState,
  head: Head,
  tested: { readonly head: Head; readonly places: readonly LinePlace[] },
): Promise<readonly LinePlace[] | undefined> {
  if (tested.head.commit === head.commit && tested.head.tree === head.tree) return tested.places;
  const { places } = await formLine(
    queue,
    head,
    tested.places.map(({ entry }) => entry),
  );
  const asked = new Set(tested.places.at(-1)?.asks.map(({ digest }) => digest));
  const isCovered = places.every(({ asks }) => asks.every(({ digest }) => asked.has(digest)));
  if (places.length < tested.places.length || !isCovered) return undefined;
  return places.map((place, number) => {
    const earlier = tested.places[number];
    return earlier === undefined ? place : { ...place, earlier: { head: tested.head, place: earlier } };
  });
}

/** Some of the tested line has landed: the rest was tested on top of that. */
export function movePin({ race, seen: { known } }: QueueState, landed: readonly LinePlace[]): void {
  const tree = landed.at(-1)?.layer.tree;
  if (race.pin !== undefined && tree !== undefined && known !== undefined)
    race.pin = { ...race.pin, head: { commit: known, tree } };
}
