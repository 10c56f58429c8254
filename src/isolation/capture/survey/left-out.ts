import { readFile, writeFile } from "node:fs/promises";
import type { Context } from "../../context.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";

/** A path that a capture does not hold, and why. Paths are raw bytes as latin1. */
export interface LeftOut {
  readonly path: string;
  readonly reason:
    | "ignored"
    | "ignored by a rule of its own"
    | "special file"
    | "special file in place of a tracked one"
    | "unreadable"
    | "too large"
    | "nested repository's history"
    | "submodule"
    | "refused by git"
    | "in a prepared folder"
    | "link of a prepared folder"
    | "unreadable history";
  readonly bytes: number | null;
  readonly detail?: string;
}

/** Nothing is lost with it: it can be made again, or leads to what stays. */
export function mayGo({ reason }: Pick<LeftOut, "reason">): boolean {
  return reason === "ignored" || reason === "in a prepared folder" || reason === "link of a prepared folder";
}

/** A larger file stays where it is and is listed. */
export const largestFile = 256 * 1024 * 1024;

/**
 * Remembers what could not be captured in the user's folder before an agent came: such a file is not the agent's work.
 */
export async function noteLeftOut(index: string, leftOut: readonly LeftOut[]): Promise<void> {
  await writeFile(notePath(index), JSON.stringify(leftOut.map(signOf)));
}

export async function newlyLeftOut(context: Context, leftOut: readonly LeftOut[]): Promise<readonly LeftOut[]> {
  if (!isInPlace(context.level) || leftOut.length === 0) return leftOut;
  const text = await readFile(notePath(context.index), "utf8").catch(() => "[]");
  const before = new Set(JSON.parse(text) as string[]);
  // Ignored files are listed as everywhere.
  return leftOut.filter((item) => item.reason === "ignored" || !before.has(signOf(item)));
}

function signOf({ path, reason, bytes, detail }: LeftOut): string {
  return JSON.stringify([path, reason, bytes, detail ?? null]);
}

function notePath(index: string): string {
  return `${index}.left-out`;
}

/**
 * Tracked paths that ignore rules hide: the agent added them by force. The names come from the agent's repository, so
 * one may lead out of the folder. Hidden folders end in `/`.
 */
export function forcedAmong(tracked: ReadonlySet<string>, hidden: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    [...tracked].filter(
      (path) => (hidden.has(path) || foldersOf(path).some((folder) => hidden.has(folder))) && isInside(path),
    ),
  );
}

/** Every folder on the way to a path, with a `/` at the end. */
export function foldersOf(path: string): readonly string[] {
  return [...path.matchAll(/\//g)].map(({ index }) => path.slice(0, index + 1));
}

function isInside(path: string): boolean {
  return path.split("/").every((part) => part !== "" && part !== "." && part !== ".." && part.toLowerCase() !== ".git");
}
