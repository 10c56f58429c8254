import { messageOf } from "../../../base/error.ts";
import type { SheetId } from "../../../base/ids.ts";
import { isResult } from "../../attempt/events.ts";
import type { Attempt, Hands } from "../../hands.ts";
import type { Recheck } from "../../hands.ts";
import { readTree } from "../../../git/history/trees.ts";
import { contextIdOf, sharedContextId } from "../../../isolation/context.ts";
import type { ContextRecord } from "../../../isolation/records/record.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import type { SheetPlan } from "../../../score/plan/plan.ts";
import { type JudgedWork, type SheetEvidence, type Work, newestOf, resultOf } from "../../../sheet/infer/evidence.ts";
import type { Job } from "../../../sheet/job.ts";
import type { Landed } from "./landed.ts";
import { type TakenSnapshot, type TraceParts, type Traces, readTaken } from "./traces.ts";

export interface EvidenceParts extends TraceParts {
  readonly hands: Pick<Hands, "capture" | "findContext" | "notice">;
  readonly recheck: Recheck;
  readonly stop: AbortSignal;
}

/** Everything that can be found out about one sheet: what it left is captured first, and judged last. */
export async function gatherEvidence(
  parts: EvidenceParts,
  about: { job: Job; sheet: SheetPlan; traces: Traces; landing: Landed | null },
): Promise<SheetEvidence> {
  const { job, sheet, traces, landing } = about;
  const record = newestRecord(job, sheet.id, traces.records);
  const left = landing === null && record !== undefined ? await captureLeft(parts, job, { sheet, record }) : "unknown";
  const taken =
    left === "unknown"
      ? (traces.snapshots.get(sheet.id) ?? [])
      : await readTaken(parts.git, parts.gitDir, { job: job.id, sheet: sheet.id });
  const attempts = Math.max(
    traces.attempts.get(sheet.id) ?? 0,
    landing?.attempt ?? 0,
    record?.attempt ?? 0,
    ...taken.map(({ attempt }) => attempt),
  );
  const id =
    job.isolation.per === "job"
      ? sharedContextId(job.id)
      : (record?.context.id ?? contextIdOf(job.id, sheet.id, Math.max(1, attempts)));
  const inPlace = workedInPlace(job, record, taken);
  const found = {
    sheet,
    attempts,
    landing,
    isInPlace: inPlace,
    context: { id, stands: (await parts.hands.findContext(id)) !== undefined },
  };
  if (landing !== null) return { ...found, newest: null, result: null };
  const own = taken.filter(({ why }) => why !== "start");
  const result = resultOf(own, attempts);
  // Tutti takes a context away only when nothing was left out but what is ignored.
  const isComplete =
    inPlace || result?.leftOut === 0 || left === "complete" || (record === undefined && job.isolation.per === "sheet");
  return {
    ...found,
    newest: await asWork(parts, newestOf(own)),
    result: await judged(
      parts,
      { job, sheet, attempt: attempts },
      { work: await asWork(parts, result), isInPlace: inPlace, isComplete },
    ),
  };
}

function newestRecord(job: Job, sheet: SheetId, records: readonly ContextRecord[]): ContextRecord | undefined {
  // The record of a context that all sheets share does not say which sheet's work is in it.
  const own = records.filter((record) => record.sheet === sheet && record.context.id !== sharedContextId(job.id));
  return own.toSorted((one, other) => other.attempt - one.attempt)[0];
}

/**
 * A sheet that could not be isolated worked in the folder, also where its job asked for a context; only there it is
 * told what was before.
 */
function workedInPlace(job: Job, record: ContextRecord | undefined, taken: readonly TakenSnapshot[]): boolean {
  if (job.isolation.level === "none" || record?.context.level === "none") return true;
  // Earlier versions took such a snapshot at level branch as well, and put the folder back.
  return job.isolation.level !== "branch" && taken.some(({ why }) => why === "start");
}

/**
 * `unknown`: it was not captured now, because it is gone, or is the user's own folder, in which others may have
 * worked since.
 */
type Left = "complete" | "incomplete" | "unknown";

/** Captures the work that a dead attempt left after its last snapshot. */
async function captureLeft(
  { hands }: EvidenceParts,
  job: Job,
  left: { sheet: SheetPlan; record: ContextRecord },
): Promise<Left> {
  const { sheet, record } = left;
  if (isInPlace(record.context.level) || (await hands.findContext(record.context.id)) === undefined) return "unknown";
  try {
    const proof = await hands.capture({ job, sheet, attempt: record.attempt }, record.context, "lost");
    return proof.leftOut.some(isResult) ? "incomplete" : "complete";
  } catch (error) {
    hands.notice(`${sheet.id}: ${messageOf(error)}`);
    return "unknown";
  }
}

/** `null` for none, and for one whose base was pruned: it can be restored, but not gone on from. */
async function asWork({ git, gitDir, hands }: EvidenceParts, taken: TakenSnapshot | null): Promise<Work | null> {
  if (taken === null) return null;
  const { number, attempt, why, commit, base, tree, sheet } = taken;
  try {
    return { number, attempt, why, commit, base, changed: tree !== (await readTree(git, gitDir, base)) };
  } catch (error) {
    hands.notice(`${sheet}: snapshot ${String(number)} can't be gone on from: ${messageOf(error)}`);
    return null;
  }
}

async function judged(
  parts: EvidenceParts,
  attempt: Attempt,
  what: { work: Work | null; isInPlace: boolean; isComplete: boolean },
): Promise<JudgedWork | null> {
  const { work, isComplete } = what;
  if (work === null) return null;
  if (attempt.sheet.validations.length === 0) return { ...work, isComplete, verdict: { kind: "unvalidated" } };
  // Validations that pass prove nothing about an agent that may never have run.
  if (!work.changed) return { ...work, isComplete, verdict: null };
  const { notice } = parts.hands;
  notice(`${attempt.sheet.id}: its validations are run again on snapshot ${String(work.number)}`);
  try {
    const verdict = await parts.recheck(
      attempt,
      { commit: work.commit, base: work.base, isInPlace: what.isInPlace },
      parts.stop,
    );
    // Validations that a stop cut short prove nothing, either way.
    return { ...work, isComplete, verdict: parts.stop.aborted ? null : verdict };
  } catch (error) {
    notice(`${attempt.sheet.id}: ${messageOf(error)}`);
    return { ...work, isComplete, verdict: null };
  }
}
