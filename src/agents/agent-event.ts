import type { EpochMs } from "../base/ids.ts";
import type { Usage } from "../sheet/cost/usage.ts";

/** A report of an agent, in Tutti's terms. */
export type AgentEvent =
  /** First sign of life. */
  | { readonly kind: "started"; readonly session: string | null; readonly model: string | null }
  /** For people, never for decisions. */
  | { readonly kind: "said"; readonly text: string }
  | { readonly kind: "did"; readonly tool: string; readonly detail: string }
  /** The result of a tool call that was reported before. */
  | {
      readonly kind: "got";
      readonly tool: string;
      readonly detail: string;
      readonly text: string;
      readonly isGood: boolean;
    }
  /** Thinking aloud: neither an answer nor a deed. */
  | { readonly kind: "thought"; readonly text: string }
  /** It read words that were given to it while it ran. */
  | { readonly kind: "heard"; readonly id: string | null; readonly text: string }
  /** `turn`: since the last; `total`: of the whole run, instead of all turns. */
  | { readonly kind: "spent"; readonly scope: "turn" | "total"; readonly usage: Usage }
  /** It hit a limit and waits by itself. */
  | {
      readonly kind: "limited";
      readonly status: number | null;
      readonly message: string;
      readonly resetAt: EpochMs | null;
      readonly waitMs: number | null;
    }
  /** `isFinal`: ends the run; otherwise the agent retries. */
  | { readonly kind: "failed"; readonly problem: AgentProblem; readonly isFinal: boolean }
  /** Its own claim, which proves nothing. */
  | { readonly kind: "ended"; readonly isGood: boolean; readonly text: string | null }
  /** A line in another format. */
  | { readonly kind: "unread" };

export interface AgentProblem {
  /** HTTP status. */
  readonly status: number | null;
  /** The provider's name, such as `rate_limit_error`. */
  readonly type: string | null;
  readonly message: string;
  readonly resetAt: EpochMs | null;
}
