import { array, get } from "../../formats/json.ts";
import { jsonIn } from "../config/reading.ts";

/** Whether a `tsconfig.json` says that there are other projects that this one is made of. */
export function hasReferences(text: string): boolean {
  return array(get(jsonIn(plainJson(text)), "references")).length > 0;
}

/** Without what TypeScript allows there and JSON does not: comments, and commas with nothing behind them. */
function plainJson(text: string): string {
  const kept: string[] = [];
  let comma = -1;
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  while (at < text.length) {
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    at = end;
    if (piece.startsWith("//") || piece.startsWith("/*") || piece.trim() === "") continue;
    if ((piece === "}" || piece === "]") && comma === kept.length - 1) kept.pop();
    if (piece === ",") comma = kept.length;
    kept.push(piece);
  }
  return kept.join("");
}

/** A string, a comment, or one character. What does not end ends with the text. */
function endOfPiece(text: string, start: number): number {
  if (text.startsWith("//", start)) return after(text, "\n", start + 2);
  if (text.startsWith("/*", start)) return after(text, "*/", start + 2);
  if (text[start] !== '"') return start + 1;
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function after(text: string, what: string, from: number): number {
  const at = text.indexOf(what, from);
  return at === -1 ? text.length : at + what.length;
}
