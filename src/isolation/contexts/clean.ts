import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { ContextId } from "../../base/ids.ts";
import { dayMs, dueAmong, planCleanup, type Step } from "../cleanup/policy.ts";
import { emptyTrash } from "../cleanup/trash.ts";
import { governDisk } from "../disk/govern.ts";
import { readDisk } from "../disk/watch.ts";
import { readRecord } from "../records/record.ts";
import { dropArtefacts } from "../cleanup/artefacts.ts";
import { readFolderUsers } from "../disk/measure.ts";
import type { CleanOutcome, CleanPlan, CleanRequest, CleanStep } from "../../api/contract/context.ts";
import { dropRecords, isRetention, planRetention, type RetentionStep } from "./retain.ts";
import { readOnlyHere, takeAway } from "./take-away.ts";
import type { ContextParts } from "./parts.ts";
import { removeOldLayers } from "../prepare/installed/layer.ts";
import { forgetJob, makeMemory, type Memory, readInventory, readTrash } from "./inventory.ts";

/**
 * Lists everything that the settings and the limits of the request allow to clean. With a memory, only due items are
 * measured.
 */
export async function planCleaning(parts: ContextParts, request: CleanRequest, memory?: Memory): Promise<CleanPlan> {
  const { cleanup, disk } = parts.limits();
  const settings = {
    ...cleanup,
    ageDays: request.olderThanDays ?? cleanup.ageDays,
    maxContexts: request.maxContexts ?? cleanup.maxContexts,
    maxBytes: request.maxBytes ?? cleanup.maxBytes,
    ...(request.allTrash ? { trashDays: 0 } : {}),
  };
  const pressure = governDisk(await readDisk(parts.places.home), disk);
  const how = { settings, now: parts.now(), pressure };
  const known = memory ?? makeMemory();
  const contexts = await readInventory(parts, known, memory && ((recorded) => dueAmong(recorded, how)));
  const planned = planCleanup({ contexts, trash: await readTrash(parts, known), ...how }).map(viewOf);
  const stuck = await readStuck(parts, planned);
  const steps = planned.filter(
    (step) => !(step.kind === "remove-context" && stuck.some(({ name }) => name === step.name)),
  );
  const going = new Set(steps.filter((step) => step.kind === "remove-context").map((step) => step.name));
  const records = memory === undefined || isRetentionDue(memory, how.now) ? await planRetention(parts) : [];
  return { steps: [...steps, ...records], stuck, stays: contexts.filter((item) => !going.has(item.id)).length };
}

/** It reads much of the journal. */
function isRetentionDue(memory: Memory, now: number): boolean {
  if (memory.retainedAt !== null && now - memory.retainedAt < dayMs) return false;
  memory.retainedAt = now;
  return true;
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

/** One by one. A failure is reported; everything is checked again before it goes. */
export async function clean(parts: ContextParts, steps: readonly CleanStep[]): Promise<readonly CleanOutcome[]> {
  await parts.sweepContainers?.();
  return cleanSteps(parts, steps);
}

async function cleanSteps(parts: ContextParts, steps: readonly CleanStep[]): Promise<readonly CleanOutcome[]> {
  const outcomes: CleanOutcome[] = [];
  for (const step of steps) {
    const problem = await perform(parts, step).catch(messageOf);
    outcomes.push({ step, freed: problem === null ? step.bytes : 0, problem });
  }
  return outcomes;
}

/** Returns the obstacle, or `null`. */
async function perform(parts: ContextParts, step: CleanStep): Promise<string | null> {
  if (step.kind === "empty-trash") return (await emptyTrash(parts.places.trash, [step.name])).failed[0]?.why ?? null;
  if (isRetention(step)) return dropRecords(parts, step);
  const record = await readRecord(parts.places, step.name as ContextId);
  if (record === undefined) return null;
  if (step.kind === "remove-context") return (await takeAway(parts, record, false)).stays;
  const users = readFolderUsers(record.context.path);
  if (users === null || users.length > 0) return "a process may be at work in it";
  await dropArtefacts(parts.git, record);
  return null;
}

/** Cleans up by the configured rules. Never fails; calls wait for each other, since two would plan the same steps. */
export type CleanUp = () => Promise<void>;

const byTheRules = { olderThanDays: null, maxContexts: null, maxBytes: null, allTrash: false };

export function makeCleanUp(parts: ContextParts, notice: (text: string) => void): CleanUp {
  let last: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  const memory = makeMemory();
  parts.store?.follow?.((rows) => {
    for (const job of new Set(rows.map((row) => row.job))) if (job !== null) forgetJob(memory, job);
  });
  return () => {
    // Jobs that end together share one.
    next ??= last = last
      .then(() => {
        next = undefined;
        return cleanByPolicy(parts, memory, notice);
      })
      .catch((error: unknown) => {
        notice(`nothing could be cleaned up: ${messageOf(error)}`);
      });
    return next;
  };
}

/** Trash goes silently; what happens to a context is reported. */
async function cleanByPolicy(parts: ContextParts, memory: Memory, notice: (text: string) => void): Promise<void> {
  await removeOldLayers(parts.places, parts.now());
  for (const text of (await parts.sweepContainers?.()) ?? []) notice(text);
  const { steps, stuck } = await planCleaning(parts, byTheRules, memory);
  for (const { name, why } of stuck) await noticeOnce(parts, { name, why }, notice);
  for (const { step, problem } of await cleanSteps(parts, steps)) {
    if (problem !== null) await noticeOnce(parts, { name: step.name, why: problem }, notice);
    else if (step.kind === "remove-context")
      notice(`${step.name} was captured and its context taken away: ${step.why}`);
    else if (step.kind === "drop-artefacts")
      notice(`files that git ignores were taken out of ${step.name}: ${step.why}`);
    else if (isRetention(step)) notice(`${recordWords[step.kind]} ${step.name} were deleted: ${step.why}`);
  }
}

const recordWords: Readonly<Record<RetentionStep["kind"], string>> = {
  "drop-history": "rows of the journal about",
  "drop-logs": "the logs of",
  "drop-answers": "in the database, old",
  "drop-notes": "in the journal, the conductor's old",
};

/** Runs at every job's end: an unchanged reason is not repeated. */
async function noticeOnce(
  { places }: ContextParts,
  stays: { readonly name: string; readonly why: string },
  notice: (text: string) => void,
): Promise<void> {
  const text = `${stays.name} could not be cleaned up and stays: ${stays.why}`;
  const mark = join(places.admin(stays.name as ContextId), "stays");
  if ((await readFile(mark, "utf8").catch(() => "")) === text) return;
  notice(text);
  // Trash has no notes of Tutti's: the reason is repeated.
  await writeFile(mark, text).catch(() => undefined);
}
