import { APICallError } from "ai";
import { type Fields, asFields, fieldsIn } from "../../agents/streams/fields.ts";
import { resetIn, retryAfter } from "../../agents/trouble/reset.ts";
import { messageOf } from "../../base/error.ts";
import type { EpochMs } from "../../base/ids.ts";
import { failed, type FailedLine } from "../event-line.ts";

/** An error instead of an answer, or within one. */
export function problemLine(error: unknown, now: EpochMs): FailedLine {
  if (!APICallError.isInstance(error)) return inTheMiddle(error);
  const { statusCode, responseBody, responseHeaders = {} } = error;
  // Below 400: an answer that broke off or made no sense.
  if (statusCode === undefined || statusCode < 400) return networkLine(error);
  const { type, message } = complaintIn(responseBody);
  const said = message ?? (error.message || `HTTP ${statusCode}`);
  return failed(type ?? "api_error", said, {
    status: statusCode,
    resetAt: resetOf(responseHeaders, now) ?? resetIn(said, now),
  });
}

/** A stream has the provider's errors as plain objects; anything else is a lost connection. */
function inTheMiddle(error: unknown): FailedLine {
  const { type, message } = complaintIn(typeof error === "string" ? error : JSON.stringify(error));
  if (type !== null && message !== null) return failed(type, message, { status: statuses[type] ?? null });
  return networkLine(error);
}

/** The system's code distinguishes an unknown host from a refused connection. */
export function networkLine(error: unknown): FailedLine {
  const causes = causesOf(error);
  const code = causes.map((cause) => fieldsOf(cause)["code"]).findLast((value) => typeof value === "string");
  if (typeof code === "string") return failed(code, messageWith(causes));
  const isNonsense = causes.some((cause) => cause instanceof Error && /JSON|TypeValidation/.test(cause.name));
  return failed(isNonsense ? "server_error" : "stream_disconnected", messageWith(causes));
}

/** Their usual HTTP statuses. */
const statuses: Readonly<Record<string, number>> = {
  overloaded_error: 529,
  rate_limit_error: 429,
  api_error: 500,
  authentication_error: 401,
};

/** OpenAI's `code` is more specific than its `type`; others have only `type`. */
function complaintIn(body: string | undefined): { readonly type: string | null; readonly message: string | null } {
  const outer = fieldsIn(body ?? "") ?? {};
  const inner = typeof outer["error"] === "string" ? { message: outer["error"] } : fieldsOf(outer["error"] ?? outer);
  const { code, type, message } = inner;
  const names = [code, type].filter((name): name is string => typeof name === "string" && /[a-z]/i.test(name));
  return { type: names[0] ?? null, message: typeof message === "string" && message !== "" ? message : null };
}

function fieldsOf(value: unknown): Fields {
  return asFields(value) ?? {};
}

type Headers = Readonly<Record<string, string>>;

/** `retry-after` first; else the last reset of the exhausted windows. */
export function resetOf(headers: Headers, now: EpochMs): EpochMs | null {
  const ms = headers["retry-after-ms"];
  const after = ms === undefined ? headers["retry-after"] : `${ms} ms`;
  const commanded = after === undefined ? null : retryAfter(after, now);
  if (commanded !== null) return commanded;
  const windows = Object.entries(headers).filter(([name]) => /ratelimit.*reset/.test(name) && isUsedUp(headers, name));
  const resets = windows.map(([, value]) => retryAfter(value, now)).filter((at) => at !== null);
  return resets.length === 0 ? null : (Math.max(...resets) as EpochMs);
}

/** `x-ratelimit-reset-tokens` goes with `x-ratelimit-remaining-tokens`, `…-tokens-reset` with `…-tokens-remaining`. */
function isUsedUp(headers: Headers, name: string): boolean {
  return Number(headers[name.replace("reset", "remaining")] ?? "1") <= 0;
}

function causesOf(error: unknown): readonly unknown[] {
  const causes: unknown[] = [];
  for (let at = error; at !== undefined && at !== null && causes.length < 5; at = at instanceof Error ? at.cause : null)
    causes.push(at);
  return causes;
}

/** The cause says more than `fetch failed`. */
function messageWith(causes: readonly unknown[]): string {
  const texts: string[] = [];
  for (const text of causes.map(messageOf)) if (!texts.some((known) => known.includes(text))) texts.push(text);
  return texts.join(": ");
}
