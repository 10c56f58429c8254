import { TuttiError } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import type { ApiAnswer, ApiRequest } from "./request.ts";

/** `hint`: how to log in there. */
export interface Login {
  readonly host: string;
  readonly hint: string;
}

/** The error that an answer of 300 and above is. */
export function complaintOf(answer: ApiAnswer, request: ApiRequest, login: Login): TuttiError {
  const { status } = answer;
  const said = saidIn(answer.text);
  const call = `${request.method} ${request.path.split("?")[0] ?? ""}`;
  const what = `${login.host} answered ${String(status)} to ${call}${said === "" ? "" : `: ${said}`}`;
  if (isLimit(answer)) return new TuttiError("forge.limited", what, { audience: "environment", hint: hints.limited });
  if (status === 401) return new TuttiError("forge.no_login", what, { audience: "user", hint: login.hint });
  if (status === 403) return new TuttiError("forge.not_allowed", what, { audience: "user", hint: hints.notAllowed });
  if (status === 404) return new TuttiError("forge.not_found", what, { audience: "user", hint: hints.notFound });
  if (status >= 400 && status < 500) return new TuttiError("forge.refused", what, { audience: "user" });
  return new TuttiError("forge.unreachable", what, { audience: "environment", hint: hints.broken });
}

const hints = {
  limited: "The server limits requests for now. The result is kept; try again later.",
  notAllowed: "The account or its token lacks the right to do this there.",
  notFound: "There is no such repository or pull request, or it is private and the token may not see it.",
  broken: "The server has a problem; try again later.",
};

/** No usable answer came: the network, a proxy, or a server of another kind. */
export function unreachable(
  what: string,
  hint = "Check the network and the remote's address. The result is kept; try again later.",
): TuttiError {
  return new TuttiError("forge.unreachable", what, { audience: "environment", hint });
}

/** GitHub says 403 where others say 429. */
export function isLimit({ status, headers }: ApiAnswer): boolean {
  const isForbidden = headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0";
  return status === 429 || (status === 403 && isForbidden);
}

/** Each server has a shape of its own: a text, a list, or lists by field. */
function saidIn(text: string): string {
  try {
    return shownText([...new Set(textsIn(JSON.parse(text) as unknown, 0))].join("; ").replaceAll(/\s+/g, " "), 500);
  } catch {
    return "";
  }
}

const telling = new Set(["message", "messages", "error", "errors", "error_description", "field", "code"]);

function textsIn(value: unknown, depth: number): readonly string[] {
  if (typeof value === "string") return [value];
  if (depth > 4 || typeof value !== "object" || value === null) return [];
  if (Array.isArray(value)) return value.slice(0, 20).flatMap((item) => textsIn(item, depth + 1));
  const entries = Object.entries(value);
  const wanted = entries.filter(([key]) => telling.has(key));
  if (wanted.length > 0 || depth === 0) return wanted.flatMap(([, item]) => textsIn(item, depth + 1));
  // Below `message`, keys are names of fields.
  return entries.flatMap(([key, item]) => [key, ...textsIn(item, depth + 1)]);
}
