import { clearAway } from "../contexts/clear-away.ts";
import { openContext } from "../contexts/ground.ts";
import { storesOf } from "../contexts/stores.ts";
import { lostOf, untoldOf } from "../contexts/judge.ts";
import { treeOf } from "../contexts/raw-git.ts";
import { makePlayground } from "../playground.ts";
import { evidenceFor } from "./evidence.ts";
import { contextBase, partName } from "./file-changes.ts";
import type { CustodyTrial } from "./library-trial.ts";
import { bringAboutInPlace } from "./state.ts";

/** A context in the user's own checkout, whose files have work of the user's among them. */
export async function tryInPlace(seed: number): Promise<CustodyTrial> {
  const ground = await makePlayground(contextBase(1), "");
  const id = `state-${seed}`;
  try {
    const context = await openContext(ground, { id, level: "none" });
    const state = bringAboutInPlace(context.path, partName(0), seed);
    const taken = await context.take();
    const untold = untoldOf(state.manifest, {
      trees: [treeOf(storesOf(ground).stores[0] ?? "", taken.commit)],
      leftOut: taken.leftOut,
    });
    const end = await taken.destroy().catch((error: unknown) => `it could not be let go: ${String(error)}`);
    const lost = lostOf(state.manifest, evidenceFor(ground, state, id));
    const wrong = [...untold, ...lost, ...(end === "destroyed" ? [] : [end])];
    return { changes: state.changes, wrong, end };
  } finally {
    clearAway(ground.folder);
  }
}
