import type { EpochMs } from "../../../base/ids.ts";
import { type Usage, usedTogether } from "../../../sheet/cost/usage.ts";
import type { AgentEvent } from "../../agent-event.ts";
import type { StreamReader } from "../../agent.ts";
import { resetIn } from "../../trouble/reset.ts";
import { did, ended, failed, got, heard, limited, lineReader, makeCalls, said, thought } from "../events.ts";
import { asFields, countAt, type Fields, listAt, numberAt, statusAt, textAt, usageAt, valueAt } from "../fields.ts";

/** Claude Code with `-p --output-format stream-json --verbose`. */
export function claudeReader(now: () => EpochMs): StreamReader {
  let counted: string | null = null;
  let resetAt: EpochMs | null = null;
  let sum: Usage | null = null;
  const calls = makeCalls();
  return lineReader((type, event) => {
    switch (type) {
      case "system":
        return system(event);
      case "rate_limit_event":
        // It also reports that there is no limit.
        if (textAt(event, "rate_limit_info", "status") !== "rejected") return [];
        resetAt = resetOf(event["rate_limit_info"]);
        return [limited({ status: 429, message: textAt(event, "rate_limit_info", "rateLimitType") ?? "", resetAt })];
      case "assistant": {
        const events = assistant(event, { now: now(), counted, calls });
        counted = textAt(event, "message", "id");
        return events;
      }
      case "user":
        return valueAt(event, "isReplay") === true ? replayed(event) : results(event, calls);
      case "result":
        // One for each message that it was given; each has what was used since the last.
        sum = usedTogether(sum, usedIn(event));
        return result(event, { now: now(), resetAt, used: sum ?? usedIn(event) });
      default:
        return [];
    }
  });
}

function system(event: Fields): readonly AgentEvent[] {
  switch (textAt(event, "subtype")) {
    case "init":
      return [{ kind: "started", session: textAt(event, "session_id"), model: textAt(event, "model") }];
    case "api_retry": {
      const status = statusAt(event, "error_status");
      const waitMs = numberAt(event, "retry_delay_ms");
      const type = textAt(event, "error");
      if (status === 429 || status === 529 || type === "rate_limit" || type === "overloaded")
        return [limited({ status, message: type ?? "", waitMs })];
      return [failed({ status, type, message: textAt(event, "error_message") ?? "" }, false)];
    }
    default:
      return [];
  }
}

/** Several events of one message each have the usage of the whole: the first counts. */
function assistant(
  event: Fields,
  { now, counted, calls }: { now: EpochMs; counted: string | null; calls: ReturnType<typeof makeCalls> },
): readonly AgentEvent[] {
  const parts = listAt(event, "message", "content");
  // Its own errors look like answers.
  if (valueAt(event, "is_api_error_message") === true) return [failed(problemOf(event, textOf(parts), now), false)];
  const events = parts.flatMap((part) => {
    const kind = textAt(part, "type");
    if (kind === "text") return said(textAt(part, "text"));
    if (kind === "thinking") return thought(textAt(part, "thinking"));
    return kind === "tool_use"
      ? calls.note(textAt(part, "id"), did(textAt(part, "name") ?? "", valueAt(part, "input")))
      : [];
  });
  const usage = asFields(valueAt(event, "message", "usage"));
  const id = textAt(event, "message", "id");
  return usage === null || (id !== null && id === counted)
    ? events
    : [...events, { kind: "spent", scope: "turn", usage: usageOf(usage, null) }];
}

/** Prompts come as text parts of the same event. */
function results(event: Fields, calls: ReturnType<typeof makeCalls>): readonly AgentEvent[] {
  return listAt(event, "message", "content").flatMap((part) =>
    textAt(part, "type") === "tool_result"
      ? [got(calls.take(textAt(part, "tool_use_id")), valueAt(part, "content"), valueAt(part, "is_error") !== true)]
      : [],
  );
}

/**
 * The prompt is confirmed like any message, and no client has to be told. The rest of its id is its own: an agent skips a
 * message that its session has already.
 */
export const promptMark = "00000000-0000-4000-8000-";

/** Messages that it was given on stdin, with their ids. */
function replayed(event: Fields): readonly AgentEvent[] {
  const id = textAt(event, "uuid");
  return id?.startsWith(promptMark) === true ? [] : heard(id, textOf(listAt(event, "message", "content")));
}

/** `is_error` decides: a refused request has `subtype: "success"`. */
function result(
  event: Fields,
  { now, resetAt, used }: { now: EpochMs; resetAt: EpochMs | null; used: Usage },
): readonly AgentEvent[] {
  const isGood = valueAt(event, "is_error") === false;
  const text = textAt(event, "result");
  const spent: AgentEvent = { kind: "spent", scope: "total", usage: used };
  if (isGood) return [spent, ended(true, text)];
  const errors = listAt(event, "errors").filter((error) => typeof error === "string");
  const problem = problemOf(event, text ?? errors.join("; "), now);
  // The event is exact; the message is rounded to minutes.
  const isLimit = problem.status === 429 && resetAt !== null;
  return [spent, failed(isLimit ? { ...problem, resetAt } : problem, true), ended(false, text)];
}

function problemOf(event: Fields, message: string, now: EpochMs): Parameters<typeof failed>[0] {
  const subtype = textAt(event, "subtype");
  const own = subtype === null || subtype === "success" ? null : subtype;
  const type = textAt(event, "api_error") ?? textAt(event, "api_error_type") ?? textAt(event, "error") ?? own;
  const resetAt = resetOf(valueAt(event, "api_error_params", "rate_limit_info")) ?? resetIn(message, now);
  return { status: statusAt(event, "api_error_status"), type, message, resetAt };
}

/** In seconds. */
function resetOf(limit: unknown): EpochMs | null {
  const seconds = numberAt(limit, "resetsAt");
  return seconds === null || seconds <= 0 ? null : (Math.round(seconds * 1_000) as EpochMs);
}

/** `total_cost_usd` and `modelUsage` include runs before `--resume`, and `usage` omits turns that a budget cut off. */
function usedIn(event: Fields): Usage {
  const since = asFields(valueAt(event, "model_usage_since_last_result"));
  if (since === null) return usageOf(valueAt(event, "usage"), numberAt(event, "total_cost_usd"));
  const models = Object.values(since);
  const sum = (key: string): number => models.reduce<number>((total, model) => total + countAt(model, key), 0);
  return {
    inputTokens: sum("inputTokens"),
    outputTokens: sum("outputTokens"),
    cacheReadTokens: sum("cacheReadInputTokens"),
    cacheWriteTokens: sum("cacheCreationInputTokens"),
    usd: models.every((model) => numberAt(model, "costUSD") !== null) ? sum("costUSD") : null,
  };
}

function usageOf(usage: unknown, usd: number | null): Usage {
  const cache = ["cache_read_input_tokens", "cache_creation_input_tokens"];
  return usageAt(usage, ["input_tokens", "output_tokens", ...cache], usd);
}

function textOf(parts: readonly unknown[]): string {
  return parts
    .map((part) => textAt(part, "text") ?? "")
    .join("\n")
    .trim();
}
