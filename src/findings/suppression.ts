import { RE2JS } from "re2js";
import { TuttiError, messageOf } from "../base/error.ts";
import type { FileChange } from "../base/line-move.ts";

export interface AddedLine {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

interface Silencing extends AddedLine {
  /** To the end of the line. */
  readonly comment: string;
  /** Where it was added or removed. */
  readonly region: string;
}

/**
 * Added lines with a comment that silences a tool. It existed before if the same line was removed anywhere, ignoring
 * indentation, or if an edited line in its place ended in the same comment. Each removed comment excuses one added.
 * Patterns have RE2 syntax. `unread` files are skipped.
 */
export function silencersAdded(changes: Iterable<FileChange>, patterns: readonly string[]): readonly AddedLine[] {
  if (patterns.length === 0) return [];
  const { removed, added } = silencingLines([...changes], patterns);
  const gone = new Set(removed);
  let open = added;
  for (const keyOf of samenesses) open = withoutKnown(open, gone, keyOf);
  return open.map(({ file, line, text }) => ({ file, line, text }));
}

/** Surest first. */
const samenesses: readonly ((silencing: Silencing) => string)[] = [
  ({ region, text }) => `${region} ${text.trim()}`,
  ({ text }) => text.trim(),
  ({ region, comment }) => `${region} ${comment}`,
];

function withoutKnown(
  added: readonly Silencing[],
  gone: Set<Silencing>,
  keyOf: (silencing: Silencing) => string,
): readonly Silencing[] {
  const known = new Map<string, Silencing[]>();
  for (const one of gone) {
    const same = known.get(keyOf(one));
    if (same === undefined) known.set(keyOf(one), [one]);
    else same.push(one);
  }
  return added.filter((one) => {
    const before = known.get(keyOf(one))?.pop();
    if (before !== undefined) gone.delete(before);
    return before === undefined;
  });
}

interface Sides {
  readonly removed: readonly Silencing[];
  readonly added: readonly Silencing[];
}

function silencingLines(changes: readonly FileChange[], patterns: readonly string[]): Sides {
  const expression = anyOf(patterns);
  const removed: Silencing[] = [];
  const added: Silencing[] = [];
  for (const [place, { from, to, hunks }] of changes.entries()) {
    for (const hunk of hunks) {
      const region = `${place}:${hunk.oldStart}:${hunk.newStart}`;
      const collect = (lines: readonly string[], first: Pick<AddedLine, "file" | "line">, into: Silencing[]): void => {
        for (const [index, text] of lines.entries()) {
          const matcher = expression.matcher(text);
          if (matcher.find())
            into.push({
              file: first.file,
              line: first.line + index,
              text,
              comment: text.slice(matcher.start()).trim(),
              region,
            });
        }
      };
      collect(hunk.removed, { file: from ?? "", line: hunk.oldStart }, removed);
      collect(hunk.added, { file: to ?? "", line: hunk.newStart }, added);
    }
  }
  return { removed, added };
}

/** One expression, so that a long line is scanned once. */
function anyOf(patterns: readonly string[]): RE2JS {
  for (const pattern of patterns) {
    try {
      RE2JS.compile(pattern);
    } catch (error) {
      throw new TuttiError(
        "score.invalid",
        `/${pattern}/, a comment that silences, is not a regular expression: ${messageOf(error)}`,
        { audience: "user", hint: "Fix `silencers` of the validation; they have RE2 syntax." },
      );
    }
  }
  return RE2JS.compile(patterns.map((pattern) => `(?:${pattern})`).join("|"));
}
