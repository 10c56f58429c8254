import { messageOf } from "../../base/error.ts";
import type { CaptureRequest } from "../capture/capture.ts";
import type { Context, ContextRequest } from "../context.ts";
import { lendAgain } from "../prepare/lend-within.ts";
import { createContext } from "../levels/create.ts";
import { forgetDeleted } from "../cleanup/forget-deleted.ts";
import type { SnapshotWhy } from "../snapshots/message.ts";
import { reopenContext } from "../records/record.ts";
import { sweepUnfinished } from "../records/sweep.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";

/**
 * Makes a context, clearing away first what somebody who died left under the same id. A failure is for the sheet to
 * decide on.
 */
export async function createAfresh(equipment: Equipment, request: ContextRequest): Promise<Context> {
  const { git, places, world } = equipment;
  const left = await sweepUnfinished(places, request.id, equipment.notice);
  const found = left === "whole" ? await reopenContext(places, request.id) : undefined;
  // Its maker died in the moment between finishing it and handing it out: nobody has worked in it.
  if (found?.context.level === request.level && found.context.base === request.base) return found.context;
  await forgetDeleted(places, request.id);
  return createContext(git, places, { ...request, at: world.now() });
}

/** A context that is there goes on with all that it was lent: some of it may have been cleared away meanwhile. */
export async function lendOnceMore({ notice }: Equipment, context: Context): Promise<Context> {
  await lendAgain(context).catch((error: unknown) => {
    notice(`${context.path} may lack some of what it borrows: ${messageOf(error)}`);
  });
  return context;
}

export function captureOf(
  { store, places, world }: Equipment,
  { job, sheet, attempt, identity }: ContextRequest,
  why: SnapshotWhy,
): CaptureRequest {
  return { store, scratch: places.scratch, job, sheet, attempt, why, by: identity, at: world.now() };
}
