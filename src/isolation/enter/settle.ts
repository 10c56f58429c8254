import { messageOf } from "../../base/error.ts";
import type { Attempt } from "../../conductor/hands.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";
import type { CaptureProof } from "../capture/capture.ts";
import { nameResult } from "../capture/result-branch.ts";
import { acceptShared } from "./shared.ts";

/** Finishes a judged attempt: a good result gets its branch, and becomes the start of a context that a job shares. */
export async function settleContext(
  equipment: Equipment,
  attempt: Attempt,
  judged: { proof: CaptureProof; isGood: boolean },
): Promise<void> {
  const { proof, isGood } = judged;
  const { job } = attempt;
  if (isGood && proof.changed && proof.context.branch !== null)
    await giveBranch(equipment, attempt, { proof, branch: proof.context.branch });
  if (isGood && job.isolation.per === "job") await acceptShared(equipment, proof);
}

async function giveBranch(
  equipment: Equipment,
  { job, sheet, attempt }: Attempt,
  result: { proof: CaptureProof; branch: string },
): Promise<void> {
  const { git, store, places, world, notice } = equipment;
  const outcome = await nameResult(
    git,
    { store, scratch: places.scratch },
    {
      ...result,
      job: job.id,
      sheet: sheet.id,
      attempt,
      title: sheet.title,
      stacks: job.isolation.per === "job",
      by: job.identity,
      at: world.now(),
    },
  ).catch((error: unknown) => ({ kind: "failed" as const, why: messageOf(error) }));
  if (outcome.kind !== "named") notice(`${sheet.id}: ${result.branch} was not written: ${outcome.why}`);
}
