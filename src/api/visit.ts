import type { CommitSha, JobId } from "../base/ids.ts";

/** A person may work in a sheet's context now. */
export interface Entered {
  readonly job: JobId;
  readonly sheet: string;
  /** The folder. */
  readonly path: string;
  /** What is to be run there. */
  readonly argv: readonly string[];
  /** To be added to the person's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** To be given back with `sheet.leave`. */
  readonly token: string;
}

/** What a person left. */
export interface Left {
  readonly job: JobId;
  readonly sheet: string;
  /** The snapshot that has it. */
  readonly snapshot: number;
  readonly commit: CommitSha;
  /** What the person changed. */
  readonly files: readonly {
    readonly path: string;
    readonly insertions: number | null;
    readonly deletions: number | null;
  }[];
  /** What the snapshot does not hold, each with the reason. */
  readonly leftOut: readonly string[];
}
