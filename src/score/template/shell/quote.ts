import { commandOf } from "./layer.ts";
import type { Layer } from "./layer.ts";
import type { ShellReader } from "./state.ts";
import { valueMark, wholeNumber } from "./word.ts";

export type Quoted =
  | { readonly kind: "means"; readonly value: string }
  | { readonly kind: "wrong"; readonly why: string };

/**
 * How the variable that holds a value is written at the place that was read up to, so that the shell takes it for
 * nothing but text.
 */
export function quoteHere(reader: ShellReader, variable: string, value: string): Quoted {
  const { layers, refusal } = reader;
  if (refusal !== null) return wrong(refusal.why);
  const top = layers.at(-1) ?? commandOf([]);
  const bare = `\${${variable}}`;
  if (top.kind === "comment") return { kind: "means", value: bare };
  if (isCalculated(top, commandOf(layers).word?.text ?? "") && !wholeNumber.test(value)) {
    return wrong("only a whole number can stand here, because the shell would calculate with it");
  }
  noteValue(reader, value);
  switch (top.kind) {
    case "command":
      return { kind: "means", value: `"${bare}"` };
    case "single":
      return { kind: "means", value: `'"${bare}"'` };
    case "parameter":
      return {
        kind: "means",
        value: layers.some(({ kind }) => kind === "double" || kind === "document") ? bare : `"${bare}"`,
      };
    case "backtick":
      return wrong("a value can't stand in `…`; write $(…) instead");
    case "ansi":
      return wrong("a value can't stand in $'…'; use \"…\" instead");
    case "document":
      return top.isQuoted
        ? wrong(
            `a value can't stand in a here-document whose end is quoted, because nothing is filled in there; write <<${top.end} without quotes`,
          )
        : { kind: "means", value: bare };
    case "double":
    case "arithmetic":
      return { kind: "means", value: bare };
  }
}

function wrong(why: string): Quoted {
  return { kind: "wrong", why };
}

/** The commands around a place hold its value too: what a substitution prints becomes part of a word. */
function noteValue(reader: ShellReader, value: string): void {
  const isText = !wholeNumber.test(value);
  // A number stays a number in every place.
  const mark = isText ? valueMark : value;
  reader.hasText ||= isText;
  reader.flow.hasDash ||= isText && value.startsWith("-");
  const document = reader.layers.findLastIndex(({ kind }) => kind === "document");
  for (const [depth, layer] of reader.layers.entries()) {
    if (layer.kind === "parameter" || layer.kind === "arithmetic") layer.written += mark;
    if (layer.kind === "document") {
      layer.line += mark;
      if (isText) layer.values.push(value);
    }
    // A document is no word of the command that it stands behind.
    if (layer.kind !== "command" || depth < document) continue;
    layer.word ??= { text: "", hasExpansion: false };
    const isNested = reader.layers.slice(depth + 1).some(({ kind }) => kind === "command");
    if (isText)
      layer.uses.push({ index: layer.words.length, prefix: layer.word.text, value, place: layer.next, isNested });
    layer.word.text += mark;
  }
}

/** Places where even a quoted value is calculated with. */
function isCalculated(top: Layer, word: string): boolean {
  if (top.kind === "arithmetic") return true;
  if (top.kind === "parameter") return !/^\w+:?[-=+?]/.test(top.written);
  return top.kind !== "document" && /^\w+\[[^\]]*$/.test(word);
}
