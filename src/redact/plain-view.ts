/** Gets what a text says, byte by byte, with the place at which each byte begins and ends in the text. */
export type Saying = (byte: number, from: number, to: number) => void;

export interface PlainView {
  take: Saying;
  /** Where an escape began that is not over; `null`: there is none. */
  openFrom(): number | null;
  end(): void;
}

/** A byte of the text, and where it lies. */
interface Placed {
  readonly byte: number;
  readonly from: number;
  readonly to: number;
}

const [percent, backslash, u, x] = [0x25, 0x5c, 0x75, 0x78];
const named = new Map(["n\n", "r\r", "t\t", "b\b", "f\f"].map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]));

/**
 * Reads a text as if nobody had quoted it: percent codes are undone, twice over, and escapes, however deep they are
 * nested; quotes and backslashes are left out. What a shell, JSON, or a URL made of a value reads the same as the value
 * itself, if that is read in this way too.
 */
export function makePlainView(say: Saying): PlainView {
  return undoPercents(undoPercents(undoEscapes(say)));
}

/** One layer of percent codes. */
function undoPercents(inner: PlainView): PlainView {
  /** A percent sign and the digits after it. */
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

/** The whole of a value, read in this way. */
export function plainly(value: Buffer): Buffer {
  const said: number[] = [];
  const view = makePlainView((byte) => said.push(byte));
  value.forEach((byte, at) => view.take(byte, at, at + 1));
  view.end();
  return Buffer.from(said);
}

/** A run of backslashes with what it escapes: the letter that says which kind it is, and digits. */
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
    // A coded backslash is one more of the run.
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

/** Of a hexadecimal digit; below zero for any other byte. */
function valueOf(byte: number): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
