import type { Detection, ProjectView } from "../../tool.ts";

/** A configuration file at the top of a project. */
export interface ConfigPlace {
  readonly file: string;
  /** In a shared file: the tool's section. */
  readonly section?: RegExp;
  /** The section's name, for people. */
  readonly shown?: string;
}

export interface FoundConfig extends Detection {
  readonly config: string;
  readonly sections: Sections;
}

/** The first file with something for the tool, in the tool's own order. */
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

/** Without a configuration: a pre-commit hook, or a requirement. */
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
  return file === undefined ? null : { config: null, because: `${requirement} is required by ${file}` };
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

/** As `"ruff>=0.4",`, `ruff = "*"` or `ruff==0.4`, and no longer name. */
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

/** Keys by section. */
type Sections = ReadonlyMap<string, ReadonlySet<string>>;

/** INI: `setup.cfg`, `tox.ini`. */
export function iniSections(text: string): Sections {
  const sections = new Map<string, Set<string>>();
  let current: Set<string> | null = null;
  for (const line of text.split("\n")) {
    const name = /^\[([^\]]{1,200})\]/.exec(line)?.[1]?.trim();
    if (name !== undefined) current = keysOf(sections, name);
    // Indented lines continue the value above.
    const key = /^([\w.-]{1,200})[ \t]{0,100}[=:]/.exec(line)?.[1];
    if (key !== undefined) current?.add(key.toLowerCase());
  }
  return sections;
}

/**
 * Tables of TOML, also as dotted keys or inline. No parser: it reads headers and keys at line starts and skips
 * multi-line strings.
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

/** A quoted segment with a dot is one name. */
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
