import { array, get, text, whole } from "../../formats/json.ts";

/** In Biome 1, and in 2 to at least 2.3, a place was a number of bytes of the file, which was reported with it. */
export function placeAt(location: unknown): { readonly line: number | null; readonly column: number | null } {
  const offset = whole(array(get(location, "span"))[0]);
  const source = text(get(location, "sourceCode"));
  if (offset === null || source === null) return { line: null, column: null };
  let bytes = 0;
  let line = 1;
  let column = 1;
  for (const character of source) {
    if (bytes >= offset) break;
    bytes += bytesOf(character.codePointAt(0) ?? 0);
    column = character === "\n" ? 1 : column + 1;
    if (character === "\n") line += 1;
  }
  return { line, column };
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
