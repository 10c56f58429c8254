import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";

export interface SnapshotRequest {
  /** No job picks the newest of the repository that the folder lies in. */
  readonly job?: JobId | undefined;
  readonly folder: string;
  /**
   * As a person writes it: a sheet by its id, or its number in the job, then `@n` for one snapshot (default: the
   * newest) or `@m..n` for two. Of a workspace only the part from the `@` on.
   */
  readonly what?: string | undefined;
  /** Of the job's workspace, not of a sheet. */
  readonly isWorkspace: boolean;
}

/** An unnamed folder is made in the one that the request came from. */
export type RestoreTarget =
  | { readonly kind: "folder"; readonly path: string | null }
  | { readonly kind: "branch"; readonly name: string };

/** Whose snapshots; `sheet` is `null` for those of the workspace. */
interface Whose {
  readonly job: JobId;
  readonly sheet: string | null;
  /** Tutti's bare repository, which has them. */
  readonly store: string;
}

export interface SnapshotsView extends Whose {
  /** The newest last. */
  readonly snapshots: readonly SnapshotView[];
}

export interface SnapshotView {
  readonly number: number;
  readonly commit: CommitSha;
  /** The commit that it is compared with; `null` for the first of a workspace. */
  readonly base: CommitSha | null;
  readonly at: EpochMs;
  /** The attempt it was taken in, and why it was. */
  readonly sheet: string;
  readonly attempt: number;
  readonly why: string;
  /** How many paths it does not hold. */
  readonly leftOut: number;
  readonly files: number;
  readonly insertions: number;
  readonly deletions: number;
  /** Of the new content. */
  readonly bytes: number;
}

export interface ShownSnapshot extends Whose {
  readonly snapshot: SnapshotView;
  readonly files: readonly FileView[];
  /** The first of what it does not hold, each with the reason, as far as the journal knows. */
  readonly leftOut: readonly string[];
  /** Commits that the agent made itself in this attempt. */
  readonly agentCommits: readonly AgentCommit[];
}

export interface AgentCommit {
  readonly commit: CommitSha;
  readonly at: EpochMs;
  readonly subject: string;
}

export interface FileView {
  readonly path: string;
  readonly status: "added" | "changed" | "deleted" | "retyped";
  /** `null` for content without lines. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  readonly bytes: number;
}

export interface DiffView extends Whose {
  readonly from: { readonly number: number | null; readonly commit: CommitSha | null };
  readonly to: { readonly number: number; readonly commit: CommitSha };
  readonly files: readonly FileView[];
  /** A patch; `null` when it was not asked for. */
  readonly text: string | null;
  /** How much of the patch was too long to be given. */
  readonly droppedBytes: number;
}

export interface RestoredView extends Whose {
  readonly number: number;
  readonly commit: CommitSha;
  readonly folder: string | null;
  readonly branch: string | null;
}

export interface AttemptFrom {
  readonly job: JobId;
  readonly sheet: SheetId;
  readonly number: number;
  readonly commit: CommitSha;
  readonly base: CommitSha;
}

/** A person may work in a sheet's context now. */
export interface Entered {
  readonly job: JobId;
  readonly sheet: string;
  /** The folder. */
  readonly path: string;
  /** The command to run there. */
  readonly argv: readonly string[];
  /** To be added to the person's own environment. */
  readonly env: Readonly<Record<string, string>>;
  /** To be given back with `sheet.leave`. */
  readonly token: string;
}

/** The work that a person left. */
export interface Left {
  readonly job: JobId;
  readonly sheet: string;
  /** The snapshot that has it. */
  readonly snapshot: number;
  readonly commit: CommitSha;
  /** The person's changes. */
  readonly files: readonly {
    readonly path: string;
    readonly insertions: number | null;
    readonly deletions: number | null;
  }[];
  /** The files that the snapshot does not hold, each with the reason. */
  readonly leftOut: readonly string[];
}

/** The format, and for some the places of what it holds, as a profile of an agent says it. */
export type LogForm = { readonly format: string } & Readonly<Record<string, string>>;

/** A place in a log, and when it was reached. */
export type LogTime = readonly [place: number, at: EpochMs];

export interface LogPiece {
  readonly job: JobId;
  readonly sheet: string;
  readonly attempt: number;
  readonly stream: string;
  readonly path: string;
  /** Where this piece begins, and the file's size when it was read. */
  readonly offset: number;
  readonly size: number;
  /** Bytes that are no UTF-8 are replaced. */
  readonly text: string;
  /** The same bytes, exactly, in Base64, without a word on gaps; only where `bytes` was asked for, and no text then. */
  readonly base64?: string;
  /** How its lines are to be read: an agent's own events, or text. */
  readonly form: LogForm;
  /** When which part of it was written, in order, about every second; the first may be of a place before the piece. */
  readonly times: readonly LogTime[];
  /** Where to go on. */
  readonly next: number;
  /** Whether the attempt has ended: nothing more comes. */
  readonly isOver: boolean;
}
