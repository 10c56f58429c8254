import { type FileHandle, open } from "node:fs/promises";
import type { EpochMs } from "../../base/ids.ts";
import type { FormReader } from "../agent.ts";

/** Beside a log: how it is to be read, and when which part of it was written. */
export interface LogIndex {
  /** So many more bytes are in the log. */
  wrote(bytes: number): void;
  close(): Promise<void>;
}

/** A line of JSON, then lines of `place time`. A full disk costs the times of a log, never the work. */
export async function openLogIndex(
  path: string,
  { form }: Pick<FormReader, "form">,
  now: () => EpochMs,
): Promise<LogIndex> {
  const file = await open(path, "w", 0o600).catch(() => null);
  const began = now();
  let size = 0;
  let markedAt: EpochMs | null = null;
  let last = append(file, `${JSON.stringify(form)}\n`);
  return {
    wrote: (bytes) => {
      const at = now();
      if (markedAt === null || at - markedAt >= Math.max(finestMs, (at - began) / marksOfLate)) {
        const line = `${size} ${at}\n`;
        last = last.then(() => append(file, line));
        markedAt = at;
      }
      size += bytes;
    },
    close: async () => {
      await last;
      await file?.close().catch(() => undefined);
    },
  };
}

const finestMs = 1_000;
/** The longer a run takes the coarser its marks: a day has ten thousand. */
const marksOfLate = 2_000;

async function append(file: FileHandle | null, text: string): Promise<void> {
  await file?.appendFile(text).catch(() => undefined);
}
