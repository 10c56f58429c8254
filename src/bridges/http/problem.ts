import { APICallError } from "ai";
import { resetIn, retryAfter } from "../../agents/trouble/reset.ts";
import { messageOf } from "../../base/error.ts";
import type { EpochMs } from "../../base/ids.ts";
import { failed, type FailedLine } from "../event-line.ts";

/** What came in place of an answer, or in the middle of one. */
export function problemLine(error: unknown, now: EpochMs): FailedLine {
  if (!APICallError.isInstance(error)) return inTheMiddle(error);
  const { statusCode, responseBody, responseHeaders = {} } = error;
  // Below 400: an answer that began well and then broke off or made no sense.
  if (statusCode === undefined || statusCode < 400) return ofTheNetwork(error);
  const { type, message } = complaintIn(responseBody);
  const said = message ?? (error.message || `HTTP ${statusCode}`);
  return failed(type ?? "api_error", said, {
    status: statusCode,
    resetAt: resetOf(responseHeaders, now) ?? resetIn(said, now),
  });
}

/** A stream carries errors of the provider as plain objects; everything else there is a connection that went away. */
function inTheMiddle(error: unknown): FailedLine {
  const { type, message } = complaintIn(typeof error === "string" ? error : JSON.stringify(error));
  if (type !== null && message !== null) return failed(type, message, { status: statuses[type] ?? null });
  return ofTheNetwork(error);
}

/** By the system's name for it, which tells a host without a name from a connection that was refused. */
function ofTheNetwork(error: unknown): FailedLine {
  const causes = causesOf(error);
  const code = causes.map((cause) => fieldsOf(cause)["code"]).findLast((value) => typeof value === "string");
  if (typeof code === "string") return failed(code, messageWith(causes));
  const isNonsense = causes.some((cause) => cause instanceof Error && /JSON|TypeValidation/.test(cause.name));
  return failed(isNonsense ? "server_error" : "stream_disconnected", messageWith(causes));
}

/** The statuses that these errors have where they are the whole answer. */
const statuses: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  api_error: 500,
  authentication_error: 401,
};

/** OpenAI's `code` says more than its `type`; Anthropic and others have only the latter. */
function complaintIn(body: string | undefined): { readonly type: string | null; readonly message: string | null } {
  const outer = fieldsOf(parsed(body));
  const inner = typeof outer["error"] === "string" ? { message: outer["error"] } : fieldsOf(outer["error"] ?? outer);
  const { code, type, message } = inner;
  const names = [code, type].filter((name): name is string => typeof name === "string" && /[a-z]/i.test(name));
  return { type: names[0] ?? null, message: typeof message === "string" && message !== "" ? message : null };
}

function parsed(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? "");
  } catch {
    return null;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

type Headers = Readonly<Record<string, string>>;

/** What the provider commands comes first; then the end of the windows that are used up, the last of them. */
function resetOf(headers: Headers, now: EpochMs): EpochMs | null {
  const ms = headers["retry-after-ms"];
  const after = ms === undefined ? headers["retry-after"] : `${ms} ms`;
  const commanded = after === undefined ? null : retryAfter(after, now);
  if (commanded !== null) return commanded;
  const windows = Object.entries(headers).filter(([name]) => /ratelimit.*reset/.test(name) && isUsedUp(headers, name));
  const resets = windows.map(([, value]) => retryAfter(value, now)).filter((at) => at !== null);
  return resets.length === 0 ? null : (Math.max(...resets) as EpochMs);
}

/**
 * `x-ratelimit-reset-tokens` has `x-ratelimit-remaining-tokens` beside it, `…-tokens-reset` has `…-tokens-remaining`.
 */
function isUsedUp(headers: Headers, name: string): boolean {
  return Number(headers[name.replace("reset", "remaining")] ?? "1") <= 0;
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && causes.length < 5; at = at instanceof Error ? at.cause : null)
    causes.push(at);
  return causes;
}

/** `fetch failed` says nothing; what it failed of is below. */
function messageWith(causes: readonly unknown[]): string {
  const texts: string[] = [];
  for (const text of causes.map(messageOf)) if (!texts.some((known) => known.includes(text))) texts.push(text);
  return texts.join(": ");
}
