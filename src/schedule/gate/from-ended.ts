import type { RetryPolicy } from "../../score/plan/plan.ts";
import type { Ended } from "../../sheet/events/event.ts";
import { type Trouble, remedyOf, troubles } from "../../sheet/trouble/trouble.ts";
import type { GateEvent } from "./gate.ts";

/** What the end of a run says of its agent's account (`account`) and of its use of the model (`lane`). */
export interface GateNews {
  readonly account: GateEvent | null;
  readonly lane: GateEvent | null;
}

/** How an agent's run ended, at which moment. */
export type RunEnd = Pick<Ended, "end" | "trouble" | "at" | "chance">;

/** How the sheet that it was for waits when nobody says for how long. */
export type Waiter = Pick<RetryPolicy, "limitWaitMs" | "jitter">;

const nothing: GateNews = { account: null, lane: null };

export function gateNews({ end, trouble, at, chance }: RunEnd, { limitWaitMs: unknownMs, jitter }: Waiter): GateNews {
  if (end.kind === "no-context" || end.kind === "not-met" || end.kind === "no-capture" || end.kind === "cancelled")
    return nothing;
  if (trouble === null) return { account: { kind: "good", at }, lane: { kind: "good", at } };
  const { code, detail, resetAt, isOverdue = false } = trouble;
  const remedy = remedyOf(trouble);
  switch (remedy) {
    case "limit":
    case "quota":
      return {
        account: null,
        lane: {
          kind: "limited",
          why: remedy,
          at,
          limit: { resetAt, isOverdue, unknownMs, chance: jitter ? chance : 0 },
          code,
          detail,
        },
      };
    case "terminal":
      return { account: { kind: "stopped", code, detail }, lane: null };
    case "session":
      return nothing;
    case "agent":
    case "retry":
      return isProviders(trouble) ? { account: null, lane: { kind: "faulty", at, code, detail } } : nothing;
  }
}

/** A crash, a time-out or a bad exit may be the sheet's own doing: others are not held up for it. */
function isProviders({ code }: Trouble): boolean {
  return troubles[code].category === "network" || code === "E007" || code === "E008";
}
