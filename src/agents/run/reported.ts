import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import type { EpochMs } from "../../base/ids.ts";
import type { FormReader } from "../agent.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { Usage } from "../../sheet/cost/usage.ts";
import { priced } from "../profile/prices.ts";
import type { Model } from "../profiles/profile.ts";
import { readerFor } from "../streams/reader-for.ts";
import { foldFeedback } from "./feedback.ts";

/** The end of the file: the last report counts. */
const longestRead = 1024 * 1024;

/** Events in the file of $TUTTI_EVENTS. */
export async function readReported(
  path: string,
  now: () => EpochMs,
  makeReader: (now: () => EpochMs) => FormReader = readerFor({ format: "tutti" }),
): Promise<readonly AgentEvent[]> {
  const reader = makeReader(now);
  const lines = (await readEnd(path)).split("\n").filter((line) => line.trim() !== "");
  return [...lines.flatMap((line) => reader.line(line)), ...reader.end()];
}

/** The agent can write here: links are not followed, pipes not waited for. */
async function readEnd(path: string): Promise<string> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const { size, isFile } = await statOf(file);
    if (!isFile) return "";
    const start = Math.max(0, size - longestRead);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, longestRead)), 0, null, start);
    const text = buffer.subarray(0, bytesRead).toString();
    // The first line is partial.
    return start === 0 ? text : text.slice(text.indexOf("\n") + 1);
  } catch {
    return "";
  } finally {
    await file?.close();
  }
}

async function statOf(file: FileHandle): Promise<{ size: number; isFile: boolean }> {
  const stat = await file.stat();
  return { size: stat.size, isFile: stat.isFile() };
}

/** The usage of the terminal of an agent, by the file of its visit; `null`: it reported none. */
export async function readVisitUsage(
  path: string,
  now: () => EpochMs,
  { models, model }: { readonly models: readonly Model[]; readonly model: string | null },
): Promise<Usage | null> {
  const fold = foldFeedback();
  const reader = readerFor({ format: "tutti" });
  for (const event of await readReported(path, now, (clock) => priced(reader(clock), models, model))) fold.add(event);
  return fold.feedback.usage;
}
