import { setTimeout as pause } from "node:timers/promises";
import { messageOf } from "../../base/error.ts";
import { captureContext } from "../capture/capture.ts";
import { destroyContext } from "../destroy.ts";
import type { ContextRecord } from "../records/record.ts";
import { workWords } from "../strays/decide.ts";
import type { ContextOutcome, ContextRow } from "../../api/contract/context.ts";
import { onlyHereWords } from "./only-here.ts";
import { type ContextParts, identityFor, storeOf } from "./parts.ts";
import { readRow } from "./rows.ts";

/** Captures a context and takes it away; what stands against it, or goes wrong, is an outcome like any other. */
export async function takeAway(parts: ContextParts, record: ContextRecord, isForced: boolean): Promise<ContextOutcome> {
  const { context } = record;
  const row = await quietRow(parts, record);
  const about = { id: context.id, path: context.path, bytes: row.bytes, store: record.store };
  const stays = reasonToStay(row, isForced);
  if (stays !== null) return { ...about, removed: false, snapshot: null, stays };
  try {
    const store = await storeOf(parts, record);
    const { job, sheet, attempt } = record;
    const by = await identityFor(parts, { job, folder: record.repository });
    const proof = await captureContext(parts.git, context, {
      store,
      scratch: parts.places.scratch,
      job,
      sheet,
      attempt,
      why: "deletion",
      by,
      at: parts.now(),
    });
    if ((await destroyContext(parts.places, store, proof)) === "destroyed")
      return { ...about, removed: true, snapshot: proof.ref, stays: null };
    return {
      ...about,
      removed: false,
      snapshot: proof.ref,
      stays: onlyHereWords(context.path, proof.leftOut) ?? "it holds what no snapshot has",
    };
  } catch (error) {
    return { ...about, removed: false, snapshot: null, stays: messageOf(error) };
  }
}

/** Why a context would not be taken away, when that is plain before anybody waits for the writer lock. */
export async function readRefusal(
  parts: ContextParts,
  record: ContextRecord,
  isForced: boolean,
): Promise<ContextOutcome | null> {
  const row = await quietRow(parts, record);
  const stays = reasonToStay(row, isForced);
  return stays === null
    ? null
    : { id: row.id, path: row.path, bytes: row.bytes, store: record.store, removed: false, snapshot: null, stays };
}

const looks = 10;
const pauseMs = 100;

/**
 * Clean-up runs behind a job's end, and its git is in a context for a moment: what is in use for that long is looked at
 * again.
 */
async function quietRow(parts: ContextParts, record: ContextRecord): Promise<ContextRow> {
  for (let count = 1; ; count += 1) {
    const row = await readRow(parts, record);
    if (row.state !== "in use" || count === looks) return row;
    await pause(pauseMs);
  }
}

/** Why a context may not be removed now; `null` when it may. Somebody at work in it counts even when forced. */
export function reasonToStay(row: Pick<ContextRow, "state" | "users" | "lock">, isForced: boolean): string | null {
  if (row.state === "gone") return "its folder is gone; tutti worktree prune clears what is left of it";
  if (row.users !== null && row.users.length > 0) return workWords(row.users);
  if (isForced) return null;
  if (row.users === null)
    return "whether somebody works in it can't be told on this system (--force removes it all the same)";
  if (row.lock === null || row.lock.owner === "dead") return null;
  const holder =
    row.lock.owner === "alive" && row.lock.pid !== null ? `in use by process ${String(row.lock.pid)}: ` : "";
  return `${holder}it is locked by ${row.lock.why} (--force removes it all the same)`;
}
