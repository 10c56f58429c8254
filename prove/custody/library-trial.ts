import { type Level, type Taken, openContext } from "../contexts/ground.ts";
import { storesOf } from "../contexts/stores.ts";
import { type Evidence, lostOf, untoldOf } from "../contexts/judge.ts";
import { readEntries } from "../contexts/manifest.ts";
import { treeOf } from "../contexts/raw-git.ts";
import type { Playground } from "../playground.ts";
import { keptObjects } from "./kept-objects.ts";
import { partName } from "./file-changes.ts";
import { type State, bringAbout } from "./state.ts";

export interface CustodyTrial {
  readonly changes: readonly string[];
  readonly wrong: readonly string[];
  /** What became of the context. */
  readonly end: string;
}

/** A context that a program took through the library: brought into a state, captured, destroyed. */
export async function tryLibrary(ground: Playground, level: Level, seed: number): Promise<CustodyTrial> {
  const context = await openContext(ground, { id: `state-${seed}`, level });
  const state = bringAbout(context.path, partName(0), seed);
  try {
    const taken = await context.take();
    const untold =
      state.folder === context.path
        ? untoldOf(state.manifest, { trees: treesOf(ground, [taken]), leftOut: taken.leftOut })
        : [];
    const end = await taken.destroy();
    const wrong = [
      ...untold,
      ...lostOf(state.manifest, evidenceOf(ground, { state, taken: [taken] })),
      ...undue(state, taken, end),
    ];
    return { changes: state.changes, wrong, end };
  } catch (error) {
    // A context that can't be captured must still be there.
    await context.close();
    return {
      changes: state.changes,
      wrong: lostOf(state.manifest, evidenceOf(ground, { state, taken: [] })),
      end: `refused: ${String(error)}`,
    };
  }
}

/** A context stays just because something is only there. */
function undue(state: State, taken: Taken, end: string): readonly string[] {
  const only = taken.leftOut.filter(({ reason }) => reason !== "ignored");
  if (end === "destroyed" && only.length > 0)
    return [`it was destroyed with ${only.map(({ path, reason }) => `${path} (${reason})`).join(", ")}`];
  return end === "kept" && only.length === 0 ? [`it was kept without a reason (${state.changes.join(", ")})`] : [];
}

function evidenceOf(ground: Playground, what: { state: State; taken: readonly Taken[] }): Evidence {
  const { state, taken } = what;
  // Not the trash: what is there goes.
  return {
    trees: treesOf(ground, taken),
    leftOut: taken.flatMap(({ leftOut }) => leftOut),
    onDisk: [readEntries(state.folder)],
    hasObject: keptObjects([...storesOf(ground).stores, ...storesOf(ground).hubs, state.folder]),
  };
}

function treesOf(ground: Playground, taken: readonly Taken[]): readonly ReadonlyMap<string, string>[] {
  return taken.map(({ commit }) => treeOf(storesOf(ground).stores[0] ?? "", commit));
}
