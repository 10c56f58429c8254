import { invalid } from "../invalid.ts";
import type { Handlers, OwnMethod } from "../handlers.ts";
import { type Asked, type Method, methods } from "../schema/methods.ts";

/** A name may be anything that somebody wrote, so the object's own keys only: `constructor` is no method. */
export function isMethod(name: string): name is Method {
  return Object.hasOwn(methods, name);
}

/** One that a connection answers, not the engine. */
export function isOwn(method: Method): method is OwnMethod {
  return method === "conductor.hello" || method === "events.subscribe" || method === "events.unsubscribe";
}

/** What a caller gave, checked and with its defaults. */
export function askedOf<M extends Method>(method: M, params: unknown): Asked<M> {
  const result = methods[method].safeParse(requireNamed(params));
  if (!result.success) throw invalid(`${method}: ${faultsOf(result.error.issues)}`);
  return result.data as Asked<M>;
}

/** Has the engine answer. */
export async function handle(
  handlers: Handlers,
  method: Exclude<Method, OwnMethod>,
  params: unknown,
): Promise<unknown> {
  const handler = handlers[method] as (asked: unknown) => Promise<unknown>;
  return handler(askedOf(method, params));
}

/**
 * No list or record of any method may be longer. The schemas say so too, but look at every entry first, and keep a note
 * of each that is wrong.
 */
const longestList = 100_000;

function requireNamed(params: unknown): object {
  if (params === undefined) return {};
  if (typeof params !== "object" || params === null || Array.isArray(params))
    throw invalid("params have to be an object, by name");
  for (const [key, value] of Object.entries(params) as [string, unknown][]) {
    if (typeof value === "object" && value !== null && Object.keys(value).length > longestList)
      throw invalid(`${clipped(key)}: more than ${longestList} entries`);
  }
  return params;
}

/** The first few; a message has a bounded length, however much is wrong. */
function faultsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const shown = issues
    .slice(0, 3)
    .map(({ path, message }) =>
      path.length === 0 ? clipped(message) : `${clipped(path.map(String).join("."))}: ${clipped(message)}`,
    );
  return issues.length > shown.length
    ? `${shown.join("; ")}; and ${issues.length - shown.length} more`
    : shown.join("; ");
}

function clipped(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
