import { messageOf } from "../../base/error.ts";
import type { ContextId } from "../../base/ids.ts";
import { type Step, planCleanup } from "../cleanup/policy.ts";
import { cleanupSettingsFrom } from "../cleanup/settings.ts";
import { emptyTrash } from "../cleanup/trash.ts";
import { governDisk, diskLimitsFrom } from "../disk/govern.ts";
import { readDisk } from "../disk/watch.ts";
import { readRecord } from "../records/record.ts";
import { dropArtefacts } from "../use/artefacts.ts";
import { readFolderUsers } from "../use/users.ts";
import type { CleanOutcome, CleanPlan, CleanRequest, CleanStep } from "../../api/contract/context.ts";
import { readOnlyHere } from "./only-here.ts";
import { readInventory, readTrash } from "./inventory.ts";
import type { ContextParts } from "./parts.ts";
import { takeAway } from "./take-away.ts";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What there is to clean by the rules of the environment, and by those that were asked for. */
export async function planCleaning(parts: ContextParts, request: CleanRequest): Promise<CleanPlan> {
  const contexts = await readInventory(parts);
  const trash = await readTrash(parts);
  const said = cleanupSettingsFrom(parts.env);
  const settings = {
    ...said,
    ageDays: request.olderThanDays ?? said.ageDays,
    maxContexts: request.maxContexts ?? said.maxContexts,
    maxBytes: request.maxBytes ?? said.maxBytes,
    ...(request.allTrash ? { trashDays: 0 } : {}),
  };
  const pressure = governDisk(await readDisk(parts.places.home), diskLimitsFrom(parts.env));
  const planned = planCleanup({ contexts, trash, settings, now: parts.now(), pressure }).map(viewOf);
  const stuck = await readStuck(parts, planned);
  const steps = planned.filter(
    (step) => !(step.kind === "remove-context" && stuck.some(({ name }) => name === step.name)),
  );
  const going = new Set(steps.filter((step) => step.kind === "remove-context").map((step) => step.name));
  return { steps, stuck, stays: contexts.filter((item) => !going.has(item.id)).length };
}

/** Contexts that the rules would remove, but that hold what no snapshot can. */
async function readStuck(parts: ContextParts, steps: readonly CleanStep[]): Promise<CleanPlan["stuck"]> {
  const stuck: { name: string; why: string }[] = [];
  for (const { name } of steps.filter((step) => step.kind === "remove-context")) {
    const record = await readRecord(parts.places, name as ContextId);
    const why = record === undefined ? null : await readOnlyHere(parts, record);
    if (why !== null) stuck.push({ name, why });
  }
  return stuck;
}

function viewOf(step: Step): CleanStep {
  const { kind, bytes, why } = step;
  return { kind, name: step.kind === "empty-trash" ? step.name : step.id, bytes, why };
}

/** One step after the other. What fails is told and left; everything is asked again before it goes. */
export async function clean(parts: ContextParts, steps: readonly CleanStep[]): Promise<readonly CleanOutcome[]> {
  const outcomes: CleanOutcome[] = [];
  for (const step of steps) {
    const problem = await perform(parts, step).catch(messageOf);
    outcomes.push({ step, freed: problem === null ? step.bytes : 0, problem });
  }
  return outcomes;
}

/** What stands in the way, or `null` when it is done. */
async function perform(parts: ContextParts, step: CleanStep): Promise<string | null> {
  if (step.kind === "empty-trash") return (await emptyTrash(parts.places.trash, [step.name])).failed[0]?.why ?? null;
  const record = await readRecord(parts.places, step.name as ContextId);
  if (record === undefined) return null;
  if (step.kind === "remove-context") return (await takeAway(parts, record, false)).stays;
  const users = readFolderUsers(record.context.path);
  if (users === null || users.length > 0) return "somebody may be at work in it";
  await dropArtefacts(parts.git, record);
  return null;
}

/**
 * Cleans up by the rules of the environment. Never fails; calls wait for each other, since two would plan the same
 * steps.
 */
export type CleanUp = () => Promise<void>;

const byTheRules = { olderThanDays: null, maxContexts: null, maxBytes: null, allTrash: false };

export function makeCleanUp(parts: ContextParts, notice: (text: string) => void): CleanUp {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last
      .then(() => cleanByPolicy(parts, notice))
      .catch((error: unknown) => {
        notice(`nothing could be cleaned up: ${messageOf(error)}`);
      });
    return last;
  };
}

/** Trash is waste and goes without a word; what becomes of a context is said. */
async function cleanByPolicy(parts: ContextParts, notice: (text: string) => void): Promise<void> {
  const { steps, stuck } = await planCleaning(parts, byTheRules);
  for (const { name, why } of stuck) await noticeOnce(parts, { name, why }, notice);
  for (const { step, problem } of await clean(parts, steps)) {
    if (problem !== null) await noticeOnce(parts, { name: step.name, why: problem }, notice);
    else if (step.kind === "remove-context")
      notice(`${step.name} was captured and its context taken away: ${step.why}`);
    else if (step.kind === "drop-artefacts")
      notice(`files that git ignores were taken out of ${step.name}: ${step.why}`);
  }
}

/** This runs at every job's end: what stays for the same reason as before is not said again. */
async function noticeOnce(
  { places }: ContextParts,
  stays: { readonly name: string; readonly why: string },
  notice: (text: string) => void,
): Promise<void> {
  const text = `${stays.name} could not be cleaned up and stays: ${stays.why}`;
  const mark = join(places.admin(stays.name as ContextId), "stays");
  if ((await readFile(mark, "utf8").catch(() => "")) === text) return;
  notice(text);
  // Trash has no notes of Tutti's, and then it is said again.
  await writeFile(mark, text).catch(() => undefined);
}
