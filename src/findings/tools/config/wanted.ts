import type { Detection, ProjectView } from "../../tool.ts";

/** A file that a tool takes its configuration from, at the top of a project. */
export interface ConfigPlace {
  readonly file: string;
  /** It is shared with others, and says something to this tool only if a section has such a name. */
  readonly section?: RegExp;
  /** How the section is called, for people. */
  readonly shown?: string;
}

export interface FoundConfig extends Detection {
  readonly config: string;
  readonly sections: Sections;
}

/**
 * The first file that says something to the tool; the tool would take the same one, as the places stand in its own
 * order.
 */
export function firstConfig(project: ProjectView, places: readonly ConfigPlace[]): FoundConfig | null {
  for (const { file, section, shown } of places) {
    if (!project.has(file)) continue;
    const text = project.read(file) ?? "";
    const sections = file.endsWith(".toml") ? tomlSections(text) : iniSections(text);
    if (section !== undefined && ![...sections.keys()].some((name) => section.test(name))) continue;
    return { config: file, because: shown === undefined ? file : `${shown} of ${file}`, sections };
  }
  return null;
}

/**
 * Without a configuration of its own, a tool may still be asked for: by a hook of pre-commit, or because it is
 * installed for the project.
 */
export function signOf(
  project: ProjectView,
  { hooks, requirement }: { readonly hooks: readonly string[]; readonly requirement?: string },
): Detection | null {
  const hook = hooks.find((name) => hasHook(project, name));
  if (hook !== undefined) return { config: null, because: `the hook ${hook} of ${hooksFile}` };
  const file =
    requirement === undefined
      ? undefined
      : requirementFiles(project).find((path) => requires(project.read(path) ?? "", requirement));
  return file === undefined ? null : { config: null, because: `${String(requirement)} is required by ${file}` };
}

const hooksFile = ".pre-commit-config.yaml";

function hasHook(project: ProjectView, name: string): boolean {
  const lines = (project.has(hooksFile) ? project.read(hooksFile) : null)?.split("\n") ?? [];
  return lines.some((line) => /^[\s-]{0,100}id:\s{0,100}["']?([\w-]{1,100})/.exec(line)?.[1] === name);
}

function requirementFiles(project: ProjectView): readonly string[] {
  const lists = project.files.filter(
    (path) => /^(?:requirements\/)?[^/]*\.(?:txt|in)$/.test(path) && path.includes("requirements"),
  );
  return ["pyproject.toml", "Pipfile", ...lists].filter((path) => project.has(path));
}

/**
 * As `"ruff>=0.4",`, `ruff = "*"` or, in a list of its own, `ruff==0.4`: the name, and then no letter that would make
 * it another one.
 */
function requires(text: string, name: string): boolean {
  return text.split("\n").some((line) => {
    const start = line.trimStart();
    if (start.startsWith("#") || start.startsWith("[")) return false;
    return (
      isNamed(start.replace(/^["']/, ""), name) || [`"${name}`, `'${name}`].some((quoted) => quotedIn(start, quoted))
    );
  });
}

function quotedIn(line: string, quoted: string): boolean {
  const at = line.indexOf(quoted);
  return at !== -1 && isNamed(line.slice(at + 1), quoted.slice(1));
}

function isNamed(text: string, name: string): boolean {
  return text.startsWith(name) && !/^[\w.-]/.test(text.slice(name.length));
}

/** The sections of a configuration file by their full names, with their keys. */
type Sections = ReadonlyMap<string, ReadonlySet<string>>;

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

/** A quoted segment with a dot is one name, and none that is needed here. */
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
