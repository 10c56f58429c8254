import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { messageOf } from "../base/error.ts";

type ReadReport =
  | { readonly kind: "read" /** `null`: there is none. */; readonly text: string | null }
  | { readonly kind: "unreadable"; readonly why: string };

/** What a tool wrote to the file that it was given. */
export async function readReport(path: string, mostBytes: number): Promise<ReadReport> {
  try {
    const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW);
    try {
      const status = await file.stat();
      if (!status.isFile()) return { kind: "unreadable", why: "its report is not a file" };
      if (status.size > mostBytes)
        return { kind: "unreadable", why: `its report is longer than ${String(mostBytes)} bytes` };
      return { kind: "read", text: await file.readFile("utf8") };
    } finally {
      await file.close();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return { kind: "read", text: null };
    return { kind: "unreadable", why: `its report can't be read: ${messageOf(error)}` };
  }
}
