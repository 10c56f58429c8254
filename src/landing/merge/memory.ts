import type { TreeSha } from "../../base/ids.ts";
import type { FallenMerge } from "../../sheet/merges.ts";
import type { Layer } from "../candidate.ts";
import type { MergeMemory } from "./by-proof.ts";
import type { Proposed } from "./propose.ts";

interface MergeMemories {
  /** Of one result. */
  of(result: string): MergeMemory;
  passOver(result: string, layer: Layer, why: string): void;
}

const mostConflicts = 256;

/** What was proposed and what fell, as long as the queue lasts. A restart tests again. */
export function makeMergeMemories(): MergeMemories {
  const fallen = new Map<string, Map<TreeSha, FallenMerge>>();
  const proposed = new Map<string, Promise<Proposed>>();
  const fallenOf = (result: string): Map<TreeSha, FallenMerge> => {
    const known = fallen.get(result) ?? new Map<TreeSha, FallenMerge>();
    fallen.set(result, known);
    return known;
  };
  return {
    of: (result) => ({
      fallen: fallenOf(result),
      proposals: (rest, find) => {
        const key = JSON.stringify(rest);
        const known = proposed.get(key) ?? find();
        proposed.set(key, known);
        const [oldest] = proposed.keys();
        if (proposed.size > mostConflicts && oldest !== undefined) proposed.delete(oldest);
        return known;
      },
    }),
    passOver: (result, { tree, merge }, why) => {
      if (merge !== undefined) fallenOf(result).set(tree, { way: merge.way, reason: merge.reason, why });
    },
  };
}
