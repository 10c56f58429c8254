import { messageOf } from "../../base/error.ts";
import type { CaptureRequest } from "../capture/capture.ts";
import type { Context, ContextRequest } from "../context.ts";
import { prepareAgain } from "../prepare/prepare.ts";
import { type Preparation, preparationLines } from "../../score/plan/preparation.ts";
import { createContext } from "../levels/create.ts";
import { forgetDeleted, reopenContext } from "../records/record.ts";
import type { SnapshotWhy } from "../snapshots/names.ts";
import { sweepUnfinished } from "../records/sweep.ts";
import type { Equipment } from "../../conductor/equipment/equipment.ts";

/** Makes a context, after clearing what a dead maker left under the same id. */
export async function createAfresh(equipment: Equipment, request: ContextRequest): Promise<Context> {
  const { git, places, world } = equipment;
  const left = await sweepUnfinished(places, request.id, equipment.notice);
  const found = left === "whole" ? await reopenContext(places, request.id) : undefined;
  // Its maker died between finishing it and handing it out: unused.
  if (found?.context.level === request.isolation.level && found.context.base === request.start.base)
    return found.context;
  await forgetDeleted(places, request.id);
  const context = await createContext(git, places, { ...request, at: world.now() });
  if (context.prepared !== undefined) sayPrepared(equipment, context.prepared);
  return context;
}

/** Each fact once for all contexts of a job; times differ. */
function sayPrepared({ notice, records }: Equipment, prepared: Preparation): void {
  const { said } = records.workspace;
  const [facts] = preparationLines({ ...prepared, problems: [] });
  const news = [
    ...(facts === undefined ? [] : [{ key: JSON.stringify(prepared.parts), text: facts }]),
    ...prepared.problems.map((text) => ({ key: text, text })),
  ].filter(({ key }) => !said.has(key));
  for (const { key, text } of news) {
    said.add(key);
    notice(text);
  }
}

/** A context that goes on has what it had: clean-up may have removed some of it. */
export async function readyAgain(
  { notice, store }: Equipment,
  { needs: { borrow: asked = [], above, recipe } = {} }: ContextRequest,
  context: Context,
): Promise<Context> {
  const borrow = recipe?.container === undefined ? asked : [];
  const plan = { top: store.repository.top, borrow, ...(above === undefined ? {} : { above }) };
  await prepareAgain(context, plan).catch((error: unknown) => {
    notice(`${context.path} may lack some of what it borrows: ${messageOf(error)}`);
  });
  return context;
}

export function captureOf(
  { store, places, world }: Equipment,
  { whose: { job, sheet, attempt }, git: { identity } }: ContextRequest,
  why: SnapshotWhy,
): CaptureRequest {
  return { store, scratch: places.scratch, job, sheet, attempt, why, by: identity, at: world.now() };
}
