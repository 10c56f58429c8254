import { TuttiError } from "../../../base/error.ts";
import type { Sides } from "../../../git/objects/trees/merge.ts";
import type { Token, Tokens } from "./text.ts";

/** A token of the merged text: its places in the three texts; -1: not there. */
export interface Piece {
  readonly base: number;
  readonly ours: number;
  readonly theirs: number;
}

export type Side = "ours" | "theirs";

export function ownPiece(side: Side, at: number): Piece {
  return side === "ours" ? { base: -1, ours: at, theirs: -1 } : { base: -1, ours: -1, theirs: at };
}

/** The side that alone has it; `undefined`: both do. */
export function ownerOf({ ours, theirs }: Piece): Side | undefined {
  if (ours >= 0 && theirs >= 0) return undefined;
  return ours >= 0 ? "ours" : "theirs";
}

export function otherOf(side: Side): Side {
  return side === "ours" ? "theirs" : "ours";
}

export function tokenOf(piece: Piece, sides: Sides<Tokens>): Token {
  const found = sides.ours.list[piece.ours] ?? sides.theirs.list[piece.theirs];
  if (found === undefined)
    throw new TuttiError("bug.unexpected", "a merged word is of neither side", { audience: "bug" });
  return found;
}
