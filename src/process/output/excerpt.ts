import { clip, flat } from "../../base/text.ts";

/** Output up to this many lines and characters is shown whole; of longer output head, problems and tail. */
const wholeLines = 14;
const mostText = 1_500;
const headLines = 2;
const problemLines = 7;
const tailLines = 5;
const longestLine = 240;
/** Where the lines are too long together. */
const shortLine = 100;

/**
 * The lines of a program's output that explain a failure. They are gathered line by line, because output may be
 * endless.
 */
export interface Excerpt {
  add(stream: "stdout" | "stderr", line: string): void;
  /** The line that tells most, then the others; empty: it printed nothing. */
  text(): string;
}

export function makeExcerpt(): Excerpt {
  const streams = { stdout: gather(), stderr: gather() };
  return {
    add: (stream, line) => {
      streams[stream].add(line);
    },
    text: () => {
      const { stdout, stderr } = streams;
      const lines = shortened([...stdout.shown(), ...stderr.shown()]);
      const [one, other] = [stdout.told(), stderr.told()];
      // Without a line that names a problem, the last words on stderr tell most.
      const told = other.line !== "" && (one.line === "" || isBetter(other, one)) ? other.line : one.line;
      return (flat(lines[0] ?? "") === told ? [told, ...lines.slice(1)] : [told, ...lines]).join("\n");
    },
  };
}

/** An earlier stream wins a tie of ranks, but not with a line that names no problem. */
function isBetter(other: Told, one: Told): boolean {
  return other.rank === silent ? one.rank === silent : other.rank < one.rank;
}

interface Told {
  readonly rank: number;
  readonly line: string;
}

interface Stream {
  add(line: string): void;
  shown(): readonly string[];
  told(): Told;
}

interface Placed {
  readonly place: number;
  readonly line: string;
}

function gather(): Stream {
  const first: Placed[] = [];
  const problems: Placed[] = [];
  let last: Placed[] = [];
  let best: Told = { rank: nothing, line: "" };
  let isOpen = false;
  let heading = "";
  let place = -1;
  const consider = (line: string): void => {
    const rank = rankOf(line);
    if (isOpen && line !== "") {
      if (rank < nothing) best = { ...best, line: clip(`${best.line} ${flat(line)}`, longestLine) };
      isOpen = false;
    }
    if (rank <= telling && problems.length < problemLines) problems.push({ place, line });
    if (rank < best.rank || (rank === silent && best.rank === silent)) {
      best = { rank, line: clip(toldOf(line, heading), longestLine) };
      isOpen = rank < silent && goesOn.test(line);
    }
    if (/^\S/.test(line)) heading = line;
  };
  return {
    add: (written) => {
      const line = plainLine(written);
      if (place < 0 && line === "") return;
      place += 1;
      if (first.length < wholeLines) first.push({ place, line });
      last.push({ place, line });
      // Not one by one: a program may print millions.
      if (last.length > 10 * wholeLines) last = last.slice(-wholeLines);
      consider(line);
    },
    shown: () => {
      const end = last.findLastIndex(({ line }) => line !== "") + 1;
      const tail = last.slice(0, end);
      const whole = tail.at(-1)?.place ?? -1;
      if (whole < wholeLines) return first.slice(0, whole + 1).map(({ line }) => line);
      const all = [...first.slice(0, headLines), ...problems, ...tail.slice(-tailLines)];
      return [...inOrder(new Map(all.map((item) => [item.place, item.line])))];
    },
    told: () => best,
  };
}

function* inOrder(shown: ReadonlyMap<number, string>): Generator<string> {
  let before = -1;
  for (const [place, line] of [...shown].toSorted(([a], [b]) => a - b)) {
    if (place > before + 1) yield "…";
    yield line;
    before = place;
  }
}

function shortened(lines: readonly string[]): readonly string[] {
  const clipped = lines.map((line) => clip(line, longestLine));
  const length = clipped.reduce((sum, line) => sum + line.length + 1, 0);
  return length <= mostText ? clipped : clipped.map((line) => clip(line, shortLine));
}

/** A finding of ESLint names its file only in the heading above; pytest marks its lines with an `E`. */
function toldOf(line: string, heading: string): string {
  const plain = flat(line).replace(/^E /, "");
  return linePlace.test(line) && heading !== "" ? `${heading}:${plain}` : plain;
}

const linePlace = /^\s+\d+:\d+\s+error\s/;

/** Lines whose second half is on the next line. */
const goesOn = /:$|^\s*(?:FAIL\s+\S.* > |● |--- FAIL: |error\[E\d+\]: )/;

