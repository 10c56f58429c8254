import type { z } from "zod";
import { invalid } from "../invalid.ts";
import type { Method } from "./method.ts";

/** What a caller gave, checked and with its defaults. */
export function askedOf<P extends z.ZodObject>(
  name: string,
  method: Pick<Method<P>, "params">,
  params: unknown,
): z.output<P> {
  const result = method.params.safeParse(requireNamed(params));
  if (!result.success) throw invalid(`${name}: ${faultsOf(result.error.issues)}`);
  return result.data;
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
