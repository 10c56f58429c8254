import { isLimit } from "./complaint.ts";
import type { ApiAnswer, ApiRequest } from "./request.ts";

const mostTries = 4;
/** Whoever wants us to wait longer is told so by an error; the job need not stand still for it. */
const longestWaitMs = 60_000;

/** How long to wait before the next try; `null`: there is none. `answer`: `null` when none came. */
export function waitBefore(
  next: { readonly tries: number; readonly now: number },
  request: ApiRequest,
  answer: ApiAnswer | null,
): number | null {
  if (next.tries >= mostTries) return null;
  const usual = 1000 * 2 ** (next.tries - 1);
  if (answer !== null && isLimit(answer)) return bounded(wishedWait(answer.headers, next.now) ?? usual);
  // Whether it was done nobody knows: asking again would perhaps do it twice.
  if (request.method === "POST") return null;
  if (answer === null) return usual;
  return answer.status >= 500 ? bounded(wishedWait(answer.headers, next.now) ?? usual) : null;
}

function bounded(waitMs: number): number | null {
  return waitMs > longestWaitMs ? null : Math.max(0, waitMs);
}

/** Seconds, a date, or the second at which a limit ends. */
function wishedWait(headers: ReadonlyMap<string, string>, now: number): number | null {
  const after = headers.get("retry-after");
  if (after !== undefined) return /^\d+$/.test(after) ? Number(after) * 1000 : dateWait(after, now);
  const reset = headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset");
  return reset !== undefined && /^\d+$/.test(reset) ? Number(reset) * 1000 - now : null;
}

function dateWait(text: string, now: number): number | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at - now;
}
