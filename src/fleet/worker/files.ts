import { open, readdir, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import type { World } from "../../base/world/world.ts";
import { isAttemptFile } from "../claims/messages.ts";

/** Sends the files of an attempt as they grow: prompt, logs, what validations printed. */
export interface FileFeed {
  /** Sends what is new. */
  look(): Promise<void>;
  stop(): void;
}

interface FeedParts {
  readonly folder: string;
  readonly world: Pick<World, "after">;
  readonly send: (file: string, at: number, bytes: Buffer) => void;
  /** Not all of it is sent. */
  readonly onCut: (text: string) => void;
}

const everyMs = 500;
const pieceBytes = 256 * 1024;
/** Of all files of an attempt together. */
const mostBytes = 96 * 1024 * 1024;

export function feedFiles({ folder, world, send, onCut }: FeedParts): FileFeed {
  const sent = new Map<string, number>();
  let total = 0;
  let isCut = false;
  let last = Promise.resolve();
  let isStopped = false;
  const lookOnce = async (): Promise<void> => {
    for (const path of await filesIn(folder)) {
      const name = relative(folder, path);
      const { size } = await stat(path);
      for (let at = sent.get(name) ?? 0; at < size && !isCut && isAttemptFile(name); ) {
        const bytes = await pieceOf(path, at);
        if (bytes.length === 0) break;
        send(name, at, bytes);
        at += bytes.length;
        total += bytes.length;
        sent.set(name, at);
        if (total < mostBytes) continue;
        isCut = true;
        onCut(
          `its logs are larger than ${String(mostBytes / 1024 / 1024)} MB: the rest stays on its worker, in ${folder}`,
        );
      }
    }
  };
  const look = (): Promise<void> => (last = last.then(lookOnce).catch(() => undefined));
  let callOff = (): void => undefined;
  const arm = (): void => {
    if (isStopped) return;
    callOff = world.after(everyMs, () => void look().then(arm));
  };
  arm();
  return {
    look,
    stop: () => {
      isStopped = true;
      callOff();
    },
  };
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function pieceOf(path: string, at: number): Promise<Buffer> {
  const file = await open(path, "r");
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(pieceBytes), 0, pieceBytes, at);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
