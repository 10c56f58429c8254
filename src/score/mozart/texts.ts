import { builtInNames } from "../resolve/scene.ts";
import type { Extension, Injection } from "../schema/sheet.ts";
import { suggestion } from "../source/nearest.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import type { MozartInjection } from "./schema.ts";

/** The kind of a Mozart text: in a path every brace is a placeholder, elsewhere braces have uses of their own. */
type Style = "path" | "command" | "text";

export interface TextPlace {
  readonly names: ReadonlySet<string>;
  readonly path: KeyPath;
  readonly report: Report;
}

// Not placeholders: ${x} is the shell's, \p{x} and \{ a regular expression's.
const braces =
  /\{\{(?<expression>.*?)\}\}|(?<![$\\]|\\[pP])\{(?<name>[A-Za-z_]\w*)(?::0?(?<width>[1-9]\d?)d)?\}|\$?\{[%#]|\{\{/gs;

/**
 * A path, command or pattern of Mozart's in the one syntax of templates. `{sheet_num}` is filled in as before and
 * `{{ sheet_num }}` works too; anything else that looks like a template stays plain text.
 */
export function translatedText(written: string, style: Style, place: TextPlace): string {
  return written.replaceAll(braces, (whole: string, ...rest: readonly unknown[]) => {
    const { expression, name, width } = rest.at(-1) as Readonly<
      Record<"expression" | "name" | "width", string | undefined>
    >;
    if (name !== undefined) return placeholder({ whole, name, width }, style, place);
    if (expression !== undefined) return mixedUp(whole, expression, place);
    // A shell's ${#x} is read as it is in a command, and nowhere else.
    return style === "command" && whole === "${#" ? whole : `{% raw %}${whole}{% endraw %}`;
  });
}

/** `{sheet_num}`, and in paths `{sheet_num:02d}`. */
function placeholder(
  found: { whole: string; name: string; width: string | undefined },
  style: Style,
  { names, path, report }: TextPlace,
): string {
  const { whole, name, width } = found;
  if (width !== undefined && style !== "path") return whole;
  if (isKnown(name, names)) return width === undefined ? `{{ ${name} }}` : `{{ "%0${width}d" % ${name} }}`;
  const hint = suggestion(name, [...builtInNames, ...names]);
  if (style === "path" || hint !== "")
    report(style === "path" ? "V101" : "V404", path, `there is no ${whole} to fill in${hint}`);
  return whole;
}

/** `{{ sheet_num }}` where Mozart wants `{sheet_num}`. */
function mixedUp(whole: string, expression: string, { names, path, report }: TextPlace): string {
  const first = /^\s*([A-Za-z_]\w*)/.exec(expression)?.[1] ?? "";
  if (isKnown(first, names)) {
    report("V201", path, `${whole} is filled in here; Mozart left it as it was`);
    return whole;
  }
  report("V404", path, `${whole} is left as it is: there is no such variable`);
  return `{% raw %}${whole}{% endraw %}`;
}

function isKnown(name: string, names: ReadonlySet<string>): boolean {
  return builtInNames.has(name) || names.has(name);
}

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
