export type Saying = (byte: number, from: number, to: number) => void;

export interface PlainView {
  take: Saying;
  /** Where an unfinished escape began; `null`: none. */
  openFrom(): number | null;
  end(): void;
}

interface Placed {
  readonly byte: number;
  readonly from: number;
  readonly to: number;
}

const [percent, backslash, u, x] = [0x25, 0x5c, 0x75, 0x78];
const named = new Map(["n\n", "r\r", "t\t", "b\b", "f\f"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]));

/**
 * Reads a text without its quoting: percent codes (twice) and escapes at any depth are undone; quotes and backslashes
 * are dropped. A value quoted by a shell, JSON or a URL then reads the same as the value.
 */
export function makePlainView(say: Saying): PlainView {
  return undoPercents(undoPercents(undoEscapes(say)));
}

function undoPercents(inner: PlainView): PlainView {
  /** A percent sign and its digits. */
  let open: readonly [Placed, ...Placed[]] | null = null;

  function giveBack(): void {
    const given = open ?? [];
    open = null;
    for (const { byte, from, to } of given) inner.take(byte, from, to);
  }

  function take(byte: number, from: number, to: number): void {
    if (open === null) {
      if (byte === percent) open = [{ byte, from, to }];
      else inner.take(byte, from, to);
    } else if (valueOf(byte) < 0) {
      giveBack();
      take(byte, from, to);
    } else if (open[1] === undefined) open = [open[0], { byte, from, to }];
    else {
      const decoded = valueOf(open[1].byte) * 16 + valueOf(byte);
      const start = open[0].from;
      open = null;
      inner.take(decoded, start, to);
    }
  }

  return {
    take,
    openFrom: () => inner.openFrom() ?? open?.[0].from ?? null,
    end: () => {
      giveBack();
      inner.end();
    },
  };
}

export function plainly(value: Buffer): Buffer {
  const said: number[] = [];
  const view = makePlainView((byte) => said.push(byte));
  value.forEach((byte, at) => view.take(byte, at, at + 1));
  view.end();
  return Buffer.from(said);
}

/** A run of backslashes with the letter and digits it escapes. */
interface Escape {
  readonly from: number;
  readonly code: Placed[];
}

function undoEscapes(say: Saying): PlainView {
  let open: Escape | null = null;
  let highSurrogate = 0;

  function sayPoint(point: number, from: number, to: number): void {
    if (point >= 0xd800 && point < 0xdc00) highSurrogate = point;
    else {
      const isPair = highSurrogate !== 0 && point >= 0xdc00 && point < 0xe000;
      const whole = isPair ? 0x10000 + ((highSurrogate - 0xd800) << 10) + (point - 0xdc00) : point;
      highSurrogate = 0;
      for (const byte of Buffer.from(String.fromCodePoint(whole))) say(byte, from, to);
    }
  }

  function giveBack(escape: Escape): void {
    open = null;
    for (const { byte, to } of escape.code) say(byte, escape.from, to);
  }

  function takeDigit(escape: Escape, digit: Placed): void {
    escape.code.push(digit);
    const [letter, ...digits] = escape.code;
    if (digits.length < (letter?.byte === u ? 4 : 2)) return;
    const point = Number.parseInt(String.fromCharCode(...digits.map(({ byte }) => byte)), 16);
    // A coded backslash extends the run.
    open = point === backslash ? { from: escape.from, code: [] } : null;
    if (point !== backslash && !isQuote(point)) sayPoint(point, escape.from, digit.to);
  }

  function take(byte: number, from: number, to: number): void {
    if (open === null) {
      if (byte === backslash) open = { from, code: [] };
      else if (!isQuote(byte)) say(byte, from, to);
    } else if (open.code.length > 0) {
      if (valueOf(byte) >= 0) takeDigit(open, { byte, from, to });
      else {
        giveBack(open);
        take(byte, from, to);
      }
    } else if (byte === u || byte === x) open.code.push({ byte, from, to });
    else if (byte !== backslash) {
      const start = open.from;
      open = null;
      if (!isQuote(byte)) say(named.get(byte) ?? byte, start, to);
    }
  }

  return { take, openFrom: () => open?.from ?? null, end: () => open !== null && giveBack(open) };
}

function isQuote(byte: number): boolean {
  return byte === 0x22 || byte === 0x27;
}

/** Below zero: not a hexadecimal digit. */
function valueOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
