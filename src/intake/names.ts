import { uniqueIds } from "./unique-ids.ts";

const mostWords = 5;
const longestId = 40;
const longestTitle = 72;

/** An id for each prompt, made of its first words: lower case, digits and hyphens, and no two the same. */
export function idsFor(prompts: readonly string[]): readonly string[] {
  return uniqueIds(prompts.map(wordsOf));
}

/** The first line that says something, in one line for people; empty where nothing in it can be shown. */
export function titleOf(prompt: string): string {
  const line =
    prompt
      .slice(0, 10_000)
      .trimStart()
      .split(/[\n\r\u2028\u2029]/, 1)[0] ?? "";
  const letters = Array.from(line.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim());
  return letters.length <= longestTitle
    ? letters.join("")
    : `${letters
        .slice(0, longestTitle - 1)
        .join("")
        .trimEnd()}…`;
}

function wordsOf(prompt: string): string {
  const plain = prompt
    .slice(0, 1_000)
    .normalize("NFKD")
    .replaceAll(/\p{M}+|['’]/gu, "")
    .toLowerCase();
  const words = plain.match(/[a-z\d]+/g) ?? [];
  let id = "";
  for (const word of words.slice(0, mostWords)) {
    const longer = id === "" ? word.slice(0, longestId) : `${id}-${word}`;
    if (longer.length > longestId) break;
    id = longer;
  }
  return id === "" ? "task" : id;
}
