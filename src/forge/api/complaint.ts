import { TuttiError } from "../../base/error.ts";
import { shownText } from "../../base/shown-text.ts";
import type { ApiAnswer, ApiRequest } from "./request.ts";

/** What to set, by what the server is. */
export interface Login {
  readonly host: string;
  readonly hint: string;
}

/** The error that an answer other than a good one is. */
export function complaintOf(answer: ApiAnswer, request: ApiRequest, login: Login): TuttiError {
  const { status } = answer;
  const said = saidIn(answer.text);
  const what = `${login.host} answered ${String(status)} to ${request.method} ${request.path.split("?")[0] ?? ""}${said === "" ? "" : `: ${said}`}`;
  if (isLimit(answer)) {
    return new TuttiError("forge.limited", what, {
      audience: "environment",
      hint: "The server limits requests for now. The result is kept; try again later.",
    });
  }
  if (status === 401) return new TuttiError("forge.no_login", what, { audience: "user", hint: login.hint });
  if (status === 403) {
    return new TuttiError("forge.not_allowed", what, {
      audience: "user",
      hint: "The account or its token lacks the right to do this there.",
    });
  }
  if (status === 404) {
    return new TuttiError("forge.not_found", what, {
      audience: "user",
      hint: "There is no such repository or pull request, or it is private and the token may not see it.",
    });
  }
  if (status >= 400 && status < 500) return new TuttiError("forge.refused", what, { audience: "user" });
  return new TuttiError("forge.unreachable", what, {
    audience: "environment",
    hint: "The server has a problem; try again later.",
  });
}

/** GitHub says 403 where others say 429. */
export function isLimit({ status, headers }: ApiAnswer): boolean {
  return (
    status === 429 || (status === 403 && (headers.has("retry-after") || headers.get("x-ratelimit-remaining") === "0"))
  );
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
  // Below `message`, keys are names of fields.
  const named =
    wanted.length > 0 || depth === 0
      ? wanted.map(([, item]) => textsIn(item, depth + 1))
      : entries.map(([key, item]) => [key, ...textsIn(item, depth + 1)]);
  return named.flat();
}
