import { readFile } from "node:fs/promises";
import { TuttiError } from "../../../base/error.ts";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import { objectionTo } from "../certificate/certificate.ts";
import type { MergeDesk } from "./desk.ts";

export interface FilesWish {
  /** Where the files lie. */
  readonly folder: string;
  readonly files: Sides<string>;
  /** By whose name the language is known. */
  readonly path: string;
}

export type FileMerge =
  /** `git`: it found no conflict. */
  | { readonly kind: "merged"; readonly text: Buffer; readonly way: string; readonly reason: string }
  /** With as few regions between git's marks as possible. */
  | { readonly kind: "conflict"; readonly text: Buffer; readonly regions: number };

/** Merges three files. No tests judge it, so only merges count in which no side touches what the other changed. */
export async function mergeFiles(desk: MergeDesk, { folder, files, path }: FilesWish): Promise<FileMerge> {
  const labels = ["-L", "ours", "-L", "base", "-L", "theirs"];
  const exit = await desk.git.ask(folder, ["merge-file", "-p", ...labels, files.ours, files.base, files.theirs]);
  if (exit.code === 0) return { kind: "merged", text: exit.stdout, way: "git", reason: "no conflict" };
  // Up to 127 it counts conflicts.
  if (exit.code > 127)
    throw new TuttiError("merge.unreadable", `git can't merge ${path} as text: ${exit.stderr.trim()}`, {
      audience: "user",
      hint: "Binary files can't be merged: choose one side.",
    });
  const texts = await textsOf(files);
  const { proposals, rest } = texts === undefined ? { proposals: [], rest: null } : await desk.propose(path, texts);
  const good = proposals.find(
    ({ isPreserving, text }) =>
      isPreserving && texts !== undefined && objectionTo({ ...texts, merged: text }) === undefined,
  );
  if (good !== undefined) return { kind: "merged", text: Buffer.from(good.text), way: good.way, reason: good.reason };
  return rest === null || rest.regions === 0
    ? { kind: "conflict", text: exit.stdout, regions: exit.code }
    : { kind: "conflict", text: Buffer.from(rest.text), regions: rest.regions };
}

/** `undefined`: one is no UTF-8, and must not be changed on the way. */
async function textsOf({ base, ours, theirs }: Sides<string>): Promise<Sides<string> | undefined> {
  const [before, mine, yours] = await Promise.all([base, ours, theirs].map((path) => readFile(path)));
  const all = [before, mine, yours].map((bytes) => {
    const text = bytes?.toString("utf8") ?? "";
    return bytes !== undefined && Buffer.from(text).equals(bytes) ? text : undefined;
  });
  const [one, two, three] = all;
  return one === undefined || two === undefined || three === undefined
    ? undefined
    : { base: one, ours: two, theirs: three };
}
