import type { CommitSha } from "../../base/ids.ts";
import type { SheetState } from "../../sheet/state.ts";

/** Where what a live sheet has done so far is found. */
export type LiveWork =
  | { readonly from: "snapshot" | "capture" | "kept"; readonly commit: CommitSha; readonly base: CommitSha }
  /** It is being worked on, but nobody knows what came of it yet. */
  | { readonly from: null; readonly why: string };

export interface NewestSnapshot {
  readonly commit: CommitSha;
  readonly attempt: number;
  readonly base: CommitSha | null;
}

/**
 * What a sheet has done so far; `null`: nothing that may still land. `everyMs`: how often snapshots are taken, if they
 * are.
 */
export function liveWork(
  state: SheetState,
  newest: NewestSnapshot | undefined,
  everyMs: number | null,
): LiveWork | null {
  // A result that waits for anything at all: its turn, a person, its landing.
  if ("capture" in state) return { from: "capture", commit: state.capture, base: state.base };
  if (state.kind === "waiting")
    return state.continueFrom === null || state.continueBase === null
      ? null
      : { from: "kept", commit: state.continueFrom, base: state.continueBase };
  if (state.kind !== "running" || !state.lands) return null;
  if (newest?.attempt === state.attempt)
    return { from: "snapshot", commit: newest.commit, base: newest.base ?? state.base };
  if (state.continueFrom !== null) return { from: "kept", commit: state.continueFrom, base: state.base };
  return { from: null, why: unseen(state.attempt, everyMs) };
}

function unseen(attempt: number, everyMs: number | null): string {
  const what = `there is no snapshot of attempt ${String(attempt)}`;
  return everyMs === null
    ? `${what}, and none is taken before it ends (isolation.snapshot_minutes is 0)`
    : `${what} yet; one is taken every ${spanWords(everyMs)}`;
}

function spanWords(ms: number): string {
  return ms < 60_000 ? `${String(Math.max(1, Math.round(ms / 1000)))} s` : `${String(Math.round(ms / 60_000))} min`;
}
