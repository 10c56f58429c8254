import { faultOf, readerOfText } from "../../template/shell/analyse.ts";
import { quoteHere } from "../../template/shell/quote.ts";
import { readShell } from "../../template/shell/reader.ts";
import { numberNames } from "../../build/scope.ts";
import { translatedText } from "../texts.ts";
import type { TextPlace } from "../texts.ts";

const placeholder = /(\{\{ [A-Za-z_]\w* \}\})/;

/**
 * A command of Mozart's, which put values into its text. Here they are handed over beside it wherever they are shown to
 * be data; in text that is run, and where nothing is filled in, they become text as they did there, and that is told.
 */
export function translatedCommand(written: string, place: TextPlace): string {
  const parts = translatedText(written, "command", place).split(placeholder);
  // Every other part is a placeholder.
  const found = parts.flatMap((_, at) => (at % 2 === 1 ? [at] : []));
  const alone = new Set(found.length > most ? [] : found.filter((at) => !isData(parts, new Set([at]), place.names)));
  const asText = isData(parts, new Set(found.filter((at) => !alone.has(at))), place.names) ? alone : new Set(found);
  for (const at of asText) {
    const message = `${nameOf(parts[at])} stands in text that is run, so it is filled in as text, as in Mozart: it has to be made of letters, digits and _@%+=:,./-`;
    place.report("V409", place.path, message);
  }
  return parts.map((part, at) => (asText.has(at) ? part.replace(" }}", " | inline }}") : part)).join("");
}

/** Each of them is looked at in all of the command. */
const most = 200;

/** Whether these placeholders can be handed over beside the text, when all others are part of it. */
function isData(parts: readonly string[], values: ReadonlySet<number>, names: ReadonlySet<string>): boolean {
  const reader = readerOfText();
  for (const [at, part] of parts.entries()) {
    const sample = at % 2 === 1 ? sampleOf(part.slice(3, -3), names) : null;
    if (sample === null) readShell(reader, part.replaceAll(/\{% (?:end)?raw %\}/g, ""));
    else if (!values.has(at)) readShell(reader, "x");
    else if (quoteHere(reader, "V", sample).kind === "wrong") return false;
  }
  return faultOf(reader) === null;
}

function sampleOf(name: string, names: ReadonlySet<string>): string {
  return numberNames.has(name) && !names.has(name) ? "1" : "x y";
}

function nameOf(part = ""): string {
  return part.replace(/^\{\{ (.*) \}\}$/, "{$1}");
}
