/** The last of what a program prints, kept as it comes: it explains a failure. */
export interface Tail {
  add(line: string): void;
  text(): string;
}

const mostLines = 30;
const longestLine = 300;
const longest = 2000;

export function makeTail(): Tail {
  let lines: string[] = [];
  return {
    add: (line) => {
      const plain = plainLine(line);
      if (plain === "") return;
      lines.push(plain);
      // Not one by one: a program may print millions.
      if (lines.length > 2 * mostLines) lines = lines.slice(-mostLines);
    },
    text: () => cutStart(lines.slice(-mostLines).join("\n")),
  };
}

function cutStart(text: string): string {
  return text.length <= longest ? text : `…${text.slice(-longest).toWellFormed()}`;
}

// Colours and the like; titles and links, up to their end; single signs.
const escapes =
  /\u001b\[[0-?]*[ -/]*[@-~]|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[ -/]*[0-~]?|\u009b[0-?]*[ -/]*[@-~]/g;

/** What a program prints is data: nothing in it may speak to a terminal, or look like more than one line. */
function plainLine(line: string): string {
  const last = line
    .slice(0, longestRead)
    .replaceAll(escapes, "")
    .replaceAll(/[^\t\P{Cc}]|\p{Cf}/gu, "")
    .trimEnd();
  return last.length <= longestLine ? last : `${last.slice(0, longestLine).toWellFormed()}…`;
}

/** A line may be a megabyte, of which nobody is shown the end. */
const longestRead = 10_000;
