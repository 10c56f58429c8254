import { randomBytes } from "node:crypto";
import { chmod, mkdir, open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { messageOf } from "../../base/error.ts";
import { findPlace, findPlaceToWrite } from "./place.ts";

type Refused = { readonly kind: "refused"; readonly reason: string };
export type TextFile =
  | { readonly kind: "text"; readonly text: string; readonly shown: string }
  | { readonly kind: "missing"; readonly reason: string }
  | Refused;
export type Written = { readonly kind: "written"; readonly shown: string; readonly isNew: boolean } | Refused;

const largestBytes = 8 * 1024 * 1024;

export async function readText(context: string, asked: string): Promise<TextFile> {
  const place = await findPlace(context, asked);
  if (place.kind === "refused") return place;
  if (!place.exists) return { kind: "missing", reason: `${place.shown} does not exist` };
  try {
    const stats = await stat(place.path);
    if (stats.isDirectory()) return refused(`${place.shown} is a folder`);
    // A FIFO or device would block.
    if (!stats.isFile()) return refused(`${place.shown} is not a regular file`);
    if (stats.size > largestBytes) return refused(`${place.shown} has ${stats.size} bytes: too large to be read whole`);
    return { kind: "text", shown: place.shown, text: utf8.decode(await readFile(place.path)) };
  } catch (error) {
    return refused(error instanceof TypeError ? `${place.shown} is not UTF-8 text` : messageOf(error));
  }
}

// Decoding other bytes, or dropping a byte order mark, would change the file on writing.
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Replaces the file, never writes into it: it may be linked from outside the context, or have become a link. */
export async function replaceText(context: string, asked: string, text: string): Promise<Written> {
  const place = await findPlaceToWrite(context, asked);
  if (place.kind === "refused") return place;
  try {
    const old = place.exists ? await stat(place.path) : null;
    if (old !== null && !old.isFile())
      return refused(`${place.shown} is ${old.isDirectory() ? "a folder" : "not a regular file"}`);
    await mkdir(dirname(place.path), { recursive: true });
    await putFile(place.path, text, old?.mode ?? null);
    return { kind: "written", shown: place.shown, isNew: old === null };
  } catch (error) {
    return refused(messageOf(error));
  }
}

async function putFile(path: string, text: string, mode: number | null): Promise<void> {
  const draft = join(dirname(path), `.tutti-${randomBytes(8).toString("hex")}`);
  try {
    const file = await open(draft, "wx");
    try {
      await file.writeFile(text);
    } finally {
      await file.close();
    }
    if (mode !== null) await chmod(draft, mode & 0o777);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function refused(reason: string): Refused {
  return { kind: "refused", reason };
}
