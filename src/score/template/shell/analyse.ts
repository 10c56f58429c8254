import { flowFault } from "./flow.ts";
import { quoteHere } from "./quote.ts";
import { endText, newShellReader, readShell } from "./reader.ts";
import type { ShellReader } from "./state.ts";
import { valueMark } from "./word.ts";

/** Reads a shell's text, and the texts of other shells inside it. */
export function readerOfText(): ShellReader {
  return newShellReader(innerFault);
}

/** Nothing more comes. Why the text may run one of its values; `null`: each of them is shown to be data. */
export function faultOf(reader: ShellReader): string | null {
  endText(reader);
  return reader.fault ?? flowFault(reader.flow);
}

function innerFault(text: string, value: string): string | null {
  const reader = readerOfText();
  for (const [index, part] of text.split(valueMark).entries()) {
    const quoted = index === 0 ? null : quoteHere(reader, "V", value);
    if (quoted?.kind === "wrong") return quoted.why;
    readShell(reader, part);
  }
  return faultOf(reader);
}
