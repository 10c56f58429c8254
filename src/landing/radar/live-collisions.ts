import { makeFolder } from "../../base/files/write/make-folder.ts";
import { shownPath } from "../../isolation/raw-path.ts";
import type { FoundCollision } from "../../sheet/collisions/collisions.ts";
import { type JobSheets, readLive } from "./live-sheets.ts";
import { surveyWorks } from "./survey.ts";
import { type MergePlace, withTrialMerges } from "./trial-merges.ts";

interface Place extends MergePlace {
  /** Of the user's repository. */
  readonly commonDir: string;
}

const mostPaths = 10;

/** Live sheets of one job that collide with each other or with what landed, as far as their snapshots tell. */
export async function liveCollisions(place: Place, sheets: JobSheets): Promise<readonly FoundCollision[]> {
  const live = (await readLive(place, [sheets])).filter(({ work }) => work !== null);
  const works = live.flatMap(({ work }) => work ?? []);
  if (works.length === 0) return [];
  await makeFolder(place.scratch);
  const { collisions } = await withTrialMerges(place, (merge) => surveyWorks(merge, works));
  return collisions.flatMap(({ left, right, conflicts }) => {
    const [one, other] = [live[left]?.sheet, right === null ? null : live[right]?.sheet];
    if (one === undefined || other === undefined) return [];
    const paths = [...new Set(conflicts.flatMap((conflict) => conflict.paths))].slice(0, mostPaths).map(shownPath);
    return [{ left: one, right: other, paths }];
  });
}
