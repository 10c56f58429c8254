import { appendFile, closeSync, constants, ftruncateSync, openSync, readdirSync } from "node:fs";
import { unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { logPart, logPartsAmong } from "../../base/log-parts.ts";

/**
 * A log within a cap. Its start is the file itself, half of the cap; its end goes into parts of a quarter, of which the
 * last two are kept. The middle is lost.
 */
export interface KeptFile {
  append(bytes: Buffer): Promise<void>;
  /** The last words are written even over the cap. */
  close(lastWords: string): Promise<void>;
  droppedBytes(): number;
}

const partsKept = 2;

export async function openKept(path: string, capBytes: number): Promise<KeptFile> {
  const head = openPart({ path, from: 0, room: Math.ceil(capBytes / 2) }, constants.O_TRUNC);
  await removeEarlier(path);
  const parts: Part[] = [];
  const partBytes = Math.max(1, Math.floor(capBytes / 4));
  const last = (): Part => parts.at(-1) ?? head;
  let pushedOut = 0;
  let refused = 0;

  async function goOn(bytes: Buffer): Promise<Buffer> {
    // It would be pushed out at once.
    const skipped = Math.max(0, bytes.length - partsKept * partBytes);
    const next = logPart(path, last().from + last().length() + skipped);
    // An agent may have put a link there.
    parts.push(openPart({ ...next, room: partBytes }, constants.O_EXCL));
    const gone = parts.splice(0, parts.length - (skipped > 0 ? 1 : partsKept));
    for (const part of gone) await part.remove();
    pushedOut += gone.reduce((sum, part) => sum + part.length(), skipped);
    return bytes.subarray(skipped);
  }

  return {
    async append(bytes) {
      for (let rest = bytes; rest.length > 0; ) {
        try {
          if (last().room() === 0) rest = await goOn(rest);
          const piece = rest.subarray(0, last().room());
          await last().write(piece);
          rest = rest.subarray(piece.length);
        } catch {
          // A full disk costs the log, never the work.
          refused += rest.length;
          return;
        }
      }
    },
    async close(lastWords) {
      const words = (refused === 0 ? "" : `\n[tutti: ${refused} bytes dropped]\n`) + lastWords;
      await last()
        .write(Buffer.from(words))
        .catch(() => {});
      for (const part of [head, ...parts]) part.close();
    },
    droppedBytes: () => pushedOut + refused,
  };
}

async function removeEarlier(path: string): Promise<void> {
  for (const part of logPartsAmong(path, namesIn(dirname(path)))) await unlink(part.path).catch(() => {});
}

interface Part {
  readonly from: number;
  length(): number;
  room(): number;
  write(bytes: Buffer): Promise<void>;
  close(): void;
  remove(): Promise<void>;
}

/** Opens a file of Tutti's own here: that takes less time than asking another thread. Writes may be large. */
function openPart({ path, from, room }: { path: string; from: number; room: number }, how: number): Part {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | how, 0o600);
  let length = 0;
  const close = (): void => quietly(() => closeSync(file));
  return {
    from,
    length: () => length,
    room: () => Math.max(0, room - length),
    async write(bytes) {
      try {
        if (bytes.length > 0) await append(file, bytes);
        length += bytes.length;
      } catch (error) {
        // A half-written piece would make every later position wrong.
        quietly(() => ftruncateSync(file, length));
        throw error;
      }
    },
    close,
    async remove() {
      close();
      await unlink(path).catch(() => {});
    },
  };
}

const append: (file: number, bytes: Buffer) => Promise<void> = promisify(appendFile);

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function quietly(act: () => void): void {
  try {
    act();
  } catch {
    // A full disk costs the log, never the work.
  }
}
