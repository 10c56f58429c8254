import type { TreeSha } from "../../base/ids.ts";
import { isFile } from "../../git/objects/bytes/tree-bytes.ts";
import type { Objects } from "../../git/objects/objects.ts";
import { entryAt } from "../../git/objects/trees/compare.ts";
import { globMatcher } from "../../score/match/glob.ts";

/** The attributes for merging a file, from the `.gitattributes` files of a tree. */
export interface MergeAttributes {
  /** `-merge`, `merge=binary` or `binary`: it is never merged as text. */
  readonly isClosed: boolean;
  /** `merge=union`: lines of both sides are right in any order. */
  readonly isUnion: boolean;
  /** `linguist-generated`: a program made it. */
  readonly isGenerated: boolean;
}

/** A file with attributes, in a folder (`""`: the root). */
export interface AttributeFile {
  readonly folder: string;
  readonly text: string;
}

const mostBytes = 1_000_000;

/** The attribute files that speak of a path, those of the root first: later ones win. Paths are raw bytes (latin1). */
export async function attributeFilesFor(
  objects: Objects,
  tree: TreeSha,
  path: string,
): Promise<readonly AttributeFile[]> {
  const steps = path.split("/").slice(0, -1);
  const folders = ["", ...steps.map((_, at) => steps.slice(0, at + 1).join("/"))];
  const found = await Promise.all(
    folders.map(async (folder) => {
      const entry = await entryAt(objects, tree, folder === "" ? ".gitattributes" : `${folder}/.gitattributes`);
      const bytes = entry !== undefined && isFile(entry) ? await objects.readBlob(entry.id, mostBytes) : undefined;
      return bytes === undefined ? [] : [{ folder, text: bytes.toString("utf8") }];
    }),
  );
  return found.flat();
}

/** The last line that names an attribute decides. */
export function mergeAttributes(path: string, files: readonly AttributeFile[]): MergeAttributes {
  const values = new Map(
    files.flatMap(({ folder, text }) => {
      const below = folder === "" ? path : path.slice(folder.length + 1);
      return text.split("\n").flatMap((line) => attributesIn(line, below));
    }),
  );
  const [merge, generated] = [values.get("merge"), values.get("linguist-generated")];
  return {
    isClosed: merge === "false" || merge === "binary",
    isUnion: merge === "union",
    isGenerated: generated === "true",
  };
}

function attributesIn(line: string, path: string): readonly (readonly [string, string])[] {
  const [pattern = "", ...attributes] = line.trim().split(/\s+/);
  const isRule = pattern !== "" && !pattern.startsWith("#") && !pattern.startsWith("[attr]");
  return isRule && matches(pattern, path) ? attributes.flatMap(spelledOut) : [];
}

function spelledOut(written: string): readonly (readonly [string, string])[] {
  if (written === "binary") return [["merge", "false"]];
  const [name = "", value] = written.split("=");
  if (value !== undefined) return [[name, value]];
  if (name.startsWith("-")) return [[name.slice(1), "false"]];
  return name.startsWith("!") ? [[name.slice(1), "unspecified"]] : [[name, "true"]];
}

/** A pattern without a slash means the file's name, in any folder below; one with a slash means the whole path. */
function matches(pattern: string, path: string): boolean {
  const bare = pattern.startsWith('"') && pattern.endsWith('"') ? pattern.slice(1, -1) : pattern;
  const glob = bare.includes("/") ? bare.replace(/^\//, "") : `**/${bare}`;
  const matcher = globMatcher([glob]);
  return matcher.kind === "means" && matcher.value(Buffer.from(path, "latin1").toString("utf8"));
}
