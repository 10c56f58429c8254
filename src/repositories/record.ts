import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { readSmall } from "../base/files/read-small.ts";
import { writeWhole } from "../base/files/write/write-whole.ts";
import type { EpochMs } from "../base/ids.ts";
import { mirrorRecordPath } from "./layout.ts";

/** What is known of a mirror without asking git. */
export interface MirrorRecord {
  readonly version: 1;
  readonly name: string;
  readonly url: string;
  /** The default branch of the remote; `null`: it has no branch. */
  readonly base: string | null;
  /** Branches with landed commits that the remote did not have when it was fetched last. */
  readonly unpushed: readonly string[];
  readonly addedAt: EpochMs;
  readonly fetchBegunAt: EpochMs;
  readonly fetchedAt: EpochMs;
}

/** `undefined`: there is none, or it is damaged; the next fetch writes it anew. */
export async function readRecord(home: string, name: string): Promise<MirrorRecord | undefined> {
  const read = await readSmall(mirrorRecordPath(home, name));
  if (read.kind !== "read") return undefined;
  try {
    const value = JSON.parse(read.text) as Partial<MirrorRecord> | null;
    return value?.version === 1 && value.name === name ? (value as MirrorRecord) : undefined;
  } catch {
    return undefined;
  }
}

export async function writeRecord(home: string, record: MirrorRecord): Promise<void> {
  await writeWhole(mirrorRecordPath(home, record.name), `${JSON.stringify(record, null, 2)}\n`);
}

/** By name. */
export async function listRecords(home: string): Promise<readonly MirrorRecord[]> {
  const entries = await readdir(dirname(mirrorRecordPath(home, "any"))).catch(() => []);
  const names = entries.filter((name) => name.endsWith(".json")).map((name) => name.slice(0, -".json".length));
  const records = await Promise.all(names.toSorted().map((name) => readRecord(home, name)));
  return records.filter((record) => record !== undefined);
}
