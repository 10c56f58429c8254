import { clip } from "../../base/text.ts";
import type { z } from "zod";
import { invalid } from "../protocol.ts";
import type { Method } from "./method.ts";

/** The caller's input, checked and with its defaults. */
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
      throw invalid(`${clip(key, longest)}: more than ${longestList} entries`);
  }
  return params;
}

const longest = 200;

/** The first few; a message has a bounded length, however much is wrong. */
function faultsOf(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): string {
  const shown = issues
    .slice(0, 3)
    .map(({ path, message }) =>
      path.length === 0
        ? clip(message, longest)
        : `${clip(path.map(String).join("."), longest)}: ${clip(message, longest)}`,
    );
  return issues.length > shown.length
    ? `${shown.join("; ")}; and ${issues.length - shown.length} more`
    : shown.join("; ");
}
