import { clearAway } from "../contexts/clear-away.ts";
import { openContext } from "../contexts/ground.ts";
import { storesOf } from "../contexts/stores.ts";
import { lostOf, untoldOf } from "../contexts/judge.ts";
import { type Entry, readEntries } from "../contexts/manifest.ts";
import { treeOf } from "../contexts/raw-git.ts";
import { makePlayground } from "../playground.ts";
import { evidenceFor } from "./evidence.ts";
import { contextBase, partName } from "./file-changes.ts";
import type { CustodyTrial } from "./library-trial.ts";
import { bringAboutInPlace } from "./state.ts";

/** A context in the user's own checkout, whose files have work of the user's among them. */
export async function tryInPlace(level: "none" | "branch", seed: number): Promise<CustodyTrial> {
  const ground = await makePlayground(contextBase(1), "");
  const id = `state-${seed}`;
  try {
    const before = readEntries(ground.repository);
    const context = await openContext(ground, { id, level });
    const state = bringAboutInPlace(context.path, partName(0), seed);
    const taken = await context.take();
    const untold = untoldOf(state.manifest, { trees: [treeOf(storesOf(ground).stores[0] ?? "", taken.commit)], leftOut: taken.leftOut });
    const end = await taken.destroy().catch((error: unknown) => `it could not be let go: ${String(error)}`);
    const lost = lostOf(state.manifest, evidenceFor(ground, state, id));
    const after = readEntries(ground.repository);
    const wrong = [...untold, ...lost, ...(end === "destroyed" ? [] : [end]), ...(level === "branch" ? notPutBack(before, after) : [])];
    return { changes: state.changes, wrong, end };
  } finally {
    clearAway(ground.folder);
  }
}

/** Of level `branch` the checkout is afterwards what it was. What was left out stays beside it. */
function notPutBack(before: ReadonlyMap<string, Entry>, after: ReadonlyMap<string, Entry>): readonly string[] {
  return [...before].filter(([path, entry]) => after.get(path)?.kept !== entry.kept).map(([path]) => `${path} in the checkout is not put back`);
}
