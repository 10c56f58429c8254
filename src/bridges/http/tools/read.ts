import { readText } from "../../inside/files.ts";
import { good, refused, type ToolEnd } from "./tool.ts";

interface ReadInput {
  readonly path: string;
  /** The first line, from 1. */
  readonly from?: number | undefined;
  readonly lines?: number | undefined;
}

const mostLines = 2_000;
const mostCharacters = 60_000;

export async function readTool(context: string, { path, from = 1, lines = mostLines }: ReadInput): Promise<ToolEnd> {
  const file = await readText(context, path);
  if (file.kind !== "text") return refused(file.reason);
  const all = file.text.split("\n");
  // What follows the last line end is no line.
  if (all.at(-1) === "") all.pop();
  const asked = all.slice(from - 1, from - 1 + Math.min(lines, mostLines));
  if (asked.length === 0)
    return all.length === 0 ? good("(the file is empty)") : refused(`${file.shown} has only ${all.length} lines`);
  const fits = asked.slice(0, countFitting(asked));
  if (fits.length === 0)
    return good(`${(asked[0] ?? "").slice(0, mostCharacters)}\n(line ${from} is cut: it is too long)`);
  const last = from - 1 + fits.length;
  const isWhole = from === 1 && last === all.length;
  return good(isWhole ? fits.join("\n") : `${fits.join("\n")}\n(lines ${from} to ${last} of ${all.length})`);
}

function countFitting(lines: readonly string[]): number {
  let characters = 0;
  const cut = lines.findIndex((line) => (characters += line.length + 1) > mostCharacters);
  return cut === -1 ? lines.length : cut;
}
