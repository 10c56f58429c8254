import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { ContextId, EpochMs, JobId } from "../../base/ids.ts";
import {
  type ContextItem,
  type ContextOutcome,
  dueAmong,
  planCleanup,
  type RecordedContext,
  type Step,
  type TrashItem,
} from "../cleanup/policy.ts";
import { emptyTrash, listTrash, readSizes } from "../cleanup/trash.ts";
import { governDisk } from "../disk/govern.ts";
import { readDisk } from "../disk/watch.ts";
import { type ContextRecord, listContexts, readRecord } from "../records/record.ts";
import { dropArtefacts, readArtefacts } from "../cleanup/artefacts.ts";
import { readFolderUsers } from "../disk/measure.ts";
import type { CleanOutcome, CleanPlan, CleanRequest, CleanStep } from "../../api/contract/context.ts";
import { readOnlyHere, takeAway } from "./take-away.ts";
import type { ContextParts } from "./parts.ts";
import { removeOldLayers } from "../prepare/installed/layer.ts";
import { sharedContextId } from "../context.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { Job } from "../../sheet/job.ts";
import type { SheetState } from "../../sheet/state.ts";
import { readRow } from "./list.ts";

/** What there is to clean by the settings, and by the limits of the request. */
export async function planCleaning(
  parts: ContextParts,
  request: CleanRequest,
  which: "all" | "due" = "all",
): Promise<CleanPlan> {
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
  const contexts = await readInventory(parts, which === "all" ? undefined : (known) => dueAmong(known, how));
  const planned = planCleanup({ contexts, trash: await readTrash(parts), ...how }).map(viewOf);
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

/** One by one. A failure is reported; everything is checked again before it goes. */
export async function clean(parts: ContextParts, steps: readonly CleanStep[]): Promise<readonly CleanOutcome[]> {
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
  return () => {
    last = last
      .then(() => cleanByPolicy(parts, notice))
      .catch((error: unknown) => {
        notice(`nothing could be cleaned up: ${messageOf(error)}`);
      });
    return last;
  };
}

/** Trash goes silently; what happens to a context is reported. */
async function cleanByPolicy(parts: ContextParts, notice: (text: string) => void): Promise<void> {
  await removeOldLayers(parts.places, parts.now());
  const { steps, stuck } = await planCleaning(parts, byTheRules, "due");
  for (const { name, why } of stuck) await noticeOnce(parts, { name, why }, notice);
  for (const { step, problem } of await clean(parts, steps)) {
    if (problem !== null) await noticeOnce(parts, { name: step.name, why: problem }, notice);
    else if (step.kind === "remove-context")
      notice(`${step.name} was captured and its context taken away: ${step.why}`);
    else if (step.kind === "drop-artefacts")
      notice(`files that git ignores were taken out of ${step.name}: ${step.why}`);
  }
}

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

/** Which contexts to look into, by their records. */
type Choice = (contexts: readonly RecordedContext[]) => ReadonlySet<ContextId>;

/** Every context with files of its own; with a choice, those that it names. */
async function readInventory(parts: ContextParts, choose?: Choice): Promise<readonly ContextItem[]> {
  const outcomeFor = outcomesIn(parts);
  const recorded = [];
  for (const record of await listContexts(parts.places)) {
    if (isInPlace(record.context.level)) continue;
    const { id } = record.context;
    const outcome = await outcomeFor(record);
    recorded.push({ id, outcome, madeAt: record.madeAt, record });
  }
  const chosen = choose?.(recorded);
  const items: ContextItem[] = [];
  for (const { id, outcome, record } of recorded) {
    if (chosen?.has(id) === false) continue;
    const row = await readRow(parts, record);
    if (row.state === "gone") continue;
    items.push({
      id: row.id,
      path: row.path,
      job: row.job,
      sheet: row.sheet === null ? null : record.sheet,
      outcome,
      bytes: row.bytes ?? 0,
      artefactBytes: (await readArtefacts(parts.git, record).catch(() => ({ bytes: 0 }))).bytes,
      lastUsedAt: Math.max(row.madeAt, row.usedAt ?? 0) as EpochMs,
      isLocked: row.state !== "idle" || row.users === null,
    });
  }
  return items;
}

export async function readTrash({ places }: ContextParts): Promise<readonly TrashItem[]> {
  const entries = await listTrash(places.trash);
  const sizes = await readSizes(places.trash, entries);
  return entries.map((entry) => ({ ...entry, bytes: sizes.get(entry.name) ?? 0 }));
}

/** Each job is read once. */
function outcomesIn(parts: ContextParts): (record: ContextRecord) => Promise<ContextOutcome> {
  const read = async (id: JobId) => ({ job: await parts.store?.job(id), states: await parts.store?.sheets(id) });
  const known = new Map<JobId, ReturnType<typeof read>>();
  return async ({ context, job: id, sheet }) => {
    const reading = known.get(id) ?? read(id);
    known.set(id, reading);
    const { job, states } = await reading;
    if (job === undefined) return "unknown";
    const isShared = context.id === sharedContextId(id);
    return outcomeOf(job, { isPlayed: await parts.isPlayed(job), state: isShared ? null : states?.get(sheet) });
  };
}

/** What became of the work in a context. State `null`: of the job as a whole. */
export function outcomeOf(
  job: Pick<Job, "status" | "plan">,
  facts: { isPlayed: boolean; state: SheetState | null | undefined },
): ContextOutcome {
  const { isPlayed, state } = facts;
  if (isPlayed) return "live";
  switch (state?.kind) {
    case "landed":
    case "done":
    case "skipped":
      // Kept on purpose: it goes when its time is up, like those of failed sheets.
      return job.plan.isolation.cleanupOnSuccess ? "done" : "failed";
    case "failed":
    case "cancelled":
      return "failed";
    case "waiting":
    case "running":
    case "captured":
    case "landing":
    case "proposed":
      // It continues here when its job does.
      return isOver(job) ? "failed" : "paused";
    case undefined:
      if (state === undefined) return "unknown";
      if (!isOver(job)) return "paused";
      return job.status.kind === "finished" && job.status.failed === 0 && job.plan.isolation.cleanupOnSuccess
        ? "done"
        : "failed";
  }
}

function isOver({ status }: Pick<Job, "status">): boolean {
  return status.kind === "finished" || status.kind === "cancelled";
}
