/** What follows `<<`: the word that ends a here-document, and how it is written. */
export function readDelimiter(text: string): {
  readonly end: string;
  readonly isQuoted: boolean;
  readonly dropsTabs: boolean;
  readonly length: number;
} {
  const [before = ""] = /^<<-?[ \t]*/.exec(text) ?? [];
  const [word = ""] = /^(?:'[^']*'|"[^"]*"|\\[^]|[^\s;|&()<>'"\\])*/.exec(text.slice(before.length)) ?? [];
  const end = word.replaceAll(
    /'([^']*)'|"([^"]*)"|\\([^])/g,
    (_, ...parts: (string | undefined)[]) => parts[0] ?? parts[1] ?? parts[2] ?? "",
  );
  return {
    end,
    isQuoted: /['"\\]/.test(word),
    dropsTabs: before.startsWith("<<-"),
    length: before.length + word.length,
  };
}
