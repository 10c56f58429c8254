import { outputLines } from "../../formats/output-lines.ts";

interface SyntaxTrouble {
  readonly file: string;
  readonly line: number | null;
  readonly column: number | null;
  readonly message: string;
}

const prefix = "[error] ";
const kind = ": SyntaxError: ";
const place = /\((\d{1,9}):(\d{1,9})\)$/;
// The file's lines around the place, as ` > 1 | let = =` and `   | ^`.
const frame = /^(?:>|\s|$)/;

/**
 * Files that Prettier can't parse. `null`: it tells of something else, as a wrong option or a plugin that is not there.
 */
export function prettierErrors(stderr: string): readonly SyntaxTrouble[] | null {
  const troubles: SyntaxTrouble[] = [];
  for (const printed of outputLines(stderr)) {
    if (!printed.startsWith(prefix.trimEnd())) continue;
    const line = printed.slice(prefix.length);
    const head = headOf(line);
    const last = troubles.at(-1);
    if (head !== null) troubles.push(head);
    else if (last?.line === null) troubles.splice(-1, 1, goneOn(last, line));
    else if (last === undefined || !frame.test(line)) return null;
  }
  return troubles;
}

function headOf(line: string): SyntaxTrouble | null {
  const at = frame.test(line) ? -1 : line.indexOf(kind);
  return at < 1 ? null : withPlace(line.slice(0, at), line.slice(at + kind.length));
}

/** A message of several lines has its place at the end of the last. */
function goneOn(trouble: SyntaxTrouble, line: string): SyntaxTrouble {
  return withPlace(trouble.file, `${trouble.message}\n${line}`);
}

function withPlace(file: string, said: string): SyntaxTrouble {
  const [whole = "", line, column] = place.exec(said) ?? [];
  if (line === undefined) return { file, line: null, column: null, message: said };
  return { file, line: Number(line), column: Number(column), message: said.slice(0, -whole.length).trim() };
}
