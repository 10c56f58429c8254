import type { EpochMs } from "../base/ids.ts";
import type { Usage } from "../sheet/cost/usage.ts";

/** What an agent tells through its structured channel, whichever words it has for it. */
export type AgentEvent =
  /** The first of a run: it is alive. */
  | { readonly kind: "started"; readonly session: string | null; readonly model: string | null }
  /** Prose: for people, never for decisions. */
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "did"; readonly tool: string; readonly detail: string }
  /** `turn`: since the last one; `total`: of the whole run so far, in place of all turns. */
  | { readonly kind: "spent"; readonly scope: "turn" | "total"; readonly usage: Usage }
  /** It met a limit and means to wait by itself. */
  | {
      readonly kind: "limited";
      readonly status: number | null;
      readonly message: string;
      readonly resetAt: EpochMs | null;
      readonly waitMs: number | null;
    }
  /** `isFinal`: the run ends because of it; otherwise the agent tries again by itself. */
  | { readonly kind: "failed"; readonly problem: AgentProblem; readonly isFinal: boolean }
  /** Its own word on how it went, which proves nothing. */
  | { readonly kind: "ended"; readonly isGood: boolean; readonly text: string | null }
  /** A line that is not in its format. */
  | { readonly kind: "unread" };

export interface AgentProblem {
  /** Of HTTP. */
  readonly status: number | null;
  /** The provider's name for it, such as `rate_limit_error`. */
  readonly type: string | null;
  readonly message: string;
  readonly resetAt: EpochMs | null;
}
