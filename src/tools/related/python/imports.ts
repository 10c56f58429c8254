/** What a Python file imports, as far as its text says. */
export interface Imports {
  /** As `a.b.c`; relative ones begin with dots. For `from a import b` both `a` and `a.b`: `b` may be a module. */
  readonly names: readonly string[];
  /** It also imports what its text does not name. */
  readonly isDynamic: boolean;
}

/** Also behind `;` and `:`, and in texts and comments: what is imported too often only makes more tests run. */
const statement =
  /(?:^|[;:])[ \t\f]*(?:from[ \t]+(?<from>\.*[\p{L}\p{N}_.]*)[ \t]+import\b[ \t]*(?<bracket>\(?)|import[ \t]+)/gmu;
const byName = /\b(?:import_module|__import__)[ \t]*\([ \t]*(?:(?<quote>["'])(?<name>\.*[\p{L}\p{N}_.]+)\k<quote>)?/gu;

/** Somebody's list of names is never that long; a text that only looks like one is not searched for its end. */
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

/** The names that stand there, without what they are called here. */
function listAt(text: string, at: number, isBracketed: boolean): readonly string[] {
  const rest = text.slice(at, at + mostInBrackets);
  const end = rest.search(isBracketed ? /\)/ : /[\r\n;#]/);
  const list = (end === -1 ? rest : rest.slice(0, end)).replaceAll(/#[^\r\n]*/g, "");
  return list.split(",").flatMap((part) => /^[\p{L}\p{N}_.]+/u.exec(part.trim())?.[0] ?? []);
}

function joined(from: string, name: string): string {
  return from.endsWith(".") ? from + name : `${from}.${name}`;
}
