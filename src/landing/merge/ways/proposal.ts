export const wayNames = ["tree", "tokens", "lines"] as const;
export type WayName = (typeof wayNames)[number];

/** How a proposal was made. */
export interface Rule {
  readonly way: WayName;
  readonly reason: string;
  /** Lower ones are tried first. From `onePlace` on it is about one place of the file. */
  readonly rank: number;
}

export const onePlace = 100;

/** A merged text that a way proposes, and why it may be right. */
export interface Proposal extends Rule {
  readonly text: string;
  /** No side touches what the other changed, and no order was chosen. */
  readonly isPreserving: boolean;
}
