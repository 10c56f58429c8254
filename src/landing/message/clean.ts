/** Control characters become spaces: what is one line stays one. */
export function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** More than this is no message but a file. */
const longest = 65_536;

/**
 * A text of several lines, as part of a message in which only Tutti's own trailers may speak for Tutti, and behind
 * which they are to be found: what git takes for the end of a message is indented, and what looks like a trailer of
 * Tutti's is renamed.
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

/**
 * What `git interpret-trailers` takes for the start of a patch, and the line that `git commit --cleanup=scissors` cuts
 * at.
 */
const endsMessage = /^(?:---(?=\s|$).*|.{0,8} -{24} >8 -{24})$/gm;
