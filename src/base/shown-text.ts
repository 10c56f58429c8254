/**
 * Text of a program or a server that goes into a message: no secrets of addresses, nothing that speaks to a terminal,
 * not too long.
 */
export function shownText(text: string, maxLength = 2000): string {
  // Text that is cut away need not be searched, but for a secret that begins before the cut and ends after it.
  const clean = withoutSecrets(text.slice(0, maxLength + longestSecret))
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(invisible, "")
    .trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength).toWellFormed().trimEnd()}…`;
}

const longestSecret = 16_384;

/** `git` alone is everybody's name on a server that is reached by SSH. */
const userInfo = /([a-z][a-z\d+.-]{0,20}:\/\/)(?!git@)[^/\s]*@/gi;
const secretParameter = /([?&][^=&\s?]{0,40}(?:token|secret|password|key|auth|sig)[^=&\s?]{0,40}=)[^&\s]+/gi;

/** `https://user:token@host` is an address and a secret: only the address is shown. */
export function withoutSecrets(text: string): string {
  return text.replaceAll(userInfo, "$1***@").replaceAll(secretParameter, "$1***");
}

/** Controls but line ends and tabs, and characters that turn the direction of what follows or are not seen at all. */
const invisible =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u{e0000}-\u{e007f}]/gu;

/** The same characters out of a text that is kept whole. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(invisible, "").toWellFormed();
}
