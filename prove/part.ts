/** One promise of Tutti's, tried many times with chance in it. */
export interface Part {
  readonly name: string;
  /** One line for the list of parts. */
  readonly summary: string;
  /** `Infinity`: every case there is. */
  readonly defaultCount: number;
  run(order: PartOrder): Promise<PartResult>;
}

export interface PartOrder {
  readonly count: number;
  /** Of the first case; the others come from `caseSeed(seed, index)`. */
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface PartResult {
  readonly tried: number;
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
  /** What the last line tells besides, in this order: `lost`, `doubled` and the like. */
  readonly figures: Readonly<Record<string, number | string>>;
}
