import { unreachable } from "../base/error.ts";
import type { ProcessEnd } from "../process/process.ts";
import type { AgentEnd } from "../sheet/event.ts";
import type { AgentSignal } from "./agent.ts";

/**
 * The meaning of an end. Only the structured channel can say "rate-limited": the same words in the output may be
 * the agent's answer. An agent that got over a limit by itself and ended well was not limited; one that was
 * ended for its silence after reporting a limit was waiting for the reset.
 */
export function agentEnd({ how, durationMs }: ProcessEnd, signals: readonly AgentSignal[]): AgentEnd {
  const limit = signals.at(-1);
  switch (how.kind) {
    case "exited":
      return limit !== undefined && how.code !== 0 ? rateLimited(limit) : how;
    case "idle":
      return limit !== undefined ? rateLimited(limit) : { kind: "idle", afterMs: Math.round(durationMs) };
    case "timed-out":
      return { kind: "timed-out", afterMs: Math.round(durationMs) };
    case "signalled":
    case "cancelled":
      return how;
    case "not-started":
      return { kind: "not-started", detail: how.reason };
    default:
      return unreachable(how);
  }
}

function rateLimited(limit: AgentSignal): AgentEnd {
  return { kind: "rate-limited", resetAt: limit.resetAt };
}
