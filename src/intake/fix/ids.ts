import { uniqueIds } from "../unique-ids.ts";

const longest = 36;
/** The end of a path alone, such as `ts`, tells nothing: then a part of the word before it stands there too. */
const short = 12;

/**
 * An id for each name, in order, no two the same: lower case, digits and hyphens. Of a long path the end is kept, which
 * tells it from others. Names that make the same id, since they differ in case or in signs alone, are numbered.
 */
export function idsOf(names: readonly string[]): readonly string[] {
  return uniqueIds(names.map(wordsOf));
}

function wordsOf(name: string): string {
  const plain = name
    .slice(-1_000)
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase();
  const words = plain.match(/[a-z\d]+/g) ?? [];
  let id = "";
  for (const word of words.toReversed()) {
    const longer = id === "" ? word.slice(-longest) : `${word}-${id}`;
    if (longer.length > longest) return id.length < short ? longer.slice(-longest).replace(/^-+/, "") : id;
    id = longer;
  }
  return id === "" ? "file" : id;
}
