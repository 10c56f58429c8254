import type { CommandTemplate } from "../../score/plan/command.ts";

/** A command as far as it can be read without a shell. */
type SimpleCommand = readonly [program: string, ...rest: string[]];

/** The commands of a gate. Words with variables stay as written. */
export function simpleCommandsOf(command: CommandTemplate): readonly SimpleCommand[] {
  if (command.kind === "argv") return [command.argv];
  const commands: SimpleCommand[] = [];
  for (const words of commandWords(command.line)) {
    const [program, ...rest] = withoutPrefix(words);
    if (program !== undefined) commands.push([program, ...rest]);
  }
  return commands;
}

/** A comment, an end of a command, a piece of a word, or blanks: every character belongs to exactly one. */
const lexeme =
  /(?<comment>(?<![^\s;&|()])#[^\n]*)|(?<end>[;&|\n()`]+)|(?<blank>[ \t\r]+)|'(?<single>[^']*)'?|"(?<double>(?:\\[^]|[^"\\])*)"?|\\(?<escaped>[^])?|(?<plain>[^;&|\n()` \t\r'"\\]+)/g;

function commandWords(line: string): readonly (readonly string[])[] {
  const commands: string[][] = [[]];
  let word: string | null = null;
  const endWord = (): void => {
    if (word !== null) commands.at(-1)?.push(word);
    word = null;
  };
  for (const { groups = {} } of line.matchAll(lexeme)) {
    const { comment, end, blank, single, double, escaped, plain } = groups;
    if (comment !== undefined) continue;
    if (end !== undefined || blank !== undefined) endWord();
    else word = (word ?? "") + (single ?? double ?? escaped ?? plain ?? "");
    if (end !== undefined) commands.push([]);
  }
  endWord();
  return commands;
}

const keywords = new Set(
  "if then elif else fi do done while until { } ! time exec command env nice nohup sudo esac".split(" "),
);

/** Skips assignments, keywords of the shell, and programs that only start another. */
function withoutPrefix(words: readonly string[]): readonly string[] {
  const from = words.findIndex((word) => !keywords.has(word) && !/^\w+=/.test(word));
  return from === -1 ? [] : words.slice(from);
}
