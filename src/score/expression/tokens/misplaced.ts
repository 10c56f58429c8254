import type { Token, Wrong } from "./tokens.ts";

/** A token that can't stand where it stands. What other languages write for the same thing is answered with ours. */
export function misplaced(token: Token, expected: string): Wrong {
  const instead = token.kind === "word" || token.kind === "mark" ? ours.get(token.text) : undefined;
  return { kind: "wrong", why: instead ?? `expected ${expected}, not ${written(token)}`, column: token.column };
}

const ours: ReadonlyMap<string, string> = new Map([
  ["=", "= means nothing here: to compare, write =="],
  ["&&", "&& means nothing here: write and"],
  ["||", "|| means nothing here: write or"],
  ["!", "! means nothing here: write not"],
  ["**", "there is no **"],
  ["is", "there is no is: to compare, write =="],
  ["if", "there is no if: use and, or and not"],
  ["AND", "write and in small letters"],
  ["OR", "write or in small letters"],
  ["NOT", "write not in small letters"],
  [",", "a comma stands only in a list: [1, 2]"],
]);

function written(token: Token): string {
  switch (token.kind) {
    case "number":
      return String(token.value);
    case "text":
      return "a text";
    case "word":
    case "mark":
      return token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text;
    case "end":
      return "the end";
  }
}
