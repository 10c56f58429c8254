import type { CommitSha } from "../../base/ids.ts";
import { nothingNewBrief } from "../brief.ts";
import type { SheetState } from "../state.ts";
import { resultsOf } from "../verdict.ts";
import type { EndedAttempt } from "./ended-attempt.ts";
import { retry } from "./retry.ts";

/** The earlier result that an attempt which changes nothing leaves unlanded; `null`: nothing is owed. */
export function owedBy({ policy, running, ended }: EndedAttempt): CommitSha | null {
  if (ended.changed || running.unlanded === undefined) return null;
  // Findings that a tool no longer reports are gone, whoever took them away.
  const isMeasured = policy.goesOn && resultsOf(ended.verdict).some(({ findings }) => findings !== undefined);
  return isMeasured ? null : running.unlanded;
}

/** "Nothing to land" would be false: the attempt counts as one that failed. */
export function nothingNew(ending: EndedAttempt, unlanded: CommitSha): SheetState {
  const next = retry(ending, { kind: "unlanded", result: unlanded });
  return next.kind === "waiting" ? { ...next, brief: nothingNewBrief(unlanded) } : next;
}
