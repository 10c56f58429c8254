import { newBudget } from "./budget.ts";
import { templateCache } from "./cache.ts";
import { type Spot, messageOf, spotOf } from "./fault.ts";
import { performTemplate } from "./files.ts";
import { filterNamed } from "./filters/filters.ts";
import { testNamed } from "./filters/tests.ts";
import { functions } from "./functions.ts";
import { type Sink, limited } from "./perform.ts";
import { inTemplate } from "./position.ts";
import { newScope } from "./scope.ts";
import type { Rendered, RenderedPiece, RenderedPieces, TemplateSource, WrongTemplate } from "./source.ts";
import type { Template } from "./syntax/tree.ts";
import { share } from "./values/container-methods.ts";
import { templateValue } from "./values/from-outside.ts";
import type { Run, Value } from "./values/value.ts";

/** Renders templates with one set of variables. Keeps the templates it has parsed. */
export interface TemplateEngine {
  /** `values` are those of this rendering; the engine's own variables hide them. */
  render(source: TemplateSource, values: Values): Rendered;
  /** Keeps the template's own text apart from filled-in values. `command`: `${#` begins no comment. */
  pieces(source: TemplateSource, values: Values, kind?: "text" | "command"): RenderedPieces;
  /** Steps of all renderings so far. */
  spent(): number;
}

type Values = Readonly<Record<string, unknown>>;

/** Proposes one of the names in place of an unknown one, as the end of a sentence: `; did you mean "x"?`, or nothing. */
type Suggest = (written: string, names: Iterable<string>) => string;

/** An unknown variable is an error, nothing is escaped, and a template can reach only the values given. */
export function makeEngine(variables: Values, suggest: Suggest = () => ""): TemplateEngine {
  const shared = lookup(variables, share);
  const cache = templateCache();
  let spent = 0;
  const perform = (
    source: TemplateSource,
    values: Values,
    how: { readonly sink: Sink; readonly isCommand: boolean },
  ): WrongTemplate | null => {
    const own = lookup(values, () => undefined);
    const budget = newBudget();
    const before = budget.steps;
    const run: Run = {
      budget,
      variable: (name) => shared.find(name) ?? own.find(name) ?? functions.get(name),
      suggest: (name) => suggest(name, [...shared.names(), ...own.names(), ...functions.keys()]),
      filter: filterNamed,
      test: testNamed,
    };
    const included = (name: string): Template | undefined => {
      const text = Object.hasOwn(source.includes, name) ? source.includes[name] : undefined;
      return text === undefined ? undefined : cache.read({ name, text });
    };
    try {
      const template = cache.read({ name: null, text: source.text, isCommand: how.isCommand });
      performTemplate(template, { scope: newScope(null), sink: limited(how.sink), run, template: included });
      return null;
    } catch (error) {
      return wrong(error, source, cache.read);
    } finally {
      spent += before - budget.steps;
    }
  };
  return {
    render(source, values) {
      const parts: string[] = [];
      return (
        perform(source, values, { sink: (text) => parts.push(text), isCommand: false }) ?? {
          kind: "text",
          text: parts.join(""),
        }
      );
    },
    spent: () => spent,
    pieces(source, values, kind = "text") {
      const pieces: RenderedPiece[] = [];
      const sink: Sink = (text, of) => {
        // Text that was cut by a statement is one again.
        const last = of === "literal" && pieces.at(-1)?.kind === "literal" ? pieces.pop() : undefined;
        pieces.push({ kind: of, text: (last?.text ?? "") + text });
      };
      return perform(source, values, { sink, isCommand: kind === "command" }) ?? { kind: "pieces", pieces };
    },
  };
}

/** A value is converted only when a template asks for it. */
function lookup(
  values: Values,
  onContainer: (container: object) => void,
): { names(): readonly string[]; find(name: string): Value | undefined } {
  const known = new Map<string, Value>();
  return {
    names: () => Object.keys(values),
    find(name) {
      if (!Object.hasOwn(values, name)) return undefined;
      const value = known.get(name) ?? templateValue(values[name], onContainer);
      known.set(name, value);
      return value;
    },
  };
}

function wrong(error: unknown, source: TemplateSource, read: ReturnType<typeof templateCache>["read"]): WrongTemplate {
  const spot: Spot | null = spotOf(error);
  // The stack is the only thing that can run out unforeseen.
  const why = error instanceof RangeError ? "the template is nested too deeply" : messageOf(error);
  return { kind: "wrong", ...inTemplate(why, spot, { source, read }) };
}
