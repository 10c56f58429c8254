import { type Counts, noCounts } from "../counts.ts";
import type { SheetId } from "../../base/ids.ts";
import type { SheetPlan } from "../../score/plan/plan.ts";
import { inferredBrief } from "../decide/brief.ts";
import { type SheetState, fresh } from "../state.ts";
import { allPass } from "../verdict.ts";
import type { JudgedWork, LandingEvidence, SheetEvidence } from "./evidence.ts";

/** The conclusion from a sheet's traces. `why` tells people the evidence. */
export interface Inference {
  readonly sheet: SheetPlan;
  readonly state: SheetState;
  readonly why: string;
}

/**
 * The states of a job's sheets as their traces show them. It claims no more than they do: what can't be
 * told from unfinished work waits, and goes on from there. Budgets begin anew; only the number of attempts goes on.
 */
export function inferStates(evidence: readonly SheetEvidence[]): readonly Inference[] {
  const begunAfter = begunDependents(evidence);
  return evidence.map((one) => ({ sheet: one.sheet, ...inferred(one, begunAfter.get(one.sheet.id)) }));
}

type Conclusion = Omit<Inference, "sheet">;

function inferred(evidence: SheetEvidence, dependent: SheetId | undefined): Conclusion {
  const { landing, result, isInPlace } = evidence;
  if (landing !== null) return landed(evidence, landing);
  if (isGoodResult(result)) return succeeded(evidence, result);
  // A sheet begins only when those before it are good. Where there is work that did not land, that says nothing of what
  // is to become of it.
  if (dependent !== undefined && (isInPlace || evidence.newest?.changed !== true))
    return done(evidence, `it has nothing to land, and ${dependent}, which waits for it, had begun`);
  return evidence.attempts === 0 ? { state: fresh, why: "there is no trace of it" } : waiting(evidence);
}

function landed(evidence: SheetEvidence, { commit, attempt, level, branch, isThere }: LandingEvidence): Conclusion {
  const short = commit.slice(0, 10);
  const why = isThere
    ? `landed as ${short}, found on ${branch}`
    : `landed as ${short} by its receipt; ${branch} does not have that commit any more`;
  return {
    state: {
      kind: "landed",
      attempt,
      context: standing(evidence),
      session: null,
      commit,
      level,
      counts: countsOf(evidence),
    },
    why,
  };
}

function isGoodResult(
  result: JudgedWork | null,
): result is JudgedWork & { readonly verdict: NonNullable<JudgedWork["verdict"]> } {
  return result !== null && result.changed && result.isComplete && result.verdict !== null && allPass(result.verdict);
}

function succeeded(
  evidence: SheetEvidence,
  result: JudgedWork & { readonly verdict: NonNullable<JudgedWork["verdict"]> },
): Conclusion {
  if (evidence.isInPlace) return done(evidence, "its validations pass in the folder");
  const { attempt, base, commit, verdict, number } = result;
  const state: SheetState = {
    kind: "captured",
    attempt,
    context: evidence.context.id,
    base,
    capture: commit,
    verdict,
    session: null,
    counts: countsOf(evidence),
    // The score says whether a person has to approve it.
    isApproved: false,
  };
  return {
    state,
    why: `snapshot ${String(number)}, with which attempt ${String(attempt)} ended, passes its validations`,
  };
}

function done(evidence: SheetEvidence, why: string): Conclusion {
  const { attempts, isInPlace } = evidence;
  return {
    state: {
      kind: "done",
      attempt: attempts,
      context: standing(evidence),
      session: null,
      inPlace: isInPlace,
      counts: countsOf(evidence),
    },
    why,
  };
}

function waiting(evidence: SheetEvidence): Conclusion {
  const { context, result, newest, isInPlace } = evidence;
  const work = result ?? newest;
  const goesOn = work !== null && work.changed;
  // Work that was done in place is in the folder already.
  const from =
    goesOn && !isInPlace
      ? { continueFrom: work.commit, continueBase: work.base }
      : { continueFrom: null, continueBase: null };
  const brief = goesOn ? inferredBrief(result?.verdict ?? null) : null;
  const state: SheetState = {
    kind: "waiting",
    why: "inferred",
    notBefore: null,
    ...from,
    brief,
    context: context.stands ? { id: context.id, reuse: goesOn } : null,
    session: null,
    counts: countsOf(evidence),
    // Changes after a snapshot that is not of an attempt's end may be its agent's or anybody's.
    ...(goesOn && isInPlace
      ? {
          folder: {
            base: work.base,
            left: result?.commit ?? null,
            verdict: result?.verdict ?? { kind: "unvalidated" },
          },
        }
      : {}),
  };
  return { state, why: whyUnfinished(evidence) };
}

function whyUnfinished({ attempts, result, newest }: SheetEvidence): string {
  if (newest === null) return `attempt ${String(attempts)} was begun, and no work of it was found`;
  if (result === null)
    return `attempt ${String(attempts)} was cut off; snapshot ${String(newest.number)} has the newest work`;
  if (!result.changed)
    return `attempt ${String(attempts)} ended without changing anything, which can't be told from not having begun`;
  const what = `attempt ${String(attempts)} ended with snapshot ${String(result.number)}`;
  if (result.verdict?.kind === "unvalidated")
    return `${what}; without validations it can't be told whether that is all`;
  if (result.verdict === null) return `${what}; its validations could not be run on it`;
  return allPass(result.verdict)
    ? `${what}, which does not hold all of its work`
    : `${what}, which does not pass its validations`;
}

function standing({ context }: SheetEvidence): SheetEvidence["context"]["id"] | null {
  return context.stands ? context.id : null;
}

function countsOf({ attempts }: SheetEvidence): Counts {
  return { ...noCounts, attempts };
}

/** Sheets that must have been good, each with one that began after it: directly, or through others. */
function begunDependents(evidence: readonly SheetEvidence[]): ReadonlyMap<SheetId, SheetId> {
  const before = new Map(evidence.map(({ sheet }) => [sheet.id, sheet.after]));
  const found = new Map<SheetId, SheetId>();
  for (const { sheet } of evidence.filter(({ attempts, landing }) => attempts > 0 || landing !== null)) {
    const open = [...sheet.after];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.set(id, sheet.id);
      open.push(...(before.get(id) ?? []));
    }
  }
  return found;
}
