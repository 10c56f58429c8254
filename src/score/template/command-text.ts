import type { Meaning } from "../source/shape.ts";
import type { TemplateEngine } from "@tutti/jinja";
import { faultOf, readerOfText } from "./shell/analyse.ts";
import { quoteHere } from "./shell/quote.ts";
import { readShell } from "./shell/reader.ts";

/** A line for a shell, and the variables it finds the values in. */
export interface CommandText {
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** The line as people would write it, with the values in it. To be read, never to be run. */
  readonly shown: string;
}

// One argument or variable of a program can't be larger than 128 KiB on Linux.
const maxBytes = 100_000;
const maxTotalBytes = 1_000_000;

/**
 * Fills in a shell's line. Values never become part of its text: each is handed over in a variable, and named in the
 * line in the way that is right where it stands.
 */
export function commandText(
  engine: TemplateEngine,
  line: string,
  values: Readonly<Record<string, unknown>>,
): Meaning<CommandText> {
  const rendered = engine.pieces({ text: line, includes: {} }, values, "command");
  if (rendered.kind === "wrong") return { kind: "wrong", why: rendered.why };
  const reader = readerOfText();
  const variables = new Map<string, string>();
  const script: string[] = [];
  for (const piece of rendered.pieces) {
    if (piece.kind !== "value") {
      readShell(reader, piece.text);
      script.push(piece.text);
      continue;
    }
    const why = refusalOf(piece.text);
    if (why !== null) return { kind: "wrong", why };
    const variable = variables.get(piece.text) ?? `TUTTI_VALUE_${variables.size + 1}`;
    variables.set(piece.text, variable);
    const quoted = quoteHere(reader, variable, piece.text);
    if (quoted.kind === "wrong") return quoted;
    script.push(quoted.value);
  }
  const fault = faultOf(reader);
  if (fault !== null) return { kind: "wrong", why: fault };
  return finished(script.join(""), { variables, shown: rendered.pieces.map(({ text }) => text).join("") });
}

function refusalOf(value: string): string | null {
  if (value.includes("\0")) return "a value with a NUL in it can't be handed to a command";
  return bytes(value) > maxBytes ? "a value of more than 100 KB can't be handed to a command" : null;
}

function finished(
  script: string,
  { variables, shown }: { variables: ReadonlyMap<string, string>; shown: string },
): Meaning<CommandText> {
  if (script.includes("\0")) return { kind: "wrong", why: "a command can't contain a NUL" };
  if (bytes(script) > maxBytes) return { kind: "wrong", why: "the command is longer than 100 KB" };
  const total = [...variables.keys()].reduce((sum, value) => sum + bytes(value), 0);
  if (total > maxTotalBytes) return { kind: "wrong", why: "all values of a command together are larger than 1 MB" };
  return {
    kind: "means",
    value: { script, env: Object.fromEntries([...variables].map(([value, variable]) => [variable, value])), shown },
  };
}

/** Of short texts only what they can't exceed: a unit of text takes up to three bytes. */
function bytes(text: string): number {
  const most = text.length * 3;
  return most <= 1_000 ? most : new TextEncoder().encode(text).length;
}
