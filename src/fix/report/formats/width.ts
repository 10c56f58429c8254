const clusters = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Columns of a terminal. */
export function widthOf(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  return partsOf(text).reduce((sum, part) => sum + widthOfPart(part), 0);
}

function partsOf(text: string): readonly string[] {
  return Array.from(clusters.segment(text), ({ segment }) => segment);
}

function widthOfPart(part: string): number {
  // Emoji, also with a skin tone, and flags.
  if (/\p{Emoji_Presentation}|\p{Emoji}\ufe0f/u.test(part)) return 2;
  let width = 0;
  for (const char of part) width += isBeside(char) ? 1 + Number(isWide(char.codePointAt(0) ?? 0)) : 0;
  return width;
}

/** Marks and later letters of a Hangul syllable take no column. */
function isBeside(char: string): boolean {
  return !/[\p{M}\u1160-\u11ff\ud7b0-\ud7ff]/u.test(char);
}

/** East Asian scripts and wide pictures. */
function isWide(point: number): boolean {
  return wide.some(([from, to]) => point >= from && point <= to);
}

const wide: readonly (readonly [number, number])[] = [
  [0x1100, 0x115f],
  [0x2e80, 0x303e],
  [0x3041, 0xa4cf],
  [0xa960, 0xa97f],
  [0xac00, 0xd7a3],
  [0xf900, 0xfaff],
  [0xfe30, 0xfe6f],
  [0xff00, 0xff60],
  [0xffe0, 0xffe6],
  [0x1f300, 0x1f64f],
  [0x1f680, 0x1f6ff],
  [0x1f900, 0x1faff],
  [0x20000, 0x3fffd],
];

function fitting(parts: readonly string[], width: number): number {
  let left = width;
  const end = parts.findIndex((part) => {
    left -= widthOfPart(part);
    return left < 0;
  });
  return end === -1 ? parts.length : end;
}

export function beginningOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const parts = partsOf(text);
  return `${parts.slice(0, fitting(parts, width - 1)).join("")}…`;
}

/** Cut in the middle: both ends of a path are distinctive, its end more. */
export function middleOf(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  const parts = partsOf(text);
  const head = parts.slice(0, fitting(parts, Math.floor((width - 1) / 3))).join("");
  const tail = parts.slice(parts.length - fitting(parts.toReversed(), width - 1 - widthOf(head))).join("");
  return `${head}…${tail}`;
}

/** Broken at spaces; a word wider than a line is broken anywhere. */
export function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (widthOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== "") lines.push(line);
    const pieces = piecesOf(word, width);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? "";
  }
  return line === "" ? lines : [...lines, line];
}

function piecesOf(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  for (let parts = partsOf(word); parts.length > 0; ) {
    // At least one part per piece, however narrow the line.
    const end = Math.max(1, fitting(parts, width));
    pieces.push(parts.slice(0, end).join(""));
    parts = parts.slice(end);
  }
  return pieces;
}

export function padEnd(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

export function padStart(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(text))) + text;
}
