import type { Tone } from "../../../kit/words.ts";

export interface DrawnSheet {
  readonly id: string;
  readonly title: string;
  readonly after: readonly string[];
  readonly text: string;
  readonly tone: Tone;
  /** `null`: it leads nowhere. */
  readonly href: string | null;
  /** How long it was worked on; `null`: not yet. */
  readonly ms: number | null;
}

export interface DrawingProps {
  readonly sheets: readonly DrawnSheet[];
  /** The longest chain, first to last. */
  readonly path: readonly string[];
}
