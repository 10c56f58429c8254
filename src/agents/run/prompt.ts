/** Additions to a sheet's prompt. */
export interface Additions {
  /** Requirements of the result, a line each. */
  readonly requirements: readonly string[];
  /** About the last attempt; `null`: none. */
  readonly brief: string | null;
  /** Notes from earlier work. */
  readonly notes?: string | null;
}

/**
 * The sheet's prompt, notes, its requirements, and the brief last, where it is read with most care. Both have a heading at
 * which the scripted agent stops.
 */
export function wholePrompt(prompt: string, { requirements, brief, notes }: Additions): string {
  const noted = notes === undefined || notes === null ? "" : `\n\nnotes:\n${notes}`;
  const checked =
    requirements.length === 0
      ? ""
      : `\n\nrequirements:\nThe result is checked automatically. It is done when all of this holds:\n${listed(requirements)}\n`;
  return `${prompt}${noted}${checked}${brief === null ? "" : `\n\nbrief:\n${brief}\n`}`;
}

/** For an agent that resumes its session. */
export function followUp({ requirements, brief }: Additions): string {
  const what = brief ?? "You were interrupted. Look at what you did so far and continue.";
  return requirements.length === 0
    ? `${what}\n`
    : `${what}\n\nThe result is still checked automatically for all of this:\n${listed(requirements)}\n`;
}

function listed(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join("\n");
}
