import type { Extension, Injection } from "../schema/sheet.ts";
import type { MozartInjection } from "./schema.ts";

/** Mozart takes a text for a file when it ends like the name of one; here it also has to be there. */
export function translatedExtensions(written: readonly string[], exists: (name: string) => boolean): Extension[] {
  return written.map((text) => (/^[^\n]+\.(?:md|txt)$/.test(text) && exists(text) ? { file: text } : { text }));
}

export function translatedInjections(
  written: readonly MozartInjection[],
  variables: ReadonlyMap<string, unknown>,
): Injection[] {
  return written.map((injection) => {
    if ("directory" in injection) return { directory: onePath(injection.directory, variables), as: injection.as };
    return { file: onePath(injection.file, variables), as: injection.as };
  });
}

/**
 * `{workspace}` may also have single braces. A path with a template that is not absolute lies in Mozart's workspace.
 */
function onePath(written: string, variables: ReadonlyMap<string, unknown>): string {
  const path = written.replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, "{{ $1 }}");
  if (!path.includes("{{") || /^[/~]/.test(path)) return path;
  if (!path.startsWith("{{")) return `{{ workspace }}/${path}`;
  const first = /^\{\{-?\s*(\w+)\s*-?\}\}/.exec(path)?.[1];
  const begin = first === undefined ? undefined : variables.get(first);
  return typeof begin === "string" && !/^[/~]/.test(begin) ? `{{ workspace }}/${path}` : path;
}
