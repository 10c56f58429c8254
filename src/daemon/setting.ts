/** What the outside tells the composition root. */
export interface Setting {
  /** Tutti's own folder. */
  readonly home: string;
  /** Where locks lie that several homes share; in the home itself when nothing is said. */
  readonly locks?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The executable of the scripted agent. */
  readonly scriptedAgent: string;
}

/** What the opener wants to hear while Tutti gets ready. */
export interface Opening {
  /** Another Tutti works in this home; it is waited for. */
  readonly onWait: () => void;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  /** Whether a job is to be rebuilt without its records: then a damaged database is put aside. */
  readonly infers?: boolean;
}
