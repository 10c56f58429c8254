/** A path as a line of a `.gitignore` that means nothing but it. */
export function literally(path: string): string {
  return path.replaceAll(/[\\*?[\]!# ]/g, String.raw`\$&`);
}

/** The same lines for what lies below a folder; `""`: as they are. */
export function linesBelow(folder: string, lines: readonly string[]): readonly string[] {
  return folder === "" ? lines : lines.map((line) => lineBelow(literally(folder), line));
}

function lineBelow(folder: string, line: string): string {
  const takesAway = line.startsWith("!");
  const said = takesAway ? line.slice(1) : line;
  // A slash that is not at the end ties a line to the top; any other means a name wherever it is.
  const isTied = said.slice(0, -1).includes("/");
  return `${takesAway ? "!" : ""}/${folder}/${said === "*" ? "**" : isTied ? said.replace(/^\//, "") : `**/${said}`}`;
}
