import { Environment } from "minijinja-js";
import { messageOf } from "../base/error.ts";
import type { Position } from "./source/place.ts";
import { suggestion } from "./source/nearest.ts";
import { literalPrelude, plainValue } from "./template-values.ts";

export type Rendered = { readonly kind: "text"; readonly text: string } | { readonly kind: "wrong"; readonly at: Position; readonly why: string };

/** Fills in a template. Keeps the last one compiled: most scores have one for all their sheets. */
export type Render = (template: string, variables: ReadonlyMap<string, unknown>) => Rendered;

// A prompt of a few thousand lines with its loops needs some ten thousand; an endless one ends within a second.
const fuel = 1_000_000;

/** Jinja templates: an unknown variable is an error, nothing is escaped, nothing can be included. */
export function templateRenderer(): Render {
  let engine: Environment | null = null;
  let compiled: string | null = null;
  return (template, variables) => {
    // Most prompts are plain text: the engine need not even be started for them.
    if (!/\{[{%#]/.test(template)) return { kind: "text", text: template };
    const prelude = literalPrelude(variables);
    try {
      engine ??= newEngine();
      const source = prelude + template;
      if (source !== compiled) engine.addTemplate(templateName, source);
      compiled = source;
      return { kind: "text", text: engine.renderTemplate(templateName, plainContext(variables)) };
    } catch (error) {
      // After some errors (memory ran out) the engine refuses all further work, and says only that.
      engine = null;
      compiled = null;
      return wrong(messageOf(error), { prelude, names: variables.keys() });
    }
  };
}

const templateName = "prompt";

function newEngine(): Environment {
  const engine = new Environment();
  engine.undefinedBehavior = "strict";
  engine.keepTrailingNewline = true;
  engine.fuel = fuel;
  // With it, errors point at their column.
  engine.debug = true;
  engine.enablePyCompat();
  return engine;
}

function plainContext(variables: ReadonlyMap<string, unknown>): Record<string, unknown> {
  return Object.fromEntries([...variables].map(([name, value]) => [name, plainValue(value)]));
}

interface Template {
  readonly prelude: string;
  readonly names: Iterable<string>;
}

/** The engine's message: a line, then a picture of the source with carets under what is wrong. */
function wrong(message: string, { prelude, names }: Template): Rendered {
  const [head = "", ...picture] = message.split("\n");
  const [, what = head, inLine = "1"] = /^(.*) \(in prompt:(\d+)\)$/.exec(head) ?? [];
  const { column, text } = underCarets(picture);
  const line = Number(inLine);
  // The prelude has no line break (literals escape theirs), so it only moves the columns of the first line.
  const shift = line === 1 ? prelude.length : 0;
  return { kind: "wrong", at: { line, column: Math.max(1, column - shift) }, why: inWords(what, text, names) };
}

function underCarets(picture: readonly string[]): { readonly column: number; readonly text: string } {
  const index = picture.findIndex((line) => /^\s*i\s+\^/.test(line));
  const [prefix = "", source = ""] = /^(\s*\d+ > )(.*)$/.exec(picture[index - 1] ?? "")?.slice(1) ?? [];
  if (prefix === "") return { column: 1, text: "" };
  const carets = picture[index] ?? "";
  const from = carets.indexOf("^") - prefix.length;
  return { column: from + 1, text: source.slice(from, carets.lastIndexOf("^") + 1 - prefix.length) };
}

function inWords(what: string, text: string, names: Iterable<string>): string {
  if (what === "undefined value" && /^\w+$/.test(text)) return `there is no variable ${JSON.stringify(text)}${suggestion(text, names)}`;
  if (what === "undefined value") return `${JSON.stringify(text)} has no value`;
  if (what === "engine ran out of fuel") return "the template takes too long; does a loop not end?";
  if (what === "unreachable") return "the template takes too much memory";
  return what;
}
