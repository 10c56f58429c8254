import type { Source, Spot } from "./fault.ts";
import type { Template } from "./syntax/tree.ts";
import type { Position, TemplateSource } from "./source.ts";

interface Whole {
  readonly source: TemplateSource;
  readonly read: (source: Source) => Template;
}

/** Where a person looks for a fault: in the template itself; if an included file has it, `why` names the file. */
export function inTemplate(
  why: string,
  spot: Spot | null,
  whole: Whole,
): { readonly at: Position; readonly why: string } {
  if (spot === null) return { at: { line: 1, column: 1 }, why };
  const at = positionAt(spot.source.text, spot.from);
  const file = spot.source.name;
  if (file === null) return { at, why };
  return { at: leadingTo(file, whole), why: `in ${file}:${at.line}:${at.column}: ${why}` };
}

export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n?|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** Where the template names the file, or one through which it comes to it. */
function leadingTo(file: string, { source, read }: Whole): Position {
  const reaches = (name: string, seen: Set<string>): boolean => {
    if (name === file) return true;
    const text = Object.hasOwn(source.includes, name) ? source.includes[name] : undefined;
    if (text === undefined || seen.has(name)) return false;
    seen.add(name);
    return namesIn(() => read({ name, text })).some(({ name: next }) => reaches(next, seen));
  };
  const reference = namesIn(() => read({ name: null, text: source.text })).find(({ name }) => reaches(name, new Set()));
  return reference === undefined ? { line: 1, column: 1 } : positionAt(source.text, reference.from);
}

function namesIn(read: () => Template): readonly { readonly name: string; readonly from: number }[] {
  try {
    return read().references.flatMap(({ name, spot }) =>
      name.kind === "constant" && typeof name.value === "string" ? [{ name: name.value, from: spot.from }] : [],
    );
  } catch {
    // It is this file that can't be read as a template.
    return [];
  }
}
