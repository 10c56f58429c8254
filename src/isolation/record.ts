import { access, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { ContextId, JobId, SheetId } from "../base/ids.ts";
import type { Context } from "./context.ts";
import type { Places } from "./places.ts";

/** Writes down, outside the context, that it is whole and may be worked in. */
export async function writeRecord(attemptFolder: string, context: Context): Promise<void> {
  const draft = join(attemptFolder, "context.json.new");
  const file = await open(draft, "w");
  await file.writeFile(JSON.stringify(context));
  await file.sync();
  await file.close();
  await rename(draft, recordPath(attemptFolder));
}

/** The context of an attempt that an earlier Tutti made; `undefined` when it never became whole or is gone. */
export async function reopenContext(places: Places, attempt: { job: JobId; sheet: SheetId; attempt: number }): Promise<Context | undefined> {
  const text = await readFile(recordPath(places.attempt(attempt.job, attempt.sheet, attempt.attempt)), "utf8").catch(() => undefined);
  if (text === undefined) return undefined;
  const context = JSON.parse(text) as Context;
  // A folder that is gone must not be taken for a task that deleted everything.
  return access(context.path).then(
    () => context,
    () => undefined,
  );
}

/** A context that is gone must not be reopened. */
export async function removeRecord(attemptFolder: string): Promise<void> {
  await rm(recordPath(attemptFolder), { force: true });
}

/**
 * A file beside a context that no agent was ever let into: one being made, or made only for checks. Only what carries it
 * may be removed without a proof of capture; the absence of a record proves nothing.
 */
export function unusedMark(places: Places, context: ContextId): string {
  return join(places.contextFolder(context), "unused");
}

function recordPath(attemptFolder: string): string {
  return join(attemptFolder, "context.json");
}
