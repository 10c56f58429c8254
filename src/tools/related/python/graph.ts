import { posix } from "node:path";

export interface PythonFile {
  readonly path: string;
  /** `null`: deleted or unreadable. */
  readonly text: string | null;
}

/** `dynamic`: files that may import anything. */
export interface ImportGraph {
  readonly importers: ReadonlyMap<string, readonly string[]>;
  readonly dynamic: readonly string[];
}

/**
 * The search path is unknown, so `a.b` means every file that ends in `a/b.py` or `a/b/__init__.py`: a wrong match only
 * runs more tests.
 */
export function importGraph(files: readonly PythonFile[]): ImportGraph {
  const modules = modulesBySuffix(files.map(({ path }) => path));
  const importers = new Map<string, string[]>();
  const dynamic: string[] = [];
  for (const { path, text } of files) {
    const { names, isDynamic } = importsOf(text ?? "");
    if (isDynamic) dynamic.push(path);
    const imported = new Set([...names.flatMap((name) => filesOf(name, path, modules)), ...runBefore(path, modules)]);
    imported.delete(path);
    for (const other of imported) importers.set(other, [...(importers.get(other) ?? []), path]);
  }
  return { importers, dynamic };
}

/** The given files and all that import them. */
export function reaching({ importers, dynamic }: ImportGraph, from: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...from, ...dynamic];
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path)) continue;
    reached.add(path);
    waiting.push(...(importers.get(path) ?? []));
  }
  return reached;
}

type Modules = ReadonlyMap<string, readonly string[]>;

function modulesBySuffix(paths: readonly string[]): Modules {
  const modules = new Map<string, string[]>();
  for (const path of paths) {
    const steps = path.replace(/(?:\/__init__)?\.pyi?$/, "").split("/");
    for (let from = 0; from < steps.length; from += 1) {
      const name = steps.slice(from).join(".");
      const known = modules.get(name);
      if (known === undefined) modules.set(name, [path]);
      else known.push(path);
    }
  }
  return modules;
}

/** An import also runs all parent packages. */
function filesOf(name: string, importer: string, modules: Modules): readonly string[] {
  if (name.startsWith(".")) return relativeFiles(name, importer, modules);
  const steps = name.split(".");
  return steps.flatMap((_, index) => modules.get(steps.slice(0, index + 1).join(".")) ?? []);
}

/** One dot is the importer's package, each further one its parent. */
function relativeFiles(name: string, importer: string, modules: Modules): readonly string[] {
  const dots = /^\.+/.exec(name)?.[0].length ?? 0;
  const folder = posix.join(posix.dirname(importer), ...Array.from({ length: dots - 1 }, () => ".."));
  const steps = name
    .slice(dots)
    .split(".")
    .filter((step) => step !== "");
  const bases = [folder, ...steps.map((_, index) => posix.join(folder, ...steps.slice(0, index + 1)))];
  return bases.flatMap((base) =>
    (modules.get(base.split("/").join(".")) ?? []).filter((path) => isModuleAt(path, base)),
  );
}

function isModuleAt(path: string, base: string): boolean {
  return [`${base}.py`, `${base}.pyi`, `${base}/__init__.py`, `${base}/__init__.pyi`].includes(path);
}

/** Its packages, and the conftest files that pytest loads first. */
function runBefore(path: string, modules: Modules): readonly string[] {
  const folders: string[] = [];
  for (let folder = posix.dirname(path); folder !== "."; folder = posix.dirname(folder)) folders.push(folder);
  const packages = folders.flatMap((folder) =>
    (modules.get(folder.split("/").join(".")) ?? []).filter((file) => isModuleAt(file, folder)),
  );
  const conftests = [...folders, ""].flatMap((folder) => {
    const file = posix.join(folder, "conftest.py");
    return (modules.get(file.slice(0, -".py".length).split("/").join(".")) ?? []).filter(
      (candidate) => candidate === file,
    );
  });
  return [...packages, ...conftests];
}

interface Imports {
  /** Relative ones begin with dots. `from a import b` gives `a` and `a.b`: `b` may be a module. */
  readonly names: readonly string[];
  /** It also imports names that are not literal. */
  readonly isDynamic: boolean;
}

/** Also in strings and comments: a wrong match only runs more tests. */
const statement =
  /(?:^|[;:])[ \t\f]*(?:from[ \t]+(?<from>\.*[\p{L}\p{N}_.]*)[ \t]+import\b[ \t]*(?<bracket>\(?)|import[ \t]+)/gmu;
const byName = /\b(?:import_module|__import__)[ \t]*\([ \t]*(?:(?<quote>["'])(?<name>\.*[\p{L}\p{N}_.]+)\k<quote>)?/gu;

/** No real list is that long. */
const mostInBrackets = 20_000;
const mostStatements = 5_000;

export function importsOf(source: string): Imports {
  const text = source.replaceAll(/\\\r?\n/g, " ");
  const names = new Set<string>();
  let isDynamic = false;
  let count = 0;
  for (const found of text.matchAll(statement)) {
    if (++count > mostStatements) return { names: [...names], isDynamic: true };
    const at = found.index + found[0].length;
    const from = found.groups?.["from"];
    const list = listAt(text, at, found.groups?.["bracket"] === "(");
    if (from === undefined) for (const name of list) names.add(name);
    else for (const name of ["", ...list]) names.add(name === "" ? from : joined(from, name));
  }
  for (const { groups } of text.matchAll(byName)) {
    if (groups?.["name"] === undefined) isDynamic = true;
    else names.add(groups["name"]);
  }
  return { names: [...names], isDynamic };
}

/** Without aliases. */
function listAt(text: string, at: number, isBracketed: boolean): readonly string[] {
  const rest = text.slice(at, at + mostInBrackets);
  const end = rest.search(isBracketed ? /\)/ : /[\r\n;#]/);
  const list = (end === -1 ? rest : rest.slice(0, end)).replaceAll(/#[^\r\n]*/g, "");
  return list.split(",").flatMap((part) => /^[\p{L}\p{N}_.]+/u.exec(part.trim())?.[0] ?? []);
}

function joined(from: string, name: string): string {
  return from.endsWith(".") ? from + name : `${from}.${name}`;
}
