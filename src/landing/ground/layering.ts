import type { Candidate, Layer } from "../candidate.ts";
import type { Ground, LayerOutcome } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { layerOn } from "../merge/layer.ts";
import { makeMergeMemories } from "../merge/memory.ts";
import { makeCache } from "./cache.ts";

/** Layers, each found once; a merge that fell makes room for the next. */
export function layering(hands: LandingHands): Pick<Ground, "layer"> & Required<Pick<Ground, "passOver">> {
  const layers = makeCache<LayerOutcome>(4_096);
  const latest = makeCache<Layer>(4_096);
  const merges = makeMergeMemories();
  const resultOf = ({ job, sheet, base, capture }: Candidate): string => [job.id, sheet.id, base, capture].join(" ");
  return {
    layer: (candidate, where) => {
      const result = resultOf(candidate);
      const memory = merges.of(result);
      const how = [String(candidate.isReviewed), String(where.isGuarded ?? true), String(memory.fallen.size)];
      return layers.once([result, where.below, where.head.commit, ...how].join(" "), async () => {
        const outcome = await layerOn(hands, candidate, { ...where, before: latest.get(result), memory });
        // Its tree has to be found and tested anew on another target.
        if (outcome.kind === "layer" && outcome.layer.merge === undefined) latest.put(result, outcome.layer);
        return outcome;
      });
    },
    passOver: (layer, why) => {
      merges.passOver(resultOf(layer.candidate), layer, why);
    },
  };
}
