import type { LandingLevel } from "../../sheet/state.ts";
import { type Verdict, isPartial, resultsOf } from "../../sheet/verdict.ts";
import type { Layer } from "../candidate.ts";
import type { TestReport } from "../gates/gate.ts";

/**
 * The claim that a receipt may make: a test of exactly this tree, of another one (the sheet's own or the batch's), or
 * none. A failed validation of its own limits the claim, also where gates pass.
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
