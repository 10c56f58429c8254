/** How words reach an agent while it runs: as messages of Claude Code's input stream, or through its bridge. */
export type TalkForm = "claude" | "bridge";

/** A running agent, to those who have words for it. */
export interface LiveAgent {
  readonly form: TalkForm;
  /** `false`: it takes no more words. A `note` that it did not read is not told again. */
  say(text: string, weight?: "note"): boolean;
  /** Words that it has not confirmed to have read. */
  unheard(): readonly string[];
}
