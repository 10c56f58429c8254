import type { FileMove, Hunk } from "../../base/line-move.ts";
import type { Finding } from "../finding.ts";

/** A finding and its place in a comparison. */
export interface Placing {
  readonly finding: Finding;
  readonly side: "before" | "after";
  /** The line, with the column as a fraction. */
  readonly at: number;
  readonly spot: Spot | { readonly kind: "whole-file" | "gone" };
  /** Equal for findings of a file with the same message, literally or except for numbers. */
  readonly exact: number;
  readonly loose: number;
  /** The same finding on the other side. */
  partner: Placing | null;
}

export interface Sameness {
  readonly place: "line" | "region" | "top" | "moved";
  readonly says: "exact" | "loose";
}

/** Findings with equal keys may be the same; `null`: no match by this sameness. */
export function keyOf(placing: Placing, { place, says }: Sameness): string | null {
  const where = whereOf(placing, place);
  return where === null ? null : `${placing[says]} ${where}`;
}

function whereOf({ spot, finding }: Placing, place: Sameness["place"]): string | null {
  if (spot.kind === "gone") return null;
  switch (place) {
    case "line":
      return spot.kind === "kept" ? String(spot.line) : spot.kind === "whole-file" ? "" : null;
    case "region":
      return spot.kind === "changed" ? String(spot.hunk) : null;
    case "top":
      return finding.line === 1 ? "" : null;
    case "moved":
      return spot.kind === "changed" ? "" : null;
  }
}

interface Sides {
  readonly olds: readonly Placing[];
  readonly news: readonly Placing[];
}

export function placings(
  before: readonly Finding[],
  after: readonly Finding[],
  moves: (file: string) => FileMove | null,
): Sides {
  const idOf = numbered();
  const ways = waysOf(before, moves);
  const waysTo = new Map([...ways.values()].map((way) => [way.to, way]));
  const place = (
    side: Placing["side"],
    finding: Finding,
    { file, spot }: { file: string; spot: Placing["spot"] },
  ): Placing => {
    const { tool, code, message } = finding;
    const exact = idOf(JSON.stringify([tool, code, message, file]));
    const plain = withoutNumbers(message);
    const loose = plain === message ? exact : idOf(JSON.stringify([tool, code, plain, file]));
    return { finding, side, at: atOf(spot, finding.column ?? 0), spot, exact, loose, partner: null };
  };
  const olds = before.map((finding) => {
    const way = ways.get(finding.file);
    const isGone = way === undefined || way.to === null;
    const spot = isGone
      ? ({ kind: "gone" } as const)
      : finding.line === null
        ? wholeFile
        : way.lines.before(finding.line);
    return place("before", finding, { file: way?.to ?? "", spot });
  });
  const news = after.map((finding) => {
    const way = waysTo.get(finding.file);
    // A file without earlier findings has nothing to match.
    const spot: Placing["spot"] =
      finding.line === null ? wholeFile : (way?.lines.after(finding.line) ?? { kind: "kept", line: finding.line });
    return place("after", finding, { file: finding.file, spot });
  });
  return { olds, news };
}

const wholeFile = { kind: "whole-file" } as const;

interface Way {
  readonly to: string | null;
  readonly lines: LineMap;
}

function waysOf(before: readonly Finding[], moves: (file: string) => FileMove | null): ReadonlyMap<string, Way> {
  const ways = new Map<string, Way>();
  for (const { file } of before) {
    if (ways.has(file)) continue;
    const move = moves(file);
    ways.set(file, { to: move === null ? file : move.to, lines: lineMapOf(move) });
  }
  return ways;
}

// A number alone is a line, a count, a size; in a name or quotes it has a meaning.
const numbers = /(?<![\w.'"`])\d+(?![\w'"`]|\.\d)/g;

function withoutNumbers(message: string): string {
  return message.replaceAll(numbers, "0");
}

const columns = 2 ** 20;

function atOf(spot: Placing["spot"], column: number): number {
  const line = spot.kind === "kept" ? spot.line : spot.kind === "changed" ? spot.at : 0;
  return line + Math.min(column, columns - 1) / columns;
}

/** Numbers compare faster than long texts. */
function numbered(): (text: string) => number {
  const known = new Map<string, number>();
  return (text) => {
    const number = known.get(text) ?? known.size;
    known.set(text, number);
    return number;
  };
}

/** The place of a line in the comparison. */
type Spot =
  /** Unchanged; its number in the result. */
  | { readonly kind: "kept"; readonly line: number }
  /** In a changed region. `at` lies between both versions, so that lines of both can be near. */
  | { readonly kind: "changed"; readonly hunk: number; readonly at: number };

interface LineMap {
  before(line: number): Spot;
  after(line: number): Spot;
}

/** `null`: unchanged. */
function lineMapOf(move: FileMove | null): LineMap {
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

/** `end` is exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

function regionOf({ oldStart, oldLines, newStart, newLines }: Hunk): Region {
  return { old: rangeOf(oldStart, oldLines), new: rangeOf(newStart, newLines) };
}

/** Git puts an empty side behind the line it names. */
function rangeOf(start: number, lines: number): Range {
  return lines === 0 ? { start: start + 1, end: start + 1 } : { start, end: start + lines };
}

/** The region of a line, and the offset of lines here. */
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

/** Symmetric in both versions. */
function changed(hunk: number, oldLine: number, newLine: number): Spot {
  return { kind: "changed", hunk, at: oldLine + newLine };
}

function anywhere(line: number): Spot {
  return changed(0, line, line);
}
