/** The commands, each a list of words as JSON. What stands behind them is the path of a prompt, which this agent has no use for. */
export function commandsIn(args: readonly string[]): readonly (readonly string[])[] | null {
  const commands = args.filter((arg) => arg.startsWith("[")).map(wordsIn);
  return commands.length === 0 ? null : commands.every((words) => words !== null) ? commands : null;
}

function wordsIn(json: string): readonly string[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) && value.length > 0 && value.every((word): word is string => typeof word === "string") ? value : null;
  } catch {
    return null;
  }
}
