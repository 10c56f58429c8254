import type { Extension, Injection } from "../schema/sheet.ts";
import type { MozartInjection } from "./schema.ts";

/** Mozart takes a text for a file when it ends like the name of one; here it also has to be there. */
export function translatedExtensions(written: readonly string[], exists: (name: string) => boolean): Extension[] {
  return written.map((text) => (/^[^\n]+\.(?:md|txt)$/.test(text) && exists(text) ? { file: text } : { text }));
}

export function translatedInjections(written: readonly MozartInjection[]): Injection[] {
  return written.map((injection) => {
    if ("directory" in injection) return { directory: onePath(injection.directory), as: injection.as };
    return { file: onePath(injection.file), as: injection.as };
  });
}

/** `{workspace}` is written with single braces in Mozart's paths. */
function onePath(path: string): string {
  return path.replaceAll(/(?<!\{)\{(\w+)\}(?!\})/g, "{{ $1 }}");
}
