import type { TreeSha } from "../../base/ids.ts";
import type { FallenMerge } from "../../sheet/merges.ts";
import type { Layer } from "../candidate.ts";
import type { MergeMemory } from "./by-proof.ts";
import type { Derived } from "./derived/derive.ts";
import type { Proposed } from "./proposals/propose.ts";

interface MergeMemories {
  /** Of one result. */
  of(result: string): MergeMemory;
  passOver(result: string, layer: Layer, why: string): void;
}

const mostConflicts = 256;

/** The merges that were proposed and that fell, as long as the queue lasts. A restart tests again. */
export function makeMergeMemories(): MergeMemories {
  const fallen = new Map<string, Map<TreeSha, FallenMerge>>();
  const proposed = new Map<string, Promise<Proposed>>();
  const derived = new Map<TreeSha, Promise<Derived>>();
  const fallenOf = (result: string): Map<TreeSha, FallenMerge> => {
    const known = fallen.get(result) ?? new Map<TreeSha, FallenMerge>();
    fallen.set(result, known);
    return known;
  };
  return {
    of: (result) => ({
      fallen: fallenOf(result),
      proposals: (rest, find) => once(proposed, JSON.stringify(rest), find),
      derived: (tree, make) => once(derived, tree, make),
      passOver: (tree, one) => {
        fallenOf(result).set(tree, one);
      },
    }),
    passOver: (result, { tree, merge }, why) => {
      if (merge !== undefined) fallenOf(result).set(tree, { way: merge.way, reason: merge.reason, why });
    },
  };
}

/** The oldest answers are forgotten. */
function once<Key, T>(known: Map<Key, Promise<T>>, key: Key, find: () => Promise<T>): Promise<T> {
  const answer = known.get(key) ?? find();
  known.set(key, answer);
  const [oldest] = known.keys();
  if (known.size > mostConflicts && oldest !== undefined) known.delete(oldest);
  return answer;
}
