const maxLength = 160;

/** Text made fit for a line that people read: no line breaks, no control characters, not endless. */
export function oneLine(text: string): string {
  const line = flat(text);
  return line.length <= maxLength ? line : `${line.slice(0, maxLength).toWellFormed()}…`;
}

/** The same with nothing cut. */
export function flat(text: string): string {
  // Nearly all are one line already, and looking is far quicker than replacing.
  return uneven.test(text) ? text.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() : text;
}

const uneven = /[^\S ]|\p{Cc}|^ | $| {2}/u;
