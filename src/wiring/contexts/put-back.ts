import { messageOf } from "../../base/error.ts";
import type { Attempt } from "../../conductor/hands.ts";
import { type CaptureProof, captureContext } from "../../isolation/capture/capture.ts";
import { putBackPlace } from "../../isolation/levels/put-back.ts";
import { movedTo } from "../../isolation/levels/stand.ts";
import type { Equipment } from "../equipment.ts";
import { acquireFolder } from "./in-place.ts";

/**
 * Turns the user's folder back into what it was before an attempt. It is captured again first: what validations wrote
 * since goes as well, and nothing goes that is not captured. That it can't be done is said, and costs nothing else.
 */
export async function putBack(equipment: Equipment, attempt: Attempt, proof: CaptureProof): Promise<void> {
  const { context } = proof;
  try {
    await (equipment.held.has(context.id) ? giveBack(equipment, attempt, proof) : giveBackLost(equipment, attempt, proof));
  } catch (error) {
    equipment.notice(`${attempt.sheet.id}: ${context.path} could not be put back as it was: ${messageOf(error)}`);
  }
}

/**
 * After a crash nobody has watched the folder since, and its user may have worked on in it. Where a branch or HEAD moved, it stays
 * as it is: a commit may be the user's own. Files are put back, with a word about where to find what was there.
 */
async function giveBackLost(equipment: Equipment, attempt: Attempt, proof: CaptureProof): Promise<void> {
  const { git, store, places, notice } = equipment;
  const { path, id, base } = proof.context;
  const lock = await acquireFolder(equipment, { path, sheet: attempt.sheet.id, limitMs: 0 });
  try {
    const [moved] = await movedTo(git, { gitDir: store.repository.gitDir, notes: places.admin(id) });
    if (moved === undefined) {
      const last = await giveBack(equipment, attempt, proof);
      if (last.changed)
        notice(`${attempt.sheet.id}: ${path} is as it was before its attempt; all that was changed since is its snapshot ${String(last.number)}`);
    } else
      notice(
        `${attempt.sheet.id}: ${path} stands at ${moved.slice(0, 10)} since the last tutti died there, so it stays as it is; as it was before, it is commit ${base.slice(0, 10)} in ${store.gitDir}`,
      );
  } finally {
    lock.release();
  }
}

async function giveBack(equipment: Equipment, { job, sheet, attempt }: Attempt, { context }: CaptureProof): Promise<CaptureProof> {
  const { git, store, places, world, notice } = equipment;
  const whose = { job: job.id, sheet: sheet.id, attempt };
  const last = await captureContext(git, context, { ...whose, store, scratch: places.scratch, why: "deletion", by: job.identity, at: world.now() });
  const moved = await putBackPlace(git, { store, places }, { ...whose, context, commit: last.commit });
  if (moved.length > 0)
    notice(`${sheet.id}: ${context.path} stood at ${moved.map((commit) => commit.slice(0, 10)).join(", ")} and is back where it was; those commits are kept`);
  return last;
}
