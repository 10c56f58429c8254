/**
 * Output of tools, content and names of files are data: a prompt has them in fences that nothing inside can close, with
 * invisible characters escaped.
 */

/**
 * Controls, characters that hide text or change its direction, rare line ends, lone surrogates. Line breaks and tabs
 * stay.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu;

export function visible(text: string): string {
  return text.replaceAll(hidden, (char) =>
    char === "\n" || char === "\t" ? char : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
}

/** A name on one line, as a JSON string. */
export function quoted(name: string): string {
  return JSON.stringify(name).replaceAll(hidden, escaped).replaceAll("`", escaped);
}

function escaped(char: string): string {
  return Array.from(
    { length: char.length },
    (_, index) => `\\u${char.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

export function fenced(text: string, language = ""): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Closes a fence that a person's text leaves open: it would swallow the rest of the prompt. */
export function balanced(text: string): string {
  const shown = visible(text.replaceAll(/\r\n?/g, "\n"));
  let open: string | null = null;
  for (const line of shown.split("\n")) {
    const [, fence, rest = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    if (fence === undefined) continue;
    if (open === null) open = fence.startsWith("~") || !rest.includes("`") ? fence : null;
    else if (fence.startsWith(open) && rest.trim() === "") open = null;
  }
  return open === null ? shown : `${shown}\n${open}`;
}

/** Scores are limited in bytes. */
export function sizeOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export function cut(text: string, longest: number): string {
  return text.length <= longest
    ? text
    : `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} characters more)`;
}
