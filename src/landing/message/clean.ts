/** Control characters become spaces: one line stays one. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** More than this is no message but a file. */
const longest = 65_536;

/**
 * Several lines in a message whose only trailers of Tutti are Tutti's own: a line that git takes for the end of a
 * message is indented, and one that looks like our trailer is renamed.
 */
export function defused(text: string): string {
  const plain = text
    .slice(0, longest)
    .toWellFormed()
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll(/[^\P{Cc}\n\t]/gu, " ")
    .replaceAll(/[ \t]+$/gm, "");
  const harmless = plain
    .replaceAll(looksLikeOurs, "$1X-$2")
    .replaceAll(endsMessage, " $&")
    .replaceAll(/\n{3,}/g, "\n\n");
  return harmless.replace(/^\n+/, "").trimEnd();
}

/** git takes a key in any case, and blanks before its colon. */
const looksLikeOurs = /^([ \t]*)(tutti-[a-z0-9-]*[ \t]*[:=#])/gim;

/** The start of a patch for `git interpret-trailers`, and the line that `--cleanup=scissors` cuts at. */
const endsMessage = /^(?:---(?=\s|$).*|.{0,8} -{24} >8 -{24})$/gm;
