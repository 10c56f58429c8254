import { setTimeout as pause } from "node:timers/promises";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { captureContext } from "../capture/capture.ts";
import { destroyContext } from "../cleanup/destroy.ts";
import type { ContextRecord } from "../records/record.ts";
import { workWords } from "../strays/stray.ts";
import type { ContextOutcome, ContextRow } from "../../api/contract/context.ts";
import { type ContextParts, identityFor, storeOf } from "./parts.ts";
import { readRow } from "./list.ts";
import { andMore } from "../../base/text.ts";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { type LeftOut, mayGo } from "../capture/survey/left-out.ts";
import { surveyContext } from "../capture/survey/survey.ts";
import { lentTo } from "../prepare/lent.ts";
import { shownPath } from "../raw-path.ts";
import { isInPlace } from "../../score/plan/isolation.ts";

/** Captures and removes a context; an obstacle or error is an outcome. */
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

/** Why a context would stay, as far as is known before waiting for the writer lock. */
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

/** Clean-up's git is in a context for a moment: look again before calling it in use. */
async function quietRow(parts: ContextParts, record: ContextRecord): Promise<ContextRow> {
  for (let count = 1; ; count += 1) {
    const row = await readRow(parts, record);
    if (row.state !== "in use" || count === looks) return row;
    await pause(pauseMs);
  }
}

/** `null`: it may go. A process at work in it counts even when forced. */
export function reasonToStay(row: Pick<ContextRow, "state" | "users" | "lock">, isForced: boolean): string | null {
  if (row.state === "gone") return "its folder is gone; tutti worktree prune clears what is left of it";
  if (row.users !== null && row.users.length > 0) return workWords(row.users);
  if (isForced) return null;
  if (row.users === null)
    return "this system does not tell whether a process works in it (--force removes it all the same)";
  if (row.lock === null || row.lock.owner === "dead") return null;
  const holder =
    row.lock.owner === "alive" && row.lock.pid !== null ? `in use by process ${String(row.lock.pid)}: ` : "";
  return `${holder}it is locked by ${row.lock.why} (--force removes it all the same)`;
}

/** Why a context would stay for what no snapshot can hold; `null`: nothing seen. Captures nothing. */
export async function readOnlyHere(parts: ContextParts, { context, store }: ContextRecord): Promise<string | null> {
  if (isInPlace(context.level)) return null;
  return withFlatFolder(parts.places.scratch, async (folder) => {
    const index = join(folder, "index");
    await copyFile(context.index, index);
    const { leftOut } = await surveyContext(parts.git, {
      gitDir: store,
      workTree: context.path,
      index,
      ...lentTo(context),
    });
    // A submodule's content is known only when captured.
    return onlyHereWords(
      context.path,
      leftOut.filter((item) => item.reason !== "submodule"),
    );
  }).catch(() => null);
}

function onlyHereWords(path: string, leftOut: readonly LeftOut[]): string | null {
  const [only, ...more] = leftOut.filter((item) => !mayGo(item));
  if (only === undefined) return null;
  return `it holds what no snapshot has: ${shownPath(only.path)} (${only.reason})${andMore(more.length)}. Look at ${path}, take what you need, delete the folder, then: tutti worktree prune`;
}
