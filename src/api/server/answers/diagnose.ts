import { existsSync } from "node:fs";
import type { SheetId } from "../../../base/ids.ts";
import type { Diagnosis } from "../../answers.ts";
import type { Asked } from "../../schema/methods.ts";
import { isDiversionOver } from "../diversion.ts";
import { findingsOf } from "./findings/findings.ts";
import { type AnswerParts, findKnown, readLives } from "./parts.ts";

/** Why a job is where it is, and what to do. */
export async function diagnose(parts: AnswerParts, asked: Asked<"job.diagnose">): Promise<Diagnosis | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const lives = await readLives(parts, known.job.id);
  const standing = known.view.sheets.flatMap(({ id, state }) => {
    if (state !== "failed" && state !== "cancelled") return [];
    const placed = lives.get(id as SheetId)?.findLast((event) => event.kind === "placed");
    return placed !== undefined && placed.level !== "none" && existsSync(placed.path) ? [{ sheet: id, path: placed.path }] : [];
  });
  const [shut, unverified, isMerged] = await Promise.all([parts.shut(), parts.unverified(known.job), isDiversionOver(parts.git, known.job)]);
  const around = { held: known.isPlayed ? parts.held() : null, standing, shut, unverified, isMerged };
  return { job: known.job.id, status: known.view.status, findings: findingsOf(known, around) };
}
