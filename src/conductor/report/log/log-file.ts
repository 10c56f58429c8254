import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { logPartsAmong } from "../../../base/log-parts.ts";

/** A log as one stream of bytes, in any number of files; parts dropped from its middle have places, but no bytes. */
export interface LogFile {
  readonly size: number;
  /** Up to so many bytes from a place on; fewer where a gap begins, or the end. */
  read(from: number, limit: number): Promise<Buffer>;
  /** The gap that a place lies in. */
  gapAt(place: number): Gap | undefined;
  close(): Promise<void>;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
}

interface Section {
  readonly file: FileHandle;
  readonly from: number;
  readonly to: number;
}

/** `undefined`: there is none, or what is there is no plain file. */
export async function openLog(path: string): Promise<LogFile | undefined> {
  const sections = await openSections(path);
  if (sections.length === 0) return undefined;
  const gaps = sections.flatMap(({ to }, index) => {
    const next = sections[index + 1]?.from ?? to;
    return next > to ? [{ from: to, to: next }] : [];
  });
  return {
    size: sections.at(-1)?.to ?? 0,
    read: (from, limit) => readSections(sections, from, limit),
    gapAt: (place) => gaps.find((gap) => gap.from <= place && place < gap.to),
    close: async () => {
      for (const { file } of sections) await file.close();
    },
  };
}

/** All of them are opened before one is read: what is removed meanwhile can still be read to its end. */
async function openSections(path: string): Promise<Section[]> {
  const folder = dirname(path);
  const isFolder = await lstat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
  if (!isFolder) return [];
  const head = await openPlain(path, 0);
  if (head === undefined) return [];
  const sections = [head];
  for (const part of logPartsAmong(path, await readdir(folder).catch(() => []))) {
    const section = await openPlain(part.path, part.from);
    // One that is not where it should be is no part of this log.
    if (section !== undefined && section.from >= (sections.at(-1)?.to ?? 0)) sections.push(section);
    else await section?.file.close();
  }
  return sections;
}

/**
 * An agent can write beside its context: a link in place of a log would have the conductor read what is not the
 * agent's.
 */
async function openPlain(path: string, from: number): Promise<Section | undefined> {
  let file: FileHandle | undefined;
  try {
    // Opening a FIFO would wait for a writer for ever.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = await file.stat();
    if (stats.isFile()) return { file, from, to: from + stats.size };
    await file.close();
    return undefined;
  } catch {
    return undefined;
  }
}

async function readSections(sections: readonly Section[], from: number, limit: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let at = from;
  for (const section of sections) {
    if (at < section.from) break;
    const wanted = Math.min(section.to, from + limit) - at;
    if (wanted <= 0) continue;
    const { buffer, bytesRead } = await section.file.read(Buffer.alloc(wanted), 0, wanted, at - section.from);
    pieces.push(buffer.subarray(0, bytesRead));
    at += bytesRead;
    if (bytesRead < wanted) break;
  }
  return Buffer.concat(pieces);
}
