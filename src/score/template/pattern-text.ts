import type { Meaning } from "../source/shape.ts";
import type { TemplateEngine } from "@tutti/jinja";

/** Fills in a regular expression; values match themselves, also where they hold signs of patterns. */
export function patternText(
  engine: TemplateEngine,
  template: string,
  values: Readonly<Record<string, unknown>>,
): Meaning<string> {
  // Most patterns are the same for all sheets; the engine would also make one kind of all line ends.
  if (!/\{[{%#]|\r/.test(template)) return { kind: "means", value: template };
  const rendered = engine.pieces({ text: template, includes: {} }, values);
  if (rendered.kind === "wrong") return { kind: "wrong", why: rendered.why };
  const parts: string[] = [];
  let open: Open = null;
  for (const { kind, text } of rendered.pieces) {
    if (kind !== "literal" && open !== null)
      return { kind: "wrong", why: String.raw`a value can't stand right after a backslash, or inside \Q…\E` };
    if (kind === "literal") open = openAfter(text, open);
    parts.push(kind === "literal" ? text : literally(text));
  }
  return { kind: "means", value: parts.join("") };
}

/** An escape that began with a backslash and continues. */
type Open = "escape" | "quotation" | null;

function openAfter(text: string, before: Open): Open {
  let open = before;
  for (const [mark] of text.matchAll(/\\(?:[^]|$)/g)) {
    if (open === "quotation") open = mark === String.raw`\E` ? null : open;
    else open = mark === String.raw`\Q` ? "quotation" : mark === "\\" ? "escape" : null;
  }
  return open;
}

/** Every sign of ASCII can be escaped in RE2, and then represents itself, in brackets too. */
function literally(text: string): string {
  return text.replaceAll(/[!-/:-@[-^`{-~]/g, String.raw`\$&`);
}
