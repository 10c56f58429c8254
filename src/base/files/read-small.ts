import { open } from "node:fs/promises";
import { constants } from "node:fs";
import { messageOf } from "../error.ts";

type SmallRead =
  | { readonly kind: "read"; readonly text: string }
  | { readonly kind: "absent" }
  | { readonly kind: "unreadable"; readonly why: string };

const maxBytes = 256 * 1024;

/**
 * The text of a file of settings. One of a project may be anything: a pipe, a device or a link to one
 * must not hold us up.
 */
export async function readSmall(path: string): Promise<SmallRead> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      const status = await file.stat();
      if (!status.isFile()) return { kind: "unreadable", why: "it is not a file" };
      if (status.size > maxBytes) return { kind: "unreadable", why: "it is larger than 256 KiB" };
      return { kind: "read", text: new TextDecoder("utf-8", { fatal: true }).decode(await file.readFile()) };
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { kind: "absent" };
    return { kind: "unreadable", why: error instanceof TypeError ? "it is not UTF-8 text" : messageOf(error) };
  }
}
