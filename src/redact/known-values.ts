import type { Automaton } from "./automaton.ts";
import { makePlainView } from "./plain-view.ts";
import { type Secrets, fewestToGoOn, longestPiece } from "./secrets.ts";

export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface KnownValues {
  take(chunk: Uint8Array): readonly Range[];
  end(): readonly Range[];
  /** Where a possible secret begins; the end of the stream if none. */
  openFrom(): number;
}

/** Finds known secrets, in every form, in a stream cut anywhere. */
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
    // base64 may be broken and indented anywhere; a few matching letters at a line's end are no reason to wait.
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
      // By index: an iterator costs more than the look.
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
  openFrom(): number | null;
}

/** A power of two above the longest word, so that its start is still known. */
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
