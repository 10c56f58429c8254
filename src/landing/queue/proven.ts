import { promiseScope } from "../../score/plan/landing-plan.ts";
import type { GateReport } from "../gates/gate.ts";
import type { Head, Proven } from "../ground.ts";
import { levelOf } from "../line/level.ts";
import type { LinePlace } from "./line.ts";
import type { QueueState } from "./state.ts";
import { gateKey, ownKey } from "./tests.ts";

/** Each with what may be said of its tree: gates ran on the last of them, and on others only where that was tried. */
export function proven(queue: QueueState, head: Head, places: readonly LinePlace[]): readonly Proven[] {
  const { own, gates } = queue.tests;
  const reportsOf = ({ layer, asks }: LinePlace): readonly GateReport[] | undefined =>
    asks.length === 0 ? undefined : gates.result(gateKey(layer.tree, head, asks));
  const last = places.at(-1);
  const covering = last === undefined ? [] : (reportsOf(last) ?? []);
  return places.map((place) => {
    const all = reportsOf(place) ?? covering;
    const reports = all.filter(({ promisedBy }) => promisedBy === undefined);
    return {
      layer: place.layer,
      level: levelOf(place.layer, own.result(ownKey(place.layer)) ?? null, reports),
      gates: reports,
      ...promisesIn(place, all),
    };
  });
}

/**
 * Of a tree that covers others, only what this result was asked for: what those above it promise is not its business.
 */
function promisesIn({ entry, promises }: LinePlace, reports: readonly GateReport[]): Pick<Proven, "promises"> {
  if (promiseScope(entry.candidate.job.plan.landing) === "none") return {};
  const asked = new Set(promises.map(({ digest }) => digest));
  return { promises: reports.filter(({ digest, promisedBy }) => promisedBy !== undefined && asked.has(digest)) };
}
