import { codeOf } from "../../base/error.ts";
import type { World } from "../../base/world/world.ts";
import { type Login, complaintOf, isLimit } from "./complaint.ts";
import { type Reading, parsed } from "./reading.ts";
import { type ApiAnswer, type ApiRequest, type Send, graphql } from "./request.ts";

/** An API as the forges use it: retried where that helps, errors by code, lists whole up to a bound. */
export interface Api {
  get(path: string, query?: Query): Promise<Reading>;
  send(method: "POST" | "PATCH" | "PUT", path: string, body: unknown): Promise<Reading>;
  /** `within`: the key that the list is under, where it is not the whole answer. */
  list(path: string, query?: Query, within?: string): Promise<readonly Reading[]>;
  /** `null`: absent, or it may not be seen. */
  maybe(path: string, query?: Query): Promise<Reading | null>;
  /** The end of a long text, where it can be had. */
  end(path: string): Promise<string | null>;
  graphql(query: string, variables: Readonly<Record<string, unknown>>): Promise<Reading>;
}

type Query = Readonly<Record<string, string | number>>;

interface Setting {
  readonly send: Send;
  readonly login: Login;
  readonly world: World;
  readonly paging: { readonly size: number; readonly sizeName: string };
}

const mostPages = 10;

export function makeApi({ send, login, world, paging }: Setting): Api {
  const ask = async (request: ApiRequest): Promise<ApiAnswer> => {
    for (let tries = 1; ; tries++) {
      const { answer, error } = await tryOnce(send, request);
      const isFine = answer !== null && answer.status < 400;
      const wait = isFine ? null : waitBefore({ tries, now: world.now() }, request, answer);
      if (wait !== null) await new Promise<void>((resolve) => world.after(wait, resolve));
      else if (answer === null) throw error;
      else if (answer.status >= 300) throw complaintOf(answer, request, login);
      else return answer;
    }
  };
  const read = async (request: ApiRequest): Promise<Reading> => parsed((await ask(request)).text, login.host);
  return {
    get: async (path, query = {}) => read({ method: "GET", path: withQuery(path, query) }),
    send: async (method, path, body) => read({ method, path, body }),
    list: async (path, query = {}, within) => {
      const all: Reading[] = [];
      for (let page = 1; page <= mostPages; page++) {
        const answer = await ask({
          method: "GET",
          path: withQuery(path, { ...query, page, [paging.sizeName]: paging.size }),
        });
        const whole = parsed(answer.text, login.host);
        const items = (within === undefined ? whole : whole.at(within)).items();
        all.push(...items);
        if (items.length === 0 || !hasMore(answer, items.length, paging.size)) break;
      }
      return all;
    },
    maybe: async (path, query = {}) => {
      try {
        return await read({ method: "GET", path: withQuery(path, query) });
      } catch (error) {
        if (codeOf(error) === "forge.not_found" || codeOf(error) === "forge.not_allowed") return null;
        throw error;
      }
    },
    end: async (path) => {
      // A log is an extra: without one there is still the name of what failed.
      const { answer } = await tryOnce(send, { method: "GET", path, wants: "end" });
      return answer !== null && answer.status < 300 ? answer.text : null;
    },
    graphql: async (query, variables) => read({ method: "POST", path: graphql, body: { query, variables } }),
  };
}

async function tryOnce(
  send: Send,
  request: ApiRequest,
): Promise<{ readonly answer: ApiAnswer; readonly error: null } | { readonly answer: null; readonly error: Error }> {
  try {
    return { answer: await send(request), error: null };
  } catch (error) {
    if (codeOf(error) !== "forge.unreachable") throw error;
    return { answer: null, error: error as Error };
  }
}

/** A server may send smaller pages than asked for; then it says that there are more. */
function hasMore({ headers }: ApiAnswer, count: number, size: number): boolean {
  const link = headers.get("link");
  return link === undefined ? count >= size : /\brel="?next\b/.test(link);
}

function withQuery(path: string, query: Query): string {
  const pairs = Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? path : `${path}?${pairs.join("&")}`;
}

const mostTries = 4;
/** A longer wait is an error: the job does not stand still for it. */
const longestWaitMs = 60_000;

/** Before the next try; `null`: there is none. `answer`: `null` when none came. */
function waitBefore(
  next: { readonly tries: number; readonly now: number },
  request: ApiRequest,
  answer: ApiAnswer | null,
): number | null {
  if (next.tries >= mostTries) return null;
  const usual = 1000 * 2 ** (next.tries - 1);
  if (answer !== null && isLimit(answer)) return bounded(wishedWait(answer.headers, next.now) ?? usual);
  // It may have been done: a retry could do it twice.
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
