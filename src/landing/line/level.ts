import type { LandingLevel } from "../../sheet/state.ts";
import { type Verdict, isPartial, resultsOf } from "../../sheet/verdict.ts";
import type { Layer } from "../candidate.ts";
import type { TestReport } from "../gates/gate.ts";

/**
 * What a receipt may claim of a tree: that something was asked of exactly this tree; of another one, the sheet's own or
 * that of the batch it landed in; or of none. What does not pass all of its own validations claims no more than that,
 * whatever gates say.
 */
export function levelOf(layer: Layer, own: Verdict | null, gates: readonly TestReport[]): LandingLevel {
  const { candidate, isCaptured, tree } = layer;
  if (isPartial(candidate.verdict) || (own !== null && isPartial(own))) return "partial";
  const isValidated = resultsOf(candidate.verdict).length > 0;
  if (isValidated && (isCaptured || own !== null)) return "validated-as-landed";
  if (gates.length > 0 && gates.every((report) => report.passed && report.tree === tree)) return "validated-as-landed";
  return isValidated || (gates.length > 0 && gates.every(({ passed }) => passed))
    ? "merged-not-revalidated"
    : "unvalidated";
}
