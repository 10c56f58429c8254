import { RE2JS } from "re2js";

/**
 * Which files a list of lines in the syntax of a `.gitignore` means: the last line that matches decides, `!` takes away
 * again, and everything below a folder that is meant is meant too, regardless of later lines. Lines that git makes
 * nothing of mean nothing. Paths are those of files, relative to the top. Matching is linear in the path, because RE2
 * does it.
 */
export function gitignoreMatcher(lines: readonly string[]): (path: string) => boolean {
  const rules = lines.flatMap(ruleOf);
  const folders = new Map<string, boolean>();
  const lastOf = (path: string, isFolder: boolean): boolean => {
    const last = rules.findLast(
      (rule) => (isFolder || !rule.onlyFolders) && rule.expression.matches(rule.isWhole ? path : nameIn(path)),
    );
    return last?.takesAway === false;
  };
  const isInside = (folder: string): boolean => {
    if (folder === "") return false;
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const answer = isInside(folderOf(folder)) || lastOf(folder, true);
    if (folders.size < mostRemembered) folders.set(folder, answer);
    return answer;
  };
  return (path) => isInside(folderOf(path)) || lastOf(path, false);
}

/** Folders: a tool may name a file that is not there, in any number of them. */
const mostRemembered = 10_000;
// Longer than any path.
const longestLine = 4_096;

interface IgnoreRule {
  readonly takesAway: boolean;
  readonly onlyFolders: boolean;
  /** It is about the path from the top; else about the last step of it. */
  readonly isWhole: boolean;
  readonly expression: RE2JS;
}

function ruleOf(written: string): readonly IgnoreRule[] {
  const line = withoutSpaces(written.replace(/\r?\n$/, ""));
  if (line === "" || line.startsWith("#") || line.length > longestLine || !line.isWellFormed()) return [];
  const takesAway = line.startsWith("!");
  const said = takesAway ? line.slice(1) : line;
  const onlyFolders = said.endsWith("/");
  const pattern = onlyFolders ? said.slice(0, -1) : said;
  const isWhole = pattern.includes("/");
  const source = translated(pattern.replace(/^\//, ""));
  return source === null ? [] : [{ takesAway, onlyFolders, isWhole, expression: RE2JS.compile(source, RE2JS.DOTALL) }];
}

/** Spaces at the end don't count, unless a backslash stands before them. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line.charAt(end - 1) === " " && !isEscaped(line, end - 1)) end--;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let first = at;
  while (line.charAt(first - 1) === "\\") first--;
  return (at - first) % 2 === 1;
}

/** The regular expression; `null`: nothing can match it. */
function translated(pattern: string): string | null {
  let source = "";
  for (let at = 0; at < pattern.length; ) {
    const part = partAt(pattern, at);
    if (part === null) return null;
    source += part.source;
    at = part.next;
  }
  return source === "" ? null : source;
}

interface Part {
  readonly source: string;
  readonly next: number;
}

function partAt(pattern: string, at: number): Part | null {
  const letter = letterAt(pattern, at);
  switch (letter) {
    case "*":
      return starsAt(pattern, at);
    case "?":
      return { source: "[^/]", next: at + 1 };
    case "[":
      return classAt(pattern, at);
    case "\\": {
      const meant = letterAt(pattern, at + 1);
      return meant === "" ? null : { source: RE2JS.quote(meant), next: at + 1 + meant.length };
    }
    default:
      return { source: RE2JS.quote(letter), next: at + letter.length };
  }
}

/** Two or more stars are any number of steps where they are a whole step, else no more than one star. */
function starsAt(pattern: string, at: number): Part {
  let next = at;
  while (pattern.charAt(next) === "*") next++;
  const isStep =
    next - at > 1 &&
    (at === 0 || pattern.charAt(at - 1) === "/") &&
    (next === pattern.length || pattern.charAt(next) === "/");
  if (!isStep) return { source: "[^/]*", next };
  return next === pattern.length ? { source: ".*", next } : { source: "(?:.*/)?", next: next + 1 };
}

/** First and last letters of what the classes hold. */
const classes: ReadonlyMap<string, readonly (readonly [number, number])[]> = new Map(
  Object.entries({
    alnum: ["09", "AZ", "az"],
    alpha: ["AZ", "az"],
    blank: ["\t\t", "  "],
    cntrl: ["\u0000\u001f", "\u007f\u007f"],
    digit: ["09"],
    graph: ["!~"],
    lower: ["az"],
    print: [" ~"],
    punct: ["!/", ":@", "[`", "{~"],
    space: ["\t\r", "  "],
    upper: ["AZ"],
    xdigit: ["09", "AF", "af"],
  }).map(([name, ranges]) => [
    name,
    ranges.map((range): [number, number] => [range.charCodeAt(0), range.charCodeAt(1)]),
  ]),
);

/** A choice of letters; a slash is never one of them. */
function classAt(pattern: string, from: number): Part | null {
  let at = from + 1;
  const isNegative = ["!", "^"].includes(pattern.charAt(at));
  if (isNegative) at++;
  let source = "";
  for (let isFirst = true; isFirst || pattern.charAt(at) !== "]"; isFirst = false) {
    const choice = namedAt(pattern, at) ?? rangeAt(pattern, at);
    if (choice === null) return null;
    source += choice.source;
    at = choice.next;
  }
  const next = at + 1;
  if (isNegative) return { source: `[^/${source}]`, next };
  return source === "" ? null : { source: `[${source}]`, next };
}

/** `[:alpha:]`; `null`: nothing of that form stands here. An unknown one matches nothing. */
function namedAt(pattern: string, at: number): Part | null {
  const [whole, name = ""] = /^\[:([a-z]{0,10}):\]/.exec(pattern.slice(at, at + 14)) ?? [];
  if (whole === undefined) return null;
  return {
    source: (classes.get(name) ?? []).map(([low, high]) => rangeSource(low, high)).join(""),
    next: at + whole.length,
  };
}

function rangeAt(pattern: string, from: number): Part | null {
  const first = classLetter(pattern, from);
  if (first === null) return null;
  const isRange = pattern.charAt(first.next) === "-" && !["", "]"].includes(pattern.charAt(first.next + 1));
  const last = isRange ? classLetter(pattern, first.next + 1) : first;
  if (last === null) return null;
  const [low, high] = [first.source.codePointAt(0) ?? 0, last.source.codePointAt(0) ?? 0];
  return { source: rangeSource(low, high), next: last.next };
}

const slash = 0x2f;

function rangeSource(low: number, high: number): string {
  if (low > high) return "";
  if (low > slash || high < slash) return `${hex(low)}-${hex(high)}`;
  return rangeSource(low, slash - 1) + rangeSource(slash + 1, high);
}

function hex(letter: number): string {
  return `\\x{${letter.toString(16)}}`;
}

function classLetter(pattern: string, from: number): Part | null {
  const at = pattern.charAt(from) === "\\" ? from + 1 : from;
  const source = letterAt(pattern, at);
  return source === "" ? null : { source, next: at + source.length };
}

/** A whole letter, not half of one; empty behind the end. */
function letterAt(text: string, at: number): string {
  const point = text.codePointAt(at);
  return point === undefined ? "" : String.fromCodePoint(point);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
