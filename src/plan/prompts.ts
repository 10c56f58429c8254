/**
 * The prompts of a text: separated by lines of `---`; or one a line, where every line begins with `- `; else all of it
 * is one. Blank lines around a prompt are no part of it.
 */
export function promptsFrom(text: string): readonly string[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const isSeparator = (line: string): boolean => line.trimEnd() === "---";
  if (lines.some(isSeparator)) return parts(lines, isSeparator).flatMap(prompt);
  const said = lines.filter((line) => line.trim() !== "");
  return said.length > 0 && said.every((line) => line.startsWith("- "))
    ? said.flatMap((line) => prompt(line.slice(2).trimStart()))
    : prompt(lines.join("\n"));
}

function parts(lines: readonly string[], isSeparator: (line: string) => boolean): readonly string[] {
  const found: string[][] = [[]];
  for (const line of lines) {
    if (isSeparator(line)) found.push([]);
    else found.at(-1)?.push(line);
  }
  return found.map((part) => part.join("\n"));
}

/** None when nothing is said. The first line keeps its indentation: it may be code. */
function prompt(text: string): readonly string[] {
  const said = text.replace(/^(?:[^\S\n]*\n)+/, "").trimEnd();
  return said.trim() === "" ? [] : [said];
}
