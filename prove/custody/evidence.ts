import { storesOf } from "../contexts/stores.ts";
import type { Evidence } from "../contexts/judge.ts";
import { readEntries } from "../contexts/manifest.ts";
import { gitIn, treeOf } from "../contexts/raw-git.ts";
import type { Playground } from "../playground.ts";
import { baseRules, isWaste } from "./file-changes.ts";
import { keptObjects } from "./kept-objects.ts";
import type { State } from "./state.ts";

/**
 * What there is to show for a state after its context's end: every snapshot of its sheet, and what still lies there.
 * Not the trash: what is there goes. Which files are waste the judge knows by itself, from the base's own rules.
 */
export function evidenceFor(ground: Playground, state: State, sheet: string): Evidence {
  const { stores, hubs } = storesOf(ground);
  // Changed, and not reset with the rest later.
  const hasOwnRules = [...state.manifest.entries].some(
    ([path, { kept }]) => /^part-\d+\/\.gitignore$/.test(path) && kept !== baseRules,
  );
  return {
    trees: stores.flatMap((store) => snapshotsIn(store, sheet).map((commit) => treeOf(store, commit))),
    leftOut: hasOwnRules
      ? []
      : [...state.manifest.entries.keys()].filter(isWaste).map((path) => ({ path, reason: "ignored" })),
    onDisk: [readEntries(state.folder)],
    hasObject: keptObjects([...stores, ...hubs, state.folder]),
  };
}

function snapshotsIn(store: string, sheet: string): readonly string[] {
  const listed = gitIn(store, ["for-each-ref", "--format=%(objectname)", `refs/tutti/snapshots/*/${sheet}/*`]);
  return listed.split("\n").filter((line) => line !== "");
}
