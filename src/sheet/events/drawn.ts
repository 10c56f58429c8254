/**
 * The choices of routing and chance for a sheet before its first attempt. It is written with the start of that attempt
 * and holds for all later ones, so a restart repeats it.
 */
export interface Drawn {
  /** Places in the sheet's cast, in the order in which they take over; absent: as the score names them. */
  readonly order?: readonly number[];
  readonly routed?: Routed;
  /** Patterns under comparison that apply to the sheet: those in its prompt, and those kept out of it by chance. */
  readonly shown?: readonly string[];
  readonly held?: readonly string[];
}

/** Why the first agent of `order` is the first. */
export interface Routed {
  readonly by: "rule" | "order" | "measured" | "hold-out";
  /** A sentence without its full stop. */
  readonly why: string;
  /** The probability of this choice, where chance made it. */
  readonly share?: number;
  /** The seed of chance. */
  readonly seed?: string;
}
