import { shownText } from "../base/shown-text.ts";
import type { Reading } from "./api/reading.ts";
import type { Check, CheckState, Checks } from "./forge.ts";
import { excerptOf, oneLine } from "./remarks.ts";

/** One failure fails all of it; else one that is not done yet makes it wait. */
export function checksOf(items: readonly Check[]): Checks {
  const has = (state: CheckState): boolean => items.some((item) => item.state === state);
  return {
    state: items.length === 0 ? "none" : has("failed") ? "failed" : has("pending") ? "pending" : "passed",
    items,
  };
}

/** `excerpt` counts only where it failed. */
export function checkOf(check: Omit<Check, "name"> & { readonly name: string | null }): Check {
  return {
    name: oneLine(check.name ?? "a check"),
    state: check.state,
    // Only an address that a browser opens as a page becomes a link.
    url: check.url !== null && /^https?:\/\//i.test(check.url) ? shownText(check.url, 1000) : null,
    excerpt: check.state === "failed" ? excerptOf(check.excerpt) : null,
  };
}

/** How many failed checks have their log read. */
const mostLogs = 5;

export async function checksWithLogs(
  runs: readonly Reading[],
  of: {
    readonly stateOf: (run: Reading) => CheckState;
    readonly logOf: (run: Reading) => Promise<string | null>;
    readonly ofRun: (run: Reading, state: CheckState, log: string | null) => Check;
  },
): Promise<readonly Check[]> {
  const logged = new Set(runs.filter((run) => of.stateOf(run) === "failed").slice(0, mostLogs));
  return Promise.all(
    runs.map(async (run) => of.ofRun(run, of.stateOf(run), logged.has(run) ? await of.logOf(run) : null)),
  );
}