/** How much a line tells, in the words of shells, compilers, test runners and package managers; the lowest first. */
const ranks: readonly RegExp[] = [
  // A program that is missing explains all that follows.
  /^(?:\S*\b(?:sh|bash|zsh|dash|env|xargs|timeout|make)(?:\[\d+\])?: ?)(?:(?:line )?\d+: )?(?:.*: )?(?:command not found|not found|No such file or directory|Permission denied)/,
  new RegExp(
    [
      String.raw`\berror TS\d+:`,
      String.raw`^error\[E\d+\]:`,
      String.raw`^\S+:\d+:(?:\d+:)? (?:fatal )?error:`,
      String.raw`^\S+\.go:\d+:(?:\d+:)? `,
      linePlace.source,
      String.raw`^(?:FAILED|ERROR) \S+(?:::| - )`,
      String.raw`^\s*FAIL\s+\S.* > `,
      String.raw`^\s*● (?!Console|Validation)`,
      String.raw`^\s*--- FAIL: `,
      String.raw`^thread '.*' (?:\(\d+\) )?panicked at`,
      String.raw`^make(?:\[\d+\])?: \*\*\* (?!\[)`,
    ].join("|"),
  ),
  /^\s*(?:Uncaught )?(?:[\w$]+\.)*\w*(?:Error|Exception|Interrupt)\b(?: \[\w+\])?(?::|$)|^E\s{3,}\S|^npm (?:error|err!) \S|ERR_PNPM_\w+|^(?:error|fatal|panic)\b:?/i,
  /\b(?:\w*error|\w*exception|err!|fatal|failed|failures?|failing|fail|panic(?:ked)?|traceback|cannot|can't|couldn't|could not|not found|no such|no module|undefined|unresolved|unknown|missing|denied|refused|expected|assert\w*)\b|[✗✕×✖]/i,
];
const telling = ranks.length - 1;
/** Counts, warnings, and programs that only repeat that one they ran failed. */
const epilogue = ranks.length;
const silent = ranks.length + 1;
const nothing = ranks.length + 2;

const isEpilogue = new RegExp(
  [
    String.raw`^npm (?:error|err!)\s*(?:$|(?:code|errno|path|workspace|location|command|signal|syscall|dest|a complete log|in workspace|at workspace|lifecycle script|test failed)\b)`,
    String.raw`^make(?:\[\d+\])?: \*\*\* \[`,
    String.raw`^(?:npm )?warn(?:ing)?\b|^\(node:\d+\) `,
    String.raw`^error: (?:could not compile|test failed|aborting due|script )`,
    String.raw`ELIFECYCLE|^error Command failed|exit code \d+\.?$`,
    String.raw`^\s*(?:Tests?|Test Files|Test Suites|Snapshots):?\s+\d`,
    String.raw`^FAIL(?:\s+\S+)?(?:\s+[\d.]+s| \[build failed\])?$`,
    String.raw`✖ (?:\d+ problems?|failing tests)|^test result: FAILED|^Found \d+ errors?`,
    String.raw`^=+ .* =+$|Failed Tests \d|^failures:|^\w+ \d+ (?:failing|passing)|^ℹ `,
  ].join("|"),
  "i",
);

function rankOf(line: string): number {
  if (line === "" || isSource.test(line) || isFrame.test(line)) return nothing;
  if (isEpilogue.test(line)) return epilogue;
  const rank = ranks.findIndex((words) => words.test(line));
  return rank === -1 ? silent : rank;
}

/** Quoted source, or the version that Node prints last. */
const isSource = /^\s*(?:throw\b|\^|>?\s*\d+ \||\||Node\.js v\d)/;

/** A line of a stack: it names no problem. */
const isFrame = /^\s*(?:at\s.*(?:[:(]\d|<anonymous>|\(native\))|File ".*", line \d|node:[\w/]+:\d+$|\.{3}$)/;

// Colours; titles and links; single escapes.
const escapes =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]/g;

/** A line may be a megabyte, and its end is never shown. */
const longestRead = 500;

/** Output is data: it must not control a terminal or look like more than one line. */
function plainLine(line: string): string {
  const start = line.slice(0, longestRead).trimEnd();
  // Nearly all lines are plain, and looking is far quicker than replacing.
  return /[^\t -~]/.test(start)
    ? start
        .toWellFormed()
        .replaceAll(escapes, "")
        .replaceAll(/[^\t\P{Cc}]|\p{Cf}/gu, "")
        .trimEnd()
    : start;
}
