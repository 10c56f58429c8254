import { oneLine } from "../../../base/text.ts";
import { placeOf } from "./place.ts";
import { type Script, filesRunBy, scriptsOf } from "./scripts.ts";
import { type Word, advice, assignment, baseOf, literal, programAt, valueMark } from "./word.ts";

/** Where values go by way of the shell's own variables, functions, files and other shells, as far as the text shows it. */
export interface Flow {
  readonly stored: { readonly name: string; readonly text: string }[];
  /** Texts that are run: their expansions must not hold a value. */
  readonly run: string[];
  /** Texts that are calculated with, where a bare name is one of a variable. */
  readonly sums: string[];
  /** Words that a program would take for an option if they began with a dash. */
  readonly options: string[];
  /** The contents of `${…}`. */
  readonly parameters: string[];
  readonly functions: Set<string>;
  readonly commands: {
    readonly name: string;
    readonly words: readonly string[];
    readonly runs: readonly string[];
    readonly isPiped: boolean;
  }[];
  readonly scripts: Script[];
  readonly files: { readonly written: string[]; readonly run: string[] };
  /** Names of variables that hold a value before the text begins. */
  readonly given: ReadonlySet<string>;
  /** Whether one of the values begins with a dash. */
  hasDash: boolean;
}

export function newFlow(given: ReadonlySet<string> = new Set()): Flow {
  return {
    stored: [],
    run: [],
    sums: [],
    options: [],
    parameters: [],
    functions: new Set(),
    commands: [],
    scripts: [],
    files: { written: [], run: [] },
    given,
    hasDash: false,
  };
}

const declaring = new Set(["declare", "typeset", "local", "export", "readonly"]);
const reading = new Set(["read", "mapfile", "readarray"]);
const testing = new Set(["case", "for", "select", "[[", "[", "test"]);
/** Represents `$1` and the like. */
const positional = "@";

