import { type Source, messageOf, spotOf } from "./fault.ts";
import { parseTemplate } from "./syntax/parse.ts";
import type { Reference } from "./syntax/tree.ts";
import { positionAt } from "./position.ts";
import type { Position, TemplateSource } from "./source.ts";

export type IncludesRead =
  | { readonly kind: "means"; readonly value: TemplateSource }
  | { readonly kind: "wrong"; readonly at: Position; readonly why: string };

const maxFiles = 100;
const maxLength = 1024 * 1024;

/**
 * Finds all the files that a template includes, and those that they include. `read` gives a file's text by its name, or
 * throws.
 */
export function readIncludes(text: string, read: (name: string) => string): IncludesRead {
  const search: Search = { read, files: new Map(), length: 0 };
  if (!text.includes("{%")) return { kind: "means", value: { text, includes: {} } };
  let references: readonly Reference[];
  try {
    ({ references } = parseTemplate({ name: null, text }));
  } catch {
    // Rendering it reports the error, with more detail.
    return { kind: "means", value: { text, includes: {} } };
  }
  for (const reference of references) {
    const why = follow(reference, [], search);
    if (why !== null) return { kind: "wrong", at: positionAt(text, reference.spot.from), why };
  }
  return { kind: "means", value: { text, includes: Object.fromEntries(search.files) } };
}

interface Search {
  readonly read: (name: string) => string;
  readonly files: Map<string, string>;
  length: number;
}

/** Why a file can't be included; `null` when it and all it leads to was read. */
function follow({ name, canBeMissing }: Reference, way: readonly string[], search: Search): string | null {
  if (name.kind !== "constant" || typeof name.value !== "string")
    return "the name of a file must be written out in quotes, so that it is known before anything is rendered";
  const file = name.value;
  const refusal = refusalOf(file);
  if (refusal !== null) return refusal;
  if (way.includes(file)) return `files include each other: ${[...way.slice(way.indexOf(file)), file].join(" → ")}`;
  if (search.files.has(file)) return null;
  let text: string;
  try {
    text = search.read(file);
  } catch (error) {
    return canBeMissing ? null : `${file} can't be included: ${messageOf(error)}`;
  }
  search.files.set(file, text);
  search.length += text.length;
  if (search.files.size > maxFiles) return `more than ${maxFiles} files are included`;
  if (search.length > maxLength) return "all included files together are larger than 1 MB";
  return followAll({ name: file, text }, [...way, file], search);
}

function followAll(source: Source, way: readonly string[], search: Search): string | null {
  try {
    for (const reference of parseTemplate(source).references) {
      const why = follow(reference, way, search);
      if (why !== null) return why;
    }
    return null;
  } catch (error) {
    const at = positionAt(source.text, spotOf(error)?.from ?? 0);
    return `in ${source.name ?? ""}:${at.line}:${at.column}: ${messageOf(error)}`;
  }
}

function refusalOf(file: string): string | null {
  if (file === "" || file.includes("\0")) return "a file must have a name, without a NUL in it";
  const isOutside = /^[/\\]|^[A-Za-z]:/.test(file) || file.split(/[/\\]/).includes("..");
  return isOutside ? `${JSON.stringify(file)} leads out of the folder that includes are read from` : null;
}
