import { existsSync } from "node:fs";
import type { SheetId } from "../../../base/ids.ts";
import { realWorld } from "../../../base/real-world.ts";
import { within } from "../../../base/within.ts";
import type { Diagnosis } from "../../answers.ts";
import type { Asked } from "../../schema/methods.ts";
import { isDiversionOver } from "../diversion.ts";
import { findingsOf } from "./findings/findings.ts";
import { type AnswerParts, findKnown, readLives } from "./parts.ts";

const patienceMs = 700;

/** Why a job is where it is, and what to do. */
export async function diagnose(parts: AnswerParts, asked: Asked<"job.diagnose">): Promise<Diagnosis | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const lives = await readLives(parts, known.job.id);
  const standing = known.view.sheets.flatMap(({ id, state }) => {
    if (state !== "failed" && state !== "cancelled") return [];
    const placed = lives.get(id as SheetId)?.findLast((event) => event.kind === "placed");
    return placed !== undefined && placed.level !== "none" && existsSync(placed.path)
      ? [{ sheet: id, path: placed.path }]
      : [];
  });
  // Whatever hangs: git or a disk may not answer at this very moment, which is what somebody wants to find out.
  const merged = within(patienceMs, isDiversionOver(parts.git, known.job), realWorld);
  const [shut, unverified, uncounted, disk = null, isMerged = false] = await Promise.all([
    parts.shut(),
    parts.unverified(known.job),
    parts.uncounted(known.job),
    within(patienceMs, parts.disk(), realWorld),
    merged,
  ]);
  const around = {
    held: known.isPlayed ? parts.held() : null,
    calls: parts.calls(known.job.id),
    standing,
    shut,
    unverified,
    uncounted,
    disk,
    isMerged,
  };
  return { job: known.job.id, status: known.view.status, findings: findingsOf(known, around) };
}
