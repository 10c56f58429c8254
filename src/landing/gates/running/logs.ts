import { mkdir, readdir, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { EpochMs } from "../../../base/ids.ts";
import { slugOf } from "../../../base/names.ts";

export interface GateLog {
  readonly stdout: string;
  readonly stderr: string;
}

/** Of both streams together: enough to find out what was wrong. */
export const logCap = 4 * 1024 * 1024;

/** A log has two files at least, and three parts more for each that is long. */
const mostFiles = 400;

let runs = 0;

/** Names the files for one run, and takes the oldest ones away: their names begin with when that was. */
export async function newGateLog(
  folder: string,
  run: { readonly name: string; readonly at: EpochMs },
): Promise<GateLog> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const old = (await readdir(folder)).filter((name) => name.endsWith(".log")).toSorted();
  for (const name of old.slice(0, Math.max(0, old.length - mostFiles)))
    await unlink(join(folder, name)).catch(() => undefined);
  runs += 1;
  const stem = `${String(run.at).padStart(15, "0")}-${String(runs)}-${slugOf(run.name)}`;
  return { stdout: join(folder, `${stem}.stdout.log`), stderr: join(folder, `${stem}.stderr.log`) };
}
