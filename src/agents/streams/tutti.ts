import type { EpochMs } from "../../base/ids.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { StreamReader } from "../agent.ts";
import { resetIn } from "../trouble/reset.ts";
import { did, ended, failed, limited, said } from "./events.ts";
import { countAt, type Fields, numberAt, statusAt, textAt, valueAt } from "./fields.ts";
import { lineReader } from "./line-reader.ts";

/** Tutti's own lines, which its bridges print and any agent of a user's own may. */
export function tuttiReader(now: () => EpochMs): StreamReader {
  return lineReader((type, event) => eventsOf(type, event, now()));
}

function eventsOf(type: string, event: Fields, now: EpochMs): readonly AgentEvent[] {
  const message = textAt(event, "message") ?? "";
  const resetAt = momentAt(event, "reset_at_ms");
  switch (type) {
    case "started":
      return [{ kind: "started", session: textAt(event, "session"), model: textAt(event, "model") }];
    case "said":
      return said(textAt(event, "text"));
    case "did":
      return [did(textAt(event, "tool") ?? "", textAt(event, "detail") ?? "")];
    case "spent":
      return [spent(event)];
    case "limited":
      return [
        limited({
          status: statusAt(event, "status"),
          message,
          resetAt: resetAt ?? resetIn(message, now),
          waitMs: numberAt(event, "wait_ms"),
        }),
      ];
    case "failed": {
      const problem = {
        status: statusAt(event, "status"),
        type: textAt(event, "error"),
        message,
        resetAt: resetAt ?? resetIn(message, now),
      };
      return [failed(problem, valueAt(event, "final") !== false)];
    }
    case "rate_limit":
      return [failed({ status: 429, message, resetAt }, true)];
    case "ended":
      return [ended(valueAt(event, "good") === true, textAt(event, "text"))];
    default:
      return [];
  }
}

function momentAt(event: Fields, key: string): EpochMs | null {
  const at = numberAt(event, key);
  return at !== null && Number.isSafeInteger(at) && at > 0 ? (at as EpochMs) : null;
}

function spent(event: Fields): AgentEvent {
  const usage = {
    inputTokens: countAt(event, "input_tokens"),
    outputTokens: countAt(event, "output_tokens"),
    cacheReadTokens: countAt(event, "cache_read_tokens"),
    cacheWriteTokens: countAt(event, "cache_write_tokens"),
    usd: numberAt(event, "usd"),
  };
  return { kind: "spent", scope: textAt(event, "scope") === "total" ? "total" : "turn", usage };
}
