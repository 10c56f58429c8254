import type { Calls } from "../process/calls.ts";

/** What the outside tells the composition root. */
export interface Setting {
  /** Tutti's own folder. */
  readonly home: string;
  /** Where locks lie that several homes share; in the home itself when nothing is said. */
  readonly locks?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly executables: Executables;
}

/** What the opener wants to hear while Tutti gets ready. */
export interface Opening {
  /** Another Tutti works in this home; it is waited for. */
  readonly onWait: () => void;
  readonly notice: (text: string) => void;
  readonly signal: AbortSignal;
  /** Told of every program that is started; absent: nobody wants to know before the engine is there. */
  readonly calls?: Calls;
  /** Whether a job is to be rebuilt without its records: then a damaged database is put aside. */
  readonly infers?: boolean;
}

/** Programs of our own that agents are run with. */
export interface Executables {
  /** The scripted agent. */
  readonly scripted: string;
  /** The Node that runs the bridges. */
  readonly node: string;
  readonly bridges: { readonly acp: string; readonly http: string };
}
