import { assignment } from "./word.ts";
import type { Word } from "./word.ts";

/** How a value gets to where it can't be run. */
export const advice =
  "hand it over as data: as an argument behind the text (sh -c '… \"$1\" …' sh {{ value }}), in a variable of the environment, or write the command as a list";

const reserved = new Set("! { } if then else elif fi while until do done esac time function".split(" "));

/** Where the program's name stands, behind words of the shell and assignments. */
export function programAt(words: readonly Word[]): number {
  const at = words.findIndex((word) => !reserved.has(word.text) && !assignment.test(word.text));
  return at === -1 ? words.length : at;
}