/** Takes down what a command stores, and which of its words are run. */
export function noteCommand(
  flow: Flow,
  words: readonly Word[],
  { hasText, isPiped }: { hasText: boolean; isPiped: boolean },
): void {
  const start = programAt(words);
  for (const word of words.slice(0, start)) store(flow, word);
  const own = words.slice(start);
  const name = literal(own[0]) ?? "";
  if (words[start - 1]?.text === "function") flow.functions.add(name);
  noteStored(flow, own, hasText);
  const runs = filesRunBy(own);
  flow.commands.push({ name: baseOf(name), words: own.map(({ text }) => text), runs, isPiped });
  flow.scripts.push(...scriptsOf(own));
  flow.files.run.push(...runs);
  if (testing.has(name)) return;
  for (const [index, word] of own.entries()) {
    if (!word.hasExpansion) continue;
    if (placeOf(own, { index, prefix: "", value: "x y" }) !== "data") flow.run.push(word.text);
    else if (/^["$]/.test(word.text) && placeOf(own, { index, prefix: "", value: "-x" }) !== "data")
      flow.options.push(word.text);
  }
}

function noteStored(flow: Flow, own: readonly Word[], hasText: boolean): void {
  const name = literal(own[0]) ?? "";
  const rest = own.slice(1);
  const text = rest.map((word) => word.text).join(" ");
  const put = (into: string, held: string): void => {
    flow.stored.push({ name: into, text: held });
  };
  // Without `in`, a loop goes through the parameters.
  if (name === "for" || name === "select")
    put(rest[0]?.text ?? "", rest.some((word) => word.text === "in") ? text : "$@");
  else if (name === "set") put(positional, text);
  else if (name === "getopts") for (const word of ["OPTARG", rest[1]?.text ?? ""]) put(word, "$@");
  else if (name === "printf" && rest[0]?.text === "-v") put(rest[1]?.text ?? "", text);
  else if (reading.has(name) && hasText)
    for (const word of ["REPLY", "MAPFILE", ...rest.map((one) => one.text)]) put(word, valueMark);
  else if (declaring.has(name)) {
    for (const word of rest) store(flow, word);
    if (rest.some((word) => /^-\w*i/.test(word.text))) flow.sums.push(text);
  } else if (name === "let") flow.sums.push(text);
}

function store(flow: Flow, word: Word): void {
  const name = assignment.exec(word.text)?.[1];
  if (name !== undefined) flow.stored.push({ name, text: word.text });
}

/** Why another text may run a value that the variables of these names hold; `null`: it is shown not to. */
export type Follow = (text: string, names: ReadonlySet<string>, hasDash: boolean) => string | null;

/** Variables that programs take for code, or for where to find it. */
export const telling =
  /^(?:PATH|IFS|ENV|BASH_ENV|PS\d|PROMPT_COMMAND|SHELL|SHELLOPTS|BASHOPTS|CDPATH|LD_\w+|DYLD_\w+|GIT_\w+|PYTHON\w*|PERL5\w+|RUBY\w+|NODE_\w+|\w*EDITOR|VISUAL|\w*PAGER|LESSOPEN|MAKEFLAGS|TUTTI_\w+)$/;

/** Why a value that was stored is run or calculated with later; `null`: nothing shows that it is. */
export function flowFault(flow: Flow, hasText: boolean, follow: Follow): string | null {
  if (!hasText) return null;
  const written = writtenFiles(flow, new Set());
  const names = namesWithValues(flow, written);
  const told = [...names].find((name) => telling.test(name) && !flow.given.has(name));
  if (told !== undefined) return `a value must not be put into ${told}, which says what is run; ${advice}`;
  if (flow.run.some((text) => mentions(text, names))) return `a variable that holds a value must not be run; ${advice}`;
  if (flow.hasDash && flow.options.some((text) => mentions(text, names)))
    return `a variable that holds a value with a dash at its start must not stand where an option may; put -- before it, or ${advice}`;
  if (isCalculated(flow, names))
    return `the shell must not calculate with a variable that holds a value: what it calculates can run commands; ${advice}`;
  return fileFault(flow, writtenFiles(flow, names)) ?? scriptFault(flow, names, follow);
}

function namesWithValues(flow: Flow, files: ReadonlySet<string>): ReadonlySet<string> {
  const names = new Set(flow.given);
  const calls = flow.commands
    .filter(({ name }) => flow.functions.has(name))
    .map(({ words }) => ({ name: positional, text: words.slice(1).join(" ") }));
  for (let before = -1; before < names.size; ) {
    before = names.size;
    for (const { name, text } of [...flow.stored, ...calls])
      if (text.includes(valueMark) || mentions(text, names) || namesFile(text, files)) names.add(name);
  }
  return names;
}

/** Programs that look at files and write none of them. */
const readers = new Set(
  "test [ [[ grep egrep fgrep rg cat wc head tail diff cmp ls stat chmod file rm for case".split(" "),
);

/** Files that may hold a value: those that the text writes to, and those that a command with a value in it names. */
function writtenFiles(flow: Flow, names: ReadonlySet<string>): ReadonlySet<string> {
  const named = flow.commands
    .filter(({ name }) => !readers.has(name))
    .filter(({ words, isPiped }) => isPiped || words.some((word) => word.includes(valueMark) || mentions(word, names)))
    .flatMap(({ words, runs }) =>
      words
        .slice(1)
        .filter((word) => !runs.includes(word))
        .map((word) => word.replace(/^\w+=/, "")),
    );
  return new Set(
    [...flow.files.written, ...named].map(plainPath).filter((path) => path !== "" && !/^-|^\d$|^\/dev\//.test(path)),
  );
}

function plainPath(path: string): string {
  return path.replace(/^(?:\.\/+)+/, "");
}

function namesFile(text: string, files: ReadonlySet<string>): boolean {
  return /[$<`]/.test(text) && text.split(/[\s"'();|&<>`$]+/).some((word) => word !== "" && files.has(plainPath(word)));
}

function fileFault(flow: Flow, written: ReadonlySet<string>): string | null {
  const writes = flow.files.written.some((path) => !/^\/dev\/|^\d$/.test(path));
  const found = flow.files.run.find((path) => written.has(plainPath(path)) || (path.includes("$") && writes));
  if (found === undefined && !flow.run.some((text) => namesFile(text, written))) return null;
  return `the command must not run ${found ?? "a file"} that it writes itself, because a value may be in it; ${advice}`;
}

function scriptFault(flow: Flow, names: ReadonlySet<string>, follow: Follow): string | null {
  for (const { text, hasExpansion, args, isReadable } of flow.scripts) {
    const own = new Set([...names].filter((name) => name !== positional));
    if (args === null ? names.has(positional) : args.includes(valueMark) || mentions(args, names)) own.add(positional);
    if (own.size === 0) continue;
    const isUnknown = (hasExpansion && own.has(positional)) || !isReadable;
    if (isUnknown && (own.has(positional) || hasName(text, own)))
      return `a value must not be given to a shell's text that can't be read here; ${advice}`;
    const why = isUnknown ? null : follow(text, own, flow.hasDash);
    if (why !== null) return `in "${shortened(text)}", which a shell runs: ${why}`;
  }
  return null;
}

function shortened(text: string): string {
  return oneLine(text.replaceAll(valueMark, "…"), 60);
}

function isCalculated({ sums, parameters }: Flow, names: ReadonlySet<string>): boolean {
  const indexes = parameters.map((text) =>
    /^[!(]|@P$/.test(text) ? text : (/^\w+(?:\[(.*)\]|:(?![-=+?])(.*))/s.exec(text)?.slice(1).join(" ") ?? ""),
  );
  return [...sums, ...indexes].some((text) => hasName(text, names) || mentions(text, names));
}

function hasName(text: string, names: ReadonlySet<string>): boolean {
  return [...names].some((name) =>
    name === positional ? /^!\d/.test(text) : new RegExp(`(?<!\\w)${escaped(name)}(?!\\w)`).test(text),
  );
}

function mentions(text: string, names: ReadonlySet<string>): boolean {
  if (/\$\{?[!#]?TUTTI_VALUE_/.test(text)) return true;
  return [...names].some((name) =>
    name === positional
      ? /\$\{?!?[@*\d]/.test(text)
      : new RegExp(`\\$\\{?(?:\\([^)]*\\))?[!#]?${escaped(name)}(?!\\w)`).test(text),
  );
}

function escaped(name: string): string {
  return name.replaceAll(/\W/g, String.raw`\$&`);
}
