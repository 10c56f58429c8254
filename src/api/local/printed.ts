import { open } from "node:fs/promises";
import type { ConductorPlaces } from "../../base/conductor-places.ts";

const tailBytes = 4000;
const tailLines = 10;

/** The last of what a conductor printed that did not come up; without any, the last of its log. */
export async function readPrinted(places: ConductorPlaces): Promise<string> {
  const printed = await readTail(places.printed);
  return printed === "" ? readTail(places.log) : printed;
}

async function readTail(path: string): Promise<string> {
  const file = await open(path, "r").catch(() => undefined);
  if (file === undefined) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(Math.min(size, tailBytes)),
      position: Math.max(0, size - tailBytes),
    });
    return buffer.toString("utf8", 0, bytesRead).trim().split("\n").slice(-tailLines).join("\n");
  } finally {
    await file.close();
  }
}
