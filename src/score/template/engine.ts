import { messageOf } from "../../base/error.ts";
import { newBudget } from "./jinja/budget.ts";
import { spotOf } from "./jinja/fault.ts";
import type { Spot } from "./jinja/fault.ts";
import { performTemplate } from "./jinja/files.ts";
import { filterNamed } from "./jinja/filters/filters.ts";
import { testNamed } from "./jinja/filters/tests.ts";
import { functions } from "./jinja/functions.ts";
import { limited } from "./jinja/perform.ts";
import type { Sink } from "./jinja/perform.ts";
import { newScope } from "./jinja/scope.ts";
import type { Template } from "./jinja/syntax/tree.ts";
import { share } from "./jinja/values/container-methods.ts";
import type { Run, Value } from "./jinja/values/value.ts";
import { templateCache } from "./cache.ts";
import { inTemplate } from "./position.ts";
import type {
  Rendered,
  RenderedPiece,
  RenderedPieces,
  TemplateSource,
  TemplateVariables,
  WrongTemplate,
} from "./source.ts";
import { templateValue, variableValues } from "./values.ts";

/** Fills in templates with the variables of one score. Keeps the templates it has read. */
export interface TemplateEngine {
  /** `values` are those of one sheet; as in Mozart, the score's own variables hide them. */
  render(source: TemplateSource, values: Values): Rendered;
  /** For texts in which a value must not be taken for more than a value. */
  pieces(source: TemplateSource, values: Values, kind?: "text" | "command"): RenderedPieces;
  /** Steps that all renderings so far have taken together. */
  spent(): number;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Jinja templates: an unknown variable is an error, nothing is escaped, nothing can be reached but the values given.
 */
export function makeEngine(variables: TemplateVariables): TemplateEngine {
  const shared = lookup(variableValues(variables), share);
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
      names: () => [...shared.names(), ...own.names(), ...functions.keys()],
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

/** Values become a template's only when it asks for them. */
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
