import type { CommitSha } from "../../base/ids.ts";
import type { FolderWork, Running, SheetState } from "../state.ts";
import { type Verdict, resultsOf } from "../verdict.ts";

/** How an attempt left what it worked in. `verdict`: `null`: not validated. */
interface Left {
  readonly capture: CommitSha | null;
  readonly verdict: Verdict | null;
}

/**
 * The sheet's work in the user's own folder after this attempt; an attempt that was isolated, or never got in, adds
 * nothing to it.
 */
export function folderAfter(running: Running, { capture, verdict }: Left): FolderWork | undefined {
  if (running.lands) return running.folder;
  const isJudged = verdict !== null && resultsOf(verdict).length > 0;
  return {
    base: running.base,
    left: capture,
    verdict: isJudged ? verdict : (running.folder?.verdict ?? { kind: "unvalidated" }),
  };
}

/** A state that may lead to another attempt goes on knowing what the folder was before the first. */
export function withFolder(state: SheetState, folder: FolderWork | undefined): SheetState {
  if (folder === undefined) return state;
  switch (state.kind) {
    case "waiting":
    case "failed":
    case "cancelled":
      return { ...state, folder };
    default:
      return state;
  }
}
