import { RE2JS } from "re2js";
import type { Meaning } from "../source/shape.ts";

const maxLength = 1000;
const maxNesting = 10;

/**
 * Which paths a list of globs means. Paths are relative to the root and have `/` between their steps. `*` and `?` stay
 * within a step, and match dots too; `**` is any number of whole steps; a glob that ends in `/` means everything below.
 * A leading `!` takes away again what earlier ones gave: the last that matches decides. For every list, matching takes
 * time that is linear in the path, because RE2 does it.
 */
export function globMatcher(patterns: readonly string[]): Meaning<(path: string) => boolean> {
  const globs: Glob[] = [];
  for (const written of patterns) {
    const glob = globOf(written);
    if (glob.kind === "wrong")
      return { kind: "wrong", why: `the glob ${JSON.stringify(written.slice(0, 80))} ${glob.why}` };
    globs.push(glob.value);
  }
  if (globs.length > 0 && globs.every((glob) => glob.takesAway))
    return { kind: "wrong", why: 'globs that all begin with ! match nothing; begin with "**"' };
  return {
    kind: "means",
    value: (path) => globs.findLast((glob) => glob.expression.matches(path))?.takesAway === false,
  };
}

interface Glob {
  readonly takesAway: boolean;
  readonly expression: RE2JS;
}

function globOf(written: string): Meaning<Glob> {
  const takesAway = written.startsWith("!");
  const bare = takesAway ? written.slice(1) : written;
  const whole = bare.endsWith("/") ? `${bare}**` : bare;
  const fault = faultOf(whole);
  if (fault !== null) return { kind: "wrong", why: fault };
  const source = translated({ text: whole, at: 0 }, 0);
  return source.kind === "wrong"
    ? source
    : { kind: "means", value: { takesAway, expression: RE2JS.compile(source.value, RE2JS.DOTALL) } };
}

function faultOf(glob: string): string | null {
  if (glob === "") return "is empty";
  if (glob.length > maxLength) return `is longer than ${String(maxLength)} characters`;
  if (glob.includes("\0") || !glob.isWellFormed()) return "contains characters that no path has";
  if (glob.startsWith("/")) return "begins with /; globs are relative to the root";
  if (glob.split("/").some((step) => step === "" || step === "." || step === ".."))
    return "has an empty step, . or .. in it; write the plain path";
  return null;
}

interface Cursor {
  readonly text: string;
  at: number;
}

/** The regular expression for what comes next: up to the end, or within braces up to the `,` or `}` after it. */
function translated(cursor: Cursor, nesting: number): Meaning<string> {
  let source = "";
  while (cursor.at < cursor.text.length) {
    const next = cursor.text.charAt(cursor.at);
    if (nesting > 0 && (next === "," || next === "}")) break;
    const part = translatedPart(cursor, next, nesting);
    if (part.kind === "wrong") return part;
    source += part.value;
  }
  return means(source);
}

function translatedPart(cursor: Cursor, next: string, nesting: number): Meaning<string> {
  switch (next) {
    case "*":
      return stars(cursor);
    case "?":
      cursor.at++;
      return means("[^/]");
    case "[":
      return choiceOfCharacters(cursor);
    case "{":
      return nesting < maxNesting ? choiceOfGlobs(cursor, nesting + 1) : wrong("has too many { within each other");
    case "}":
      return wrong("has a } without a {; write \\} for the character");
    case "\\":
      return escaped(cursor);
    default:
      return means(RE2JS.quote(characterAt(cursor)));
  }
}

function stars(cursor: Cursor): Meaning<string> {
  const { text, at } = cursor;
  if (text.charAt(at + 1) !== "*") {
    cursor.at++;
    return means("[^/]*");
  }
  const after = text.charAt(at + 2);
  const isWholeStep = (at === 0 || "/{,".includes(text.charAt(at - 1))) && (after === "" || "/,}".includes(after));
  if (!isWholeStep) return wrong("has ** beside other characters; it stands for whole steps, as in src/**/x");
  cursor.at += after === "/" ? 3 : 2;
  return means(after === "/" ? "(?:[^/]+/)*" : ".+");
}

function choiceOfGlobs(cursor: Cursor, nesting: number): Meaning<string> {
  const choices: string[] = [];
  do {
    cursor.at++;
    const choice = translated(cursor, nesting);
    if (choice.kind === "wrong") return choice;
    choices.push(choice.value);
  } while (cursor.text.charAt(cursor.at) === ",");
  if (cursor.text.charAt(cursor.at) !== "}") return wrong("has a { without a }; write \\{ for the character");
  cursor.at++;
  return means(`(?:${choices.join("|")})`);
}

function choiceOfCharacters(cursor: Cursor): Meaning<string> {
  cursor.at++;
  const isNegative = "!^".includes(cursor.text.charAt(cursor.at) || "-");
  if (isNegative) cursor.at++;
  let source = "";
  for (let isFirst = true; isFirst || cursor.text.charAt(cursor.at) !== "]"; isFirst = false) {
    if (cursor.at >= cursor.text.length) return wrong("has a [ without a ]; write \\[ for the character");
    const range = rangeOfCharacters(cursor);
    if (range.kind === "wrong") return range;
    source += range.value;
  }
  cursor.at++;
  return means(isNegative ? `[^/${source}]` : `[${source}]`);
}

function rangeOfCharacters(cursor: Cursor): Meaning<string> {
  const first = characterAt(cursor);
  const isRange = cursor.text.charAt(cursor.at) === "-" && ![undefined, "]"].includes(cursor.text[cursor.at + 1]);
  if (isRange) cursor.at++;
  const last = isRange ? characterAt(cursor) : first;
  const [from, to] = [first.codePointAt(0) ?? 0, last.codePointAt(0) ?? 0];
  if (from > to) return wrong(`has the range ${first}-${last}, which runs backwards`);
  if (from <= slash && slash <= to) return wrong("has / within []; steps of a path are matched apart");
  return means(`\\x{${from.toString(16)}}-\\x{${to.toString(16)}}`);
}

const slash = 0x2f;

function escaped(cursor: Cursor): Meaning<string> {
  cursor.at++;
  if (cursor.at >= cursor.text.length) return wrong("ends in a \\ that nothing follows");
  return means(RE2JS.quote(characterAt(cursor)));
}

/** A whole character, not one of the halves that the runtime makes of some. */
function characterAt(cursor: Cursor): string {
  const character = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  cursor.at += character.length;
  return character;
}

function means(value: string): Meaning<string> {
  return { kind: "means", value };
}

function wrong(why: string): Meaning<never> {
  return { kind: "wrong", why };
}
