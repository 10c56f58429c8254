import { mkdirSync, readdirSync } from "node:fs";
import { readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { EpochMs } from "../ids.ts";
import { slugOf } from "../names.ts";

/** Of one run, both streams together. Its head is half of this; see `KeptFile`. */
export const runLogCap = 4 * 1024 * 1024;

/** A log is a file, and up to two more parts for a long one. */
const mostFiles = 200;

/** The name of a validation's log, by its place in the sheet's list. */
export function validationLog(index: number): string {
  return `validation-${index + 1}`;
}

/** The name of the log of a command that prepares a context. */
export const preparationLog = "preparation";

let runs = 0;

/** The file for a run's output, in a folder that has nothing else. Removes the oldest: names begin with the time. */
export async function newRunLog(folder: string, run: { readonly name: string; readonly at: EpochMs }): Promise<string> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const old = readdirSync(folder)
    .filter((name) => name.endsWith(".log"))
    .toSorted();
  for (const name of old.slice(0, Math.max(0, old.length - mostFiles)))
    await unlink(join(folder, name)).catch(() => undefined);
  runs += 1;
  return join(folder, `${String(run.at).padStart(15, "0")}-${runs}-${slugOf(run.name)}.log`);
}

/** The newest log of a name among those that began in a span of time. */
export async function findRunLog(
  folder: string,
  run: { readonly name: string; readonly from?: EpochMs; readonly to?: EpochMs },
): Promise<string | undefined> {
  const { name: wanted, from = 0, to = Infinity } = run;
  const isMeant = (name: string): boolean => {
    const [, at, slug] = /^(\d{15,})-\d+-(.+)\.log$/.exec(name) ?? [];
    return slug === slugOf(wanted) && Number(at) >= from && Number(at) < to;
  };
  const found = (await readdir(folder).catch(() => [])).filter(isMeant);
  // Of one millisecond, the longer number of a run is the later one.
  const last = found.toSorted((one, other) => one.localeCompare(other, "en", { numeric: true })).at(-1);
  return last === undefined ? undefined : join(folder, last);
}
