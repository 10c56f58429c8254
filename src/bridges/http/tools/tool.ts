/** What a tool gives back to the model: text, also when it refuses, which then says why. */
export interface ToolEnd {
  readonly text: string;
  readonly isGood: boolean;
}

export function good(text: string): ToolEnd {
  return { text, isGood: true };
}

export function refused(reason: string): ToolEnd {
  return { text: reason, isGood: false };
}
