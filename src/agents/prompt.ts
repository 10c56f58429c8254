/**
 * What an agent is told: the sheet's prompt and, from the second attempt on, the brief about the last one.
 * The brief comes last, where it is read with most care, under a line of its own that the scripted agent stops at.
 */
export function wholePrompt(prompt: string, brief: string | null): string {
  return brief === null ? prompt : `${prompt}\n\nbrief:\n${brief}\n`;
}
