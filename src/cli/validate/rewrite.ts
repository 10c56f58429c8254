import { randomUUID } from "node:crypto";
import { type FileHandle, open, readFile, realpath, rename, stat, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TuttiError, messageOf } from "../../base/error.ts";

/**
 * Puts a new text in place of a file's old one in one step: whoever reads it meets the one or the other. A link stays a
 * link, the mode and the owner stay, and so does a byte order mark.
 */
export async function rewrite(
  file: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<void> {
  try {
    const path = await realpath(file);
    const status = await stat(path);
    if (!status.isFile()) throw unwritable(file, "it is not a file");
    const bytes = await readFile(path);
    const mark = bytes.subarray(0, 3).equals(byteOrderMark) ? byteOrderMark : Buffer.alloc(0);
    // Somebody may have saved it since it was read.
    if (bytes.subarray(mark.length).toString("utf8") !== before) throw unwritable(file, "it was changed meanwhile");
    await replace(path, Buffer.concat([mark, Buffer.from(after)]), status);
  } catch (error) {
    throw error instanceof TuttiError ? error : unwritable(file, messageOf(error), error);
  }
}

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

async function replace(
  path: string,
  bytes: Buffer,
  like: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID().slice(0, 8)}`);
  const file = await open(draft, "wx", 0o600);
  try {
    await fill(file, bytes, like).finally(() => file.close());
    await rename(draft, path);
  } catch (error) {
    await unlink(draft);
    throw error;
  }
}

async function fill(
  file: FileHandle,
  bytes: Buffer,
  like: { readonly mode: number; readonly uid: number; readonly gid: number },
): Promise<void> {
  await file.writeFile(bytes);
  const own = await file.stat();
  // Before the mode, of which a change of owner takes away part.
  if (own.uid !== like.uid || own.gid !== like.gid) await file.chown(like.uid, like.gid);
  await file.chmod(like.mode & 0o7777);
  await file.sync();
}

function unwritable(file: string, why: string, cause?: unknown): TuttiError {
  return new TuttiError("score.unwritable", `${file} can't be rewritten: ${why}`, {
    audience: "user",
    hint: "Nothing was changed.",
    cause,
  });
}
