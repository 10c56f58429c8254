import type { Sides } from "../../../git/objects/trees/merge.ts";
import { type Piece, type Side, otherOf, ownerOf, tokenOf } from "./pieces.ts";
import { type Token, type Tokens, indentOf, startsLine } from "./text.ts";

/** The merged tokens as text, with the blanks of the side that each comes from. */
export function rendered(pieces: readonly Piece[], sides: Sides<Tokens>): string {
  const shifts = { ours: shiftsOf("ours", pieces, sides), theirs: shiftsOf("theirs", pieces, sides) };
  const parts: string[] = [];
  let before: Piece | undefined;
  for (const piece of pieces) {
    parts.push(blanksOf({ piece, before }, sides, shifts), tokenOf(piece, sides).text);
    before = piece;
  }
  parts.push(merged({ base: sides.base.end, ours: sides.ours.end, theirs: sides.theirs.end }));
  return parts.join("");
}

interface Place {
  readonly piece: Piece;
  readonly before: Piece | undefined;
}

type Shifts = Readonly<Record<Side, (at: number) => Shift | undefined>>;

function blanksOf({ piece, before }: Place, sides: Sides<Tokens>, shifts: Shifts): string {
  const owner = ownerOf(piece) ?? ownerBefore(piece, before);
  if (owner !== undefined) {
    const token = sides[owner].list[piece[owner]];
    // The beginning of a file stands behind something else: as what followed that did.
    if (before !== undefined && piece[owner] === 0) return breakAfter(before, sides);
    return shifted(token, shifts[owner](piece[owner]));
  }
  const [base, ours, theirs] = [
    sides.base.list[piece.base]?.blanks,
    sides.ours.list[piece.ours]?.blanks ?? "",
    sides.theirs.list[piece.theirs]?.blanks ?? "",
  ];
  return merged({ base: base ?? ours, ours, theirs });
}

function breakAfter(before: Piece, sides: Sides<Tokens>): string {
  const owner = ownerOf(before) ?? "ours";
  const follows = sides[owner].list[before[owner] + 1]?.blanks ?? sides[owner].end;
  return follows.includes("\n") ? follows : "\n";
}

/** After words of one side, what both have follows as it does there. */
function ownerBefore(piece: Piece, before: Piece | undefined): Side | undefined {
  const owner = before === undefined ? undefined : ownerOf(before);
  return before !== undefined && owner !== undefined && before[owner] + 1 === piece[owner] ? owner : undefined;
}

function merged({ base, ours, theirs }: Sides<string>): string {
  return ours === base ? theirs : ours;
}

/** How the other side changed the indentation of a line. */
interface Shift {
  readonly from: string;
  readonly to: string;
}

function shifted(token: Token | undefined, shift: Shift | undefined): string {
  if (token === undefined) return "";
  const { blanks } = token;
  if (shift === undefined || !startsLine(token)) return blanks;
  const indent = indentOf(token);
  const head = blanks.slice(0, blanks.length - indent.length);
  if (shift.to.startsWith(shift.from)) return head + shift.to.slice(shift.from.length) + indent;
  const less = shift.from.length - shift.to.length;
  return head + indent.slice(Math.min(Math.max(less, 0), indent.length));
}

interface Line {
  readonly at: number;
  readonly indent: string;
  readonly shift: Shift;
}

/** How far to look for a line with the same indentation. */
const nearby = 60;

/**
 * For lines that one side added: the shift of the nearest line that all have and that was indented alike, before it in
 * its block or else behind it.
 */
function shiftsOf(side: Side, pieces: readonly Piece[], sides: Sides<Tokens>): Shifts[Side] {
  const lines = pieces.flatMap((piece): readonly Line[] => {
    const [own, base, other] = [
      sides[side].list[piece[side]],
      sides.base.list[piece.base],
      sides[otherOf(side)].list[piece[otherOf(side)]],
    ];
    if (own === undefined || base === undefined || other === undefined) return [];
    if (!startsLine(own) || !startsLine(base) || !startsLine(other)) return [];
    return [{ at: piece[side], indent: indentOf(own), shift: { from: indentOf(base), to: indentOf(other) } }];
  });
  if (lines.every(({ shift }) => shift.from === shift.to)) return () => undefined;
  return (at) => {
    const token = sides[side].list[at];
    if (token === undefined || !startsLine(token)) return undefined;
    return nearest(lines, at, indentOf(token));
  };
}

function nearest(lines: readonly Line[], at: number, indent: string): Shift | undefined {
  const split = lines.findIndex((line) => line.at >= at);
  const end = split === -1 ? lines.length : split;
  for (let place = end - 1; place >= Math.max(0, end - nearby); place -= 1) {
    const line = lines[place];
    if (line === undefined || line.indent.length < indent.length) break;
    if (line.indent === indent) return line.shift;
  }
  const behind = lines.slice(end, end + nearby).find((line) => line.indent.length <= indent.length);
  if (behind?.indent === indent) return behind.shift;
  return lines.slice(0, end).findLast((line) => line.indent.length < indent.length)?.shift;
}
