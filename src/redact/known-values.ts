import type { Automaton } from "./automaton.ts";
import { makePlainView } from "./plain-view.ts";
import { type Secrets, fewestToGoOn, longestPiece } from "./secrets.ts";

/** A part of the stream, by places counted from its beginning. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface KnownValues {
  /** What it finds in the bytes that come next. */
  take(chunk: Uint8Array): readonly Range[];
  end(): readonly Range[];
  /** What begins here may still become a secret; the place after the last byte when nothing may. */
  openFrom(): number;
}

/** Looks for values that are known to be secret, in every form, in a stream that may be cut anywhere. */
export function lookForValues({ raw, plain, packed }: Secrets): KnownValues {
  const ranges: Range[] = [];
  let at = 0;
  let isAfterBreak = false;
  const views = [raw, plain, packed].map((automaton) => (automaton === null ? null : makeTrail(automaton, ranges)));
  const [rawTrail, plainTrail, packedTrail] = views;

  const view = makePlainView((byte, from, to) => {
    plainTrail?.step(byte, from, to);
    if (packedTrail === null || packedTrail === undefined) return;
    const isBreak = byte === newline || byte === carriageReturn;
    // A line of base64 may be broken and indented anywhere; a line that ends with a few letters like those is no reason
    // to wait for the next one.
    if (isBreak && packedTrail.depth() < fewestToGoOn) packedTrail.reset();
    else if (!isBreak && !(isAfterBreak && (byte === blank || byte === tab)))
      packedTrail.step(standardOf(byte), from, to);
    isAfterBreak = isBreak || (isAfterBreak && (byte === blank || byte === tab));
  });

  function flush(): readonly Range[] {
    return ranges.splice(0);
  }

  return {
    take(chunk) {
      if (rawTrail === null || rawTrail === undefined) {
        at += chunk.length;
        return [];
      }
      // By index: an iterator over so many bytes costs more than looking at them.
      for (let index = 0; index < chunk.length; index++) {
        const byte = chunk[index] ?? 0;
        at += 1;
        rawTrail.step(byte, at - 1, at);
        view.take(byte, at - 1, at);
      }
      return flush();
    },
    end: () => {
      view.end();
      return flush();
    },
    openFrom: () => Math.min(view.openFrom() ?? at, ...views.map((trail) => trail?.openFrom() ?? at)),
  };
}

const [newline, carriageReturn, blank, tab] = [10, 13, 32, 9];

/** The URL alphabet of base64 differs in two characters. */
function standardOf(byte: number): number {
  return byte === 0x2d ? 0x2b : byte === 0x5f ? 0x2f : byte;
}

interface Trail {
  step(byte: number, from: number, to: number): void;
  reset(): void;
  depth(): number;
  /** `null`: what came last begins no word. */
  openFrom(): number | null;
}

/** A power of two above the length of any word, so that the beginning of one that is not over is still known. */
const size = 2 ** Math.ceil(Math.log2(longestPiece + 1));

function makeTrail(automaton: Automaton, ranges: Range[]): Trail {
  const starts = new Float64Array(size);
  let state = 0;
  let count = 0;
  const startOf = (length: number): number => starts[(count - length) & (size - 1)] ?? 0;
  return {
    step(byte, from, to) {
      starts[count & (size - 1)] = from;
      count += 1;
      state = automaton.next(state, byte);
      const length = automaton.found(state);
      if (length > 0) ranges.push({ from: startOf(length), to });
    },
    reset: () => {
      state = 0;
    },
    depth: () => automaton.depth(state),
    openFrom: () => (automaton.depth(state) === 0 ? null : startOf(automaton.depth(state))),
  };
}
