/** What is added to a sheet's prompt. */
export interface Additions {
  /** What the result must meet, one line each. */
  readonly requirements: readonly string[];
  /** What is to be known of the last attempt; `null` for the first. */
  readonly brief: string | null;
}

/**
 * What an agent is told: the sheet's prompt, what its result will be checked for and, from the second attempt on, the
 * brief about the last one. The brief comes last, where it is read with most care. Both stand under a line of their own
 * that the scripted agent stops at.
 */
export function wholePrompt(prompt: string, { requirements, brief }: Additions): string {
  const checked =
    requirements.length === 0
      ? ""
      : `\n\nrequirements:\nThe result is checked automatically. It is done when all of this holds:\n${listed(requirements)}\n`;
  return `${prompt}${checked}${brief === null ? "" : `\n\nbrief:\n${brief}\n`}`;
}

/** For an agent that knows the task from the session it goes on in. */
export function followUp({ requirements, brief }: Additions): string {
  const what = brief ?? "You were interrupted. Look at what you did so far and go on.";
  return requirements.length === 0
    ? `${what}\n`
    : `${what}\n\nThe result is still checked automatically for all of this:\n${listed(requirements)}\n`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
