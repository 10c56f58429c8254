import { readFile, writeFile } from "node:fs/promises";
import { type Context } from "../../context.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import type { LeftOut } from "./left-out.ts";

/**
 * Remembers what could not be taken of a folder of the user's before an agent came: a large or unreadable file that was
 * there is not the agent's work, and must not make every sheet look incomplete.
 */
export async function noteLeftOut(index: string, leftOut: readonly LeftOut[]): Promise<void> {
  await writeFile(notePath(index), JSON.stringify(leftOut.map(signOf)));
}

/** What is left out now and was not before. */
export async function newlyLeftOut(context: Context, leftOut: readonly LeftOut[]): Promise<readonly LeftOut[]> {
  if (!isInPlace(context.level) || leftOut.length === 0) return leftOut;
  const text = await readFile(notePath(context.index), "utf8").catch(() => "[]");
  const before = new Set(JSON.parse(text) as string[]);
  // What is ignored makes nothing incomplete; it is told as everywhere.
  return leftOut.filter((item) => item.reason === "ignored" || !before.has(signOf(item)));
}

function signOf({ path, reason, bytes, detail }: LeftOut): string {
  return JSON.stringify([path, reason, bytes, detail ?? null]);
}

function notePath(index: string): string {
  return `${index}.left-out`;
}
