import type { Remark } from "./forge.ts";

const mark = "seen:";

/**
 * What was heard already, by name. Neither times nor the highest number would do: what a reviewer writes gets both
 * when it is begun, and is seen when the whole review is handed in.
 */
export function sinceCursor(
  remarks: readonly Remark[],
  since: string | null,
): { readonly fresh: readonly Remark[]; readonly cursor: string } {
  const seen = new Set(since?.startsWith(mark) === true ? since.slice(mark.length).split(" ") : []);
  const fresh = remarks
    .filter((remark) => !seen.has(remark.id))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  return { fresh, cursor: `${mark}${[...new Set(remarks.map((remark) => remark.id))].sort().join(" ")}` };
}
