/**
 * The sections of a configuration file by their full names, and which keys each of them has. Values are nobody's
 * business here.
 */
export type Sections = ReadonlyMap<string, ReadonlySet<string>>;

/** Sections of an INI file: `setup.cfg`, `tox.ini` and the like. */
export function iniSections(text: string): Sections {
  const sections = new Map<string, Set<string>>();
  let current: Set<string> | null = null;
  for (const line of text.split("\n")) {
    const name = /^\[([^\]]{1,200})\]/.exec(line)?.[1]?.trim();
    if (name !== undefined) current = keysOf(sections, name);
    // A line that is indented goes on with the value above it.
    const key = /^([\w.-]{1,200})[ \t]{0,100}[=:]/.exec(line)?.[1];
    if (key !== undefined) current?.add(key.toLowerCase());
  }
  return sections;
}

/**
 * Tables of a TOML file. It is no parser: it looks for headers and keys at the beginnings of lines, and passes over
 * strings that go on for more than one. Tables that are written as dotted keys or inline are tables too.
 */
export function tomlSections(text: string): Sections {
  const sections = new Map<string, Set<string>>();
  let table: readonly string[] = [];
  for (const line of outsideOfStrings(text)) {
    const header = /^[ \t]{0,100}\[\[?([^[\]]{1,500})\]\]?[ \t]{0,100}(?:#|$)/.exec(line)?.[1];
    if (header !== undefined) {
      table = segmentsOf(header);
      keysOf(sections, table.join("."));
      continue;
    }
    const [, key, value = ""] = /^[ \t]{0,100}([\w.'" -]{1,500})=[ \t]{0,100}(\{)?/.exec(line) ?? [];
    if (key === undefined) continue;
    const path = [...table, ...segmentsOf(key)];
    const last = path.pop() ?? "";
    keysOf(sections, path.join(".")).add(last);
    if (value === "{") keysOf(sections, [...path, last].join("."));
  }
  return sections;
}

function keysOf(sections: Map<string, Set<string>>, name: string): Set<string> {
  const known = sections.get(name) ?? new Set<string>();
  sections.set(name, known);
  return known;
}

/** A quoted segment that holds a dot is one name, and none that anybody asks for. */
function segmentsOf(name: string): readonly string[] {
  const segments = name.match(/"[^"]*"|'[^']*'|[^.'"\s]+/g) ?? [];
  return segments.map((segment) => (/^["'].*\..*["']$/.test(segment) ? segment : segment.replaceAll(/["']/g, "")));
}

function* outsideOfStrings(text: string): Generator<string> {
  let closing: string | null = null;
  for (const whole of text.split("\n")) {
    const line = whole.replace(/\r$/, "");
    if (closing !== null) {
      if (line.includes(closing)) closing = null;
      continue;
    }
    yield line;
    const [opening] = /"""|'''/.exec(line) ?? [];
    if (opening !== undefined && !line.trimStart().startsWith("#") && line.split(opening).length % 2 === 0)
      closing = opening;
  }
}
