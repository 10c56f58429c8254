/** One figure of Tutti's as a ratio to something run beside it. */
export interface Part {
  readonly name: string;
  /** One line for the list of parts. */
  readonly summary: string;
  readonly defaultRounds: number;
  /** Of what it measures; absent where that is not a matter of number. */
  readonly defaultCount?: number;
  /** What else may be said in numbers, each by an option of its name, and what it is when nothing is said. */
  readonly numbers?: Readonly<Record<string, number>>;
  /** It measures with what lies in a folder, named after the part. */
  readonly takesFolder?: true;
  run(order: PartOrder): Promise<PartResult>;
}

export interface PartOrder {
  readonly rounds: number;
  /** 1 for a part without a number. */
  readonly count: number;
  /** One for each of the part's own. */
  readonly numbers: Readonly<Record<string, number>>;
  /** For a part that takes one. */
  readonly folder?: string;
  readonly say: (line: string) => void;
}

export interface PartResult {
  readonly ratio: number;
  /** Reached or missed; a part without one only tells. */
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}
