import { noteCommand } from "./flow.ts";
import { judgeCommand, takesInput } from "./judge.ts";
import type { CommandLayer } from "./layer.ts";
import { programAt } from "./word.ts";
import type { ShellReader } from "./state.ts";

/** A redirection's target is dropped: it is no word of the command. */
export function endWord(command: CommandLayer): void {
  const { word } = command;
  command.word = null;
  if (word === null) return;
  if (word.text === "[[") command.isInTest = true;
  if (word.text === "]]") command.isInTest = false;
  command.said += `${word.text} `;
  if (command.next === "word") command.words.push(word);
  if (command.next === "target") command.targets.push({ path: word.text, isWritten: command.isWriting });
  command.next = "word";
}

function noteFiles({ flow }: ShellReader, command: CommandLayer): void {
  for (const { path, isWritten } of command.targets) {
    if (isWritten) flow.files.written.push(path);
    else if (takesInput(command.words.slice(programAt(command.words)))) flow.files.run.push(path);
  }
  command.targets = [];
}

const arithmeticTests = /^-(?:eq|ne|lt|le|gt|ge|v)$/;

/** Looks at a command that is complete, and begins the next. */
export function endCommand(reader: ShellReader, command: CommandLayer): void {
  endWord(command);
  const { words, uses } = command;
  const isTest =
    command.isInTest || words.some(({ text }) => text === "]]") || ["[", "test"].includes(words[0]?.text ?? "");
  const isCalculated =
    words.some(({ text }) => arithmeticTests.test(text)) || uses.some(({ value }) => arithmeticTests.test(value));
  // `[[ … -eq … ]]` of bash calculates, and what it calculates can run commands.
  if (isTest && isCalculated) {
    if (uses.length > 0) reader.fault ??= "only whole numbers can be compared with -eq, -lt and the like";
    reader.flow.sums.push(...words.map(({ text }) => text));
  }
  if (!isTest)
    reader.fault ??= judgeCommand(words, {
      uses,
      isPiped: command.isPiped,
      hasText: reader.hasText,
      inner: reader.inner,
    });
  noteCommand(reader.flow, words, { hasText: reader.hasText, isPiped: command.isPiped });
  noteFiles(reader, command);
  command.line = [...command.line, words];
  command.words = [];
  command.uses = [];
  command.isPiped = false;
  command.next = "word";
}
