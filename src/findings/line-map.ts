import type { FileMove, Hunk } from "../base/line-move.ts";

/** Where a line of either version is in the comparison of both. */
export type Spot =
  /** It is the same line in both: by its number in the result. */
  | { readonly kind: "kept"; readonly line: number }
  /**
   * It is in a region that differs. `at` is a place between both versions, so that lines of one can be near to those of
   * the other.
   */
  | { readonly kind: "changed"; readonly hunk: number; readonly at: number };

export interface LineMap {
  before(line: number): Spot;
  after(line: number): Spot;
}

/** `null`: the file is the same in both. */
export function lineMapOf(move: FileMove | null): LineMap {
  if (move === null) return { before: kept, after: kept };
  if (move.unread !== undefined) return { before: anywhere, after: anywhere };
  const regions = move.hunks.map(regionOf).sort((one, other) => one.old.start - other.old.start);
  return {
    before: (line) => {
      const { region, index, shift } = lookUp(regions, "old", line);
      return region === null ? kept(line + shift) : changed(index, line, line - region.old.start + region.new.start);
    },
    after: (line) => {
      const { region, index } = lookUp(regions, "new", line);
      return region === null ? kept(line) : changed(index, line - region.new.start + region.old.start, line);
    },
  };
}

interface Region {
  readonly old: Range;
  readonly new: Range;
}

/** The first line, and the one behind the last. */
interface Range {
  readonly start: number;
  readonly end: number;
}

function regionOf({ oldStart, oldLines, newStart, newLines }: Hunk): Region {
  return { old: rangeOf(oldStart, oldLines), new: rangeOf(newStart, newLines) };
}

/** A side without lines lies behind the line that git names. */
function rangeOf(start: number, lines: number): Range {
  return lines === 0 ? { start: start + 1, end: start + 1 } : { start, end: start + lines };
}

/** The region that holds the line, or none, and by how much lines of this side have moved here. */
function lookUp(
  regions: readonly Region[],
  side: "old" | "new",
  line: number,
): { region: Region | null; index: number; shift: number } {
  let [low, high] = [0, regions.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((regions[middle]?.[side].start ?? Infinity) <= line) low = middle + 1;
    else high = middle;
  }
  const last = regions[low - 1];
  if (last === undefined) return { region: null, index: -1, shift: 0 };
  return { region: line < last[side].end ? last : null, index: low - 1, shift: last.new.end - last.old.end };
}

function kept(line: number): Spot {
  return { kind: "kept", line };
}

/** Counted in lines of both versions, so that it is the same place whichever of them is called the first. */
function changed(hunk: number, oldLine: number, newLine: number): Spot {
  return { kind: "changed", hunk, at: oldLine + newLine };
}

function anywhere(line: number): Spot {
  return changed(0, line, line);
}
