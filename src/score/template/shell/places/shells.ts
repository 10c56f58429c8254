import type { Place, Spot } from "../spot.ts";
import { literal } from "../word.ts";
import type { Word } from "../word.ts";

export function isShell(name: string): boolean {
  return /^(?:ba|da|k|mk|z|a|fi)?sh$/.test(name);
}

/** A word of a shell: one of its options, its text behind `-c`, its script, or an argument of these. */
export function shellPlace(words: readonly Word[], { index }: Spot): Place {
  let at = 1;
  let hasText = false;
  for (; at < words.length; at++) {
    const word = literal(words[at]);
    if (word === null) break;
    if (word === "-" || !/^[-+]/.test(word)) break;
    if (word === "--") {
      at++;
      break;
    }
    if (/^-[a-zA-Z]*c/.test(word)) hasText = true;
    // Its argument is the next word.
    if (/^[-+][a-zA-Z]*[oO]$/.test(word)) at++;
  }
  if (index > at) return "data";
  const text = words[at];
  return index === at && hasText && text !== undefined ? { shell: text.text, hasExpansion: text.hasExpansion } : "code";
}

/** `eval`, `trap` and `ssh` make a shell's text of their words. */
export function textPlace(name: string, words: readonly Word[], { index }: Spot): Place {
  // An option, or the host that a connection is made to.
  const first = name === "ssh" ? 2 : 1;
  if (words.slice(1, first + 1).some((word) => word.text.startsWith("-")) || index < first) return "code";
  if (name === "trap" && index > 1) return "code";
  const text = name === "trap" ? words.slice(1, 2) : words.slice(first);
  return { shell: text.map((word) => word.text).join(" "), hasExpansion: text.some((word) => word.hasExpansion) };
}
