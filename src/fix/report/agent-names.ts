/** As people know the first agent of a sheet that a tool can mend by itself. */
export const autofixer = "auto-fix";

/**
 * Who worked on something, each once. An agent that is a command goes by its program: where that lies is nobody's
 * interest.
 */
export function agentWords(names: readonly string[]): readonly string[] {
  return [...new Set(names.map(agentWord))];
}

export function agentWord(name: string): string {
  const base = name.startsWith("/") ? name.slice(name.lastIndexOf("/") + 1) : name;
  return base === "" ? name : base;
}
