import { createHash } from "node:crypto";

/** A file as git keeps it. */
export interface FileFact {
  readonly mode: "100644" | "100755" | "120000";
  readonly content: string;
}

/** All files of a tree, by path. */
export type Files = ReadonlyMap<string, FileFact>;

export function plainFile(content: string): FileFact {
  return { mode: "100644", content };
}

/** The object name git gives a file, worked out without git: the judge must not ask the accused. */
export function blobName(content: string): string {
  const bytes = Buffer.from(content);
  return createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");
}

/** Paths at which two trees differ. */
export function differences(one: Files, other: Files): readonly string[] {
  const paths = new Set([...one.keys(), ...other.keys()]);
  return [...paths].filter((path) => !isSame(one.get(path), other.get(path))).sort();
}

function isSame(one: FileFact | undefined, other: FileFact | undefined): boolean {
  return one?.mode === other?.mode && one?.content === other?.content;
}
