import type { Sides } from "../../../git/objects/trees/merge.ts";
import { matchSequences } from "./match.ts";
import { type Piece, ownPiece, tokenOf } from "./pieces.ts";
import { linesOf, startsLine, type Tokens } from "./text.ts";

/** A place where both sides wrote something, and the ways to have both. The first is the likeliest. */
export interface Choice {
  readonly options: readonly Option[];
  /** Both only added: nothing of the base is replaced there. */
  readonly isInsertion: boolean;
}

export interface Option {
  readonly name: OptionName;
  readonly pieces: readonly Piece[];
}

export type OptionName =
  | "same"
  | "contained"
  | "shared end"
  | "shared end, theirs first"
  | "ours first"
  | "theirs first"
  | "woven"
  | "woven, theirs first";

interface Runs {
  readonly ours: readonly Piece[];
  readonly theirs: readonly Piece[];
}

/** All ways to have both runs of tokens in one place. */
export function optionsFor(runs: Runs, sides: Sides<Tokens>): readonly Option[] {
  const { ours, theirs } = runs;
  if (theirs.length === 0) return [{ name: "same", pieces: ours }];
  if (ours.length === 0) return [{ name: "same", pieces: theirs }];
  const [mine, yours] = [linesIn(ours, sides), linesIn(theirs, sides)];
  const shared = matchSequences(
    mine.map(({ key }) => key),
    yours.map(({ key }) => key),
  );
  const common = shared.filter((to) => to >= 0).length;
  if (common === yours.length && common === mine.length) return [{ name: "same", pieces: paired(ours, theirs) }];
  if (common === yours.length) return [{ name: "contained", pieces: ours }];
  if (common === mine.length) return [{ name: "contained", pieces: theirs }];
  const weave = { mine, yours, shared };
  const inline = inlineFirst(runs, sides);
  if (inline !== undefined) return [inline];
  return [
    ...sharedEnd(weave),
    { name: "ours first", pieces: joined(ours, theirs, sides) },
    { name: "theirs first", pieces: joined(theirs, ours, sides) },
    ...(common === 0
      ? []
      : [
          { name: "woven" as const, pieces: woven(weave, "ours") },
          { name: "woven, theirs first" as const, pieces: woven(weave, "theirs") },
        ]),
  ];
}

/** Words that go on with a line come before lines that follow it. */
function inlineFirst({ ours, theirs }: Runs, sides: Sides<Tokens>): Option | undefined {
  const [mine, yours] = [ours, theirs].map(([first]) => first !== undefined && startsLine(tokenOf(first, sides)));
  if (mine === yours) return undefined;
  return mine === true
    ? { name: "theirs first", pieces: joined(theirs, ours, sides) }
    : { name: "ours first", pieces: joined(ours, theirs, sides) };
}

interface RunLine {
  readonly key: string;
  readonly pieces: readonly Piece[];
}

function linesIn(run: readonly Piece[], sides: Sides<Tokens>): readonly RunLine[] {
  return linesOf(run.map((piece) => tokenOf(piece, sides))).map(({ from, to, key }) => ({
    key,
    pieces: run.slice(from, to),
  }));
}

function paired(ours: readonly Piece[], theirs: readonly Piece[]): readonly Piece[] {
  return ours.map((piece, at) => ({ ...piece, theirs: theirs[at]?.theirs ?? -1 }));
}

interface Weave {
  readonly mine: readonly RunLine[];
  readonly yours: readonly RunLine[];
  /** Lines that both have: of ours, the place among theirs. */
  readonly shared: Int32Array;
}

const jump = /^(?:return|raise|throw|break|continue|yield|exit|pass|goto)\b/;

/** Nothing runs after a jump: where both end with the same one, it is kept once, at the end. */
function sharedEnd({ mine, yours }: Weave): readonly Option[] {
  let count = 0;
  while (count < Math.min(mine.length, yours.length) - 1 && mine.at(-1 - count)?.key === yours.at(-1 - count)?.key)
    count += 1;
  const end = mine.slice(mine.length - count);
  if (!end.some(({ key }) => jump.test(key))) return [];
  const of = (lines: readonly RunLine[]): readonly Piece[] => lines.flatMap(({ pieces }) => pieces);
  const both = paired(of(end), of(yours.slice(yours.length - count)));
  const [first, second] = [of(mine.slice(0, mine.length - count)), of(yours.slice(0, yours.length - count))];
  return [
    { name: "shared end", pieces: [...first, ...second, ...both] },
    { name: "shared end, theirs first", pieces: [...second, ...first, ...both] },
  ];
}

/** Lines of both once, and between them those of one side before those of the other. */
function woven({ mine, yours, shared }: Weave, first: "ours" | "theirs"): readonly Piece[] {
  const pieces: Piece[] = [];
  let [at, atYours] = [0, 0];
  const take = (to: number, toYours: number): void => {
    const gaps = [mine.slice(at, to), yours.slice(atYours, toYours)].map((lines) =>
      lines.flatMap((line) => line.pieces),
    );
    pieces.push(...(first === "ours" ? gaps : gaps.reverse()).flat());
  };
  for (const [place, there] of shared.entries()) {
    if (there < 0) continue;
    take(place, there);
    pieces.push(...paired(mine[place]?.pieces ?? [], yours[there]?.pieces ?? []));
    [at, atYours] = [place + 1, there + 1];
  }
  take(mine.length, yours.length);
  return pieces;
}

const separators = [",", ";"];

/** A separator between two entries of a list is there once. */
function joined(first: readonly Piece[], second: readonly Piece[], sides: Sides<Tokens>): readonly Piece[] {
  const [end, start] = [first.at(-1), second[0]].map((piece) =>
    piece === undefined ? "" : tokenOf(piece, sides).text,
  );
  return end !== undefined && separators.includes(end) && end === start
    ? [...first, ...second.slice(1)]
    : [...first, ...second];
}

export function runOf(
  side: "ours" | "theirs",
  edits: readonly { readonly first: number; readonly last: number }[],
): readonly Piece[] {
  return edits.flatMap(({ first, last }) =>
    Array.from({ length: last - first }, (_, at) => ownPiece(side, first + at)),
  );
}
