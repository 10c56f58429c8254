/** Programs that run what they are given on stdin, in a file or behind `-c`. */
const interpreters =
  /^(?:(?:ba|da|z|k|a|mk|fi)?sh|busybox|python[\d.]*|node|deno|bun|perl|ruby|php|lua[\d.]*|Rscript|tclsh|pwsh|osascript)$/;

/** Options of theirs that have a word of their own behind them. */
const withWord = /^[-+](?:[a-zA-Z]*[oO]|[WXIMr]|-require|-import)$/;

/** Whether a command is an interpreter with no program of its own: then what it is given is the program. */
export function runsItsInput(command: readonly string[]): boolean {
  const words = command[0] !== undefined && baseOf(command[0]) === "env" ? afterAssignments(command.slice(1)) : command;
  const [program, ...rest] = words;
  if (program === undefined || !interpreters.test(baseOf(program))) return false;
  return rest.every(
    (word, index) => /^[-+]/.test(word) || withWord.test(rest[index - 1] ?? "") || isApplet(program, word),
  );
}

function afterAssignments(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !/^-|^\w+=/.test(word));
  return first === -1 ? [] : words.slice(first);
}

/** `busybox sh`, `deno run`, `bun run`. */
function isApplet(program: string, word: string): boolean {
  return /^(?:busybox|deno|bun)$/.test(baseOf(program)) && /^(?:a?sh|hush|run|repl)$/.test(word);
}

function baseOf(path: string): string {
  return path.split("/").at(-1) ?? path;
}
