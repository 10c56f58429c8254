import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import type { Places } from "../home/places.ts";

/** A new folder in the trash, for what belongs together. */
export async function newGrave(places: Places, name: string): Promise<string> {
  await mkdir(places.trash, { recursive: true, mode: 0o700 });
  for (let number = 1; ; number += 1) {
    const grave = join(places.trash, `${name}-${String(number)}`);
    try {
      await mkdir(grave, { mode: 0o700 });
      return grave;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** Moves something there. `elsewhere`: it lies on another disk, so it could only be copied. */
export async function bury(path: string, grave: string): Promise<"buried" | "elsewhere"> {
  try {
    await rename(path, grave);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EXDEV") return "elsewhere";
    if (code !== "ENOENT") throw error;
  }
  return "buried";
}
