import type { CommitSha } from "../../base/ids.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { readCommit } from "../../git/refs.ts";
import { readLandings } from "../../git/trailers.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import { landingRuns } from "../../landing/verify/runs.ts";
import { type Undone, nameCulprits } from "../../landing/verify/undone/culprits.ts";
import { findUndonePaths } from "../../landing/verify/undone/undone.ts";
import type { VerifyPlace } from "../../landing/verify/verify.ts";
import type { UndoneView } from "../verify.ts";

interface Asked {
  /** Where landings may be; the first that has one counts. */
  readonly refs: readonly string[];
  /** Whether a landing is one, by the last of its commits. */
  readonly isBelieved: (commit: CommitSha) => boolean;
  readonly scratch: string;
}

/** Landings whose change a target does not have any more although they are in its history, by their last commit. */
export async function findUndone(
  place: VerifyPlace,
  { refs, isBelieved, scratch }: Asked,
): Promise<ReadonlyMap<string, UndoneView>> {
  const { git, gitDir, format } = place;
  const found = new Map<string, UndoneView>();
  const seen = new Set<string>();
  const objects = openObjects(git, gitDir, format);
  try {
    for (const ref of new Set(refs)) {
      const tip = await readCommit(git, gitDir, ref);
      if (tip === undefined) continue;
      const runs = landingRuns(await readLandings(git, gitDir, [tip])).filter(({ last }) => isBelieved(last.commit));
      const undone = await findUndonePaths({ git, objects, scratch }, tip, runs);
      const open = undone.filter(({ run: { last } }) => !seen.has(last.commit));
      for (const one of await nameCulprits(place, tip, open)) found.set(one.run.last.commit, viewOf(one));
      for (const { last } of runs) seen.add(last.commit);
    }
    return found;
  } finally {
    await objects.close();
  }
}

function viewOf({ undone, removed, of, by, isSaid }: Undone): UndoneView {
  const isRemoval = undone.length === 0;
  return { by, isSaid, isRemoval, paths: (isRemoval ? removed : undone).map(shownPath), of };
}
