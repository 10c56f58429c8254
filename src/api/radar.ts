import type { EpochMs } from "../base/ids.ts";

/** Which live sheets collide, as far as their snapshots tell. */
export interface RadarView {
  readonly sheets: readonly RadarSheet[];
  readonly collisions: readonly RadarCollision[];
  /** Those that touch the same files, and merge all the same. */
  readonly meetings: readonly RadarMeeting[];
  /** Those that could not be merged to find out, each with the reason. */
  readonly unjudged: readonly (RadarPair & { readonly why: string })[];
  /** An order to land in with few conflicts: the fewer a sheet collides with, the earlier. */
  readonly order: readonly RadarName[];
  /** How many there are beyond those that are listed; `pairs` were too many to be merged in one look. */
  readonly more: {
    readonly collisions: number;
    readonly meetings: number;
    readonly unjudged: number;
    readonly pairs: number;
  };
}

export interface RadarName {
  readonly job: string;
  readonly sheet: string;
}

export interface RadarSheet extends RadarName {
  /** `running`, `captured`, `landing` or `waiting`. */
  readonly state: string;
  /** Full name of the ref it is to land on. */
  readonly target: string;
  /**
   * What is known of it: its newest snapshot, its result, or work of an earlier attempt; `null`: nothing, for the
   * reason that `why` gives.
   */
  readonly from: "snapshot" | "capture" | "kept" | null;
  readonly why: string | null;
  /** When that was taken. */
  readonly at: EpochMs | null;
  readonly files: number | null;
}

export interface RadarPair {
  readonly left: RadarName;
  /** `null`: the target of the other. */
  readonly right: RadarName | null;
  /** Since when both are as they are now: no later than this they came to be what they are to each other. */
  readonly since: EpochMs;
}

export type CollisionKind =
  | "same lines"
  | "both added"
  | "edit against delete"
  | "rename"
  | "folder renamed"
  | "file against folder"
  | "binary"
  | "file type"
  | "submodule"
  | "other";

export interface RadarCollision extends RadarPair {
  /** The first few, fit for a line. */
  readonly at: readonly { readonly kind: CollisionKind; readonly path: string }[];
  /** How many there are in all. */
  readonly paths: number;
}

export interface RadarMeeting extends RadarPair {
  readonly at: readonly string[];
  readonly paths: number;
}
