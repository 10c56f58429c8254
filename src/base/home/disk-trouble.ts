/** Too little room on the disk that contexts lie on, for people and programs. */
export interface DiskTrouble {
  /** `low`: a warning, and what can be made again is cleared. `short`: no sheet starts. `full`: agents are halted. */
  readonly level: "low" | "short" | "full";
  readonly freeBytes: number;
  /** Below it this level begins. */
  readonly limitBytes: number;
  /** How much is free, the limit and what follows from it. */
  readonly what: string;
  /** The remedy for a person. */
  readonly next: string;
}
