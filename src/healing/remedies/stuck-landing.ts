import type { ErrorCode } from "../../base/error-codes.ts";
import type { Remedy } from "../remedy.ts";

/** Reasons for which a push or a forge refuses once, and may accept the next time. */
const passing: ReadonlySet<ErrorCode> = new Set<ErrorCode>(["landing.push_failed", "checkout.locked", "git.failed"]);

/** Results are ready, and something outside kept them from landing. */
export const stuckLanding: Remedy = {
  code: "H11",
  evidence: ({ rest }) => {
    if (rest.kind !== "paused" || rest.cause?.kind !== "broken" || !passing.has(rest.cause.code)) return [];
    return [
      {
        code: "H11",
        kind: "automatic",
        sheets: [],
        what: `landing stopped: ${rest.why ?? rest.cause.code}`,
        steps: ["offer the results that wait once more; git says which of them have landed already"],
        act: { then: "go-on" },
      },
    ];
  },
};
