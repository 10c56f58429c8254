import type { GateReport } from "../gates/gate.ts";
import type { Head, Proven } from "../ground.ts";
import { levelOf } from "../line/level.ts";
import type { LinePlace } from "./line.ts";
import type { QueueState } from "./state.ts";
import { gateKey, ownKey } from "./tests.ts";

/** Each with what may be said of its tree: gates ran on the last of them, and on others only where that was tried. */
export function proven(queue: QueueState, head: Head, places: readonly LinePlace[]): readonly Proven[] {
  const { own, gates } = queue.tests;
  const reportsOf = ({ layer, gates: asked }: LinePlace): readonly GateReport[] | undefined =>
    asked.length === 0 ? undefined : gates.result(gateKey(layer.tree, head, asked));
  const last = places.at(-1);
  const covering = last === undefined ? [] : (reportsOf(last) ?? []);
  return places.map((place) => {
    const reports = reportsOf(place) ?? covering;
    return { layer: place.layer, level: levelOf(place.layer, own.result(ownKey(place.layer)) ?? null, reports), gates: reports };
  });
}
