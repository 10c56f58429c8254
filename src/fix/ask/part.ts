import type { Strategy } from "../../score/plan/strategy.ts";

/** A part of a prompt, and which strategies say it. */
export interface Part {
  readonly levels: readonly Strategy[];
  readonly text: string;
  /** Said in other prompts of the job in the same words. */
  readonly shared: boolean;
}
