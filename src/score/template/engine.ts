import { messageOf } from "../../base/error.ts";
import { newBudget, spendItems } from "./jinja/budget.ts";
import { type Source, type Spot, fault, spotOf } from "./jinja/fault.ts";
import { performTemplate } from "./jinja/files.ts";
import { filterNamed } from "./jinja/filters/filters.ts";
import { testNamed } from "./jinja/filters/tests.ts";
import { type Sink, limited } from "./jinja/perform.ts";
import { newScope } from "./jinja/scope.ts";
import { parseTemplate } from "./jinja/syntax/parse.ts";
import type { Template } from "./jinja/syntax/tree.ts";
import { numberArgument, textArgument } from "./jinja/values/arguments.ts";
import { share } from "./jinja/values/container-methods.ts";
import { bound } from "./jinja/values/given.ts";
import { type Args, type Dict, type Run, type Thing, type Value, keyText, none } from "./jinja/values/value.ts";
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

// A score has a handful of templates, or one for each sheet that is used once; both fit.
const maxTemplates = 500;
const maxLength = 8 * 1024 * 1024;

/** Keeps the templates that were read. When they are too many it begins anew: those in use are soon back. */
export function templateCache(): { readonly read: (source: Source) => Template } {
  // By where they are from, then by text: a key made of both would have to be made, and looked through, for every
  // rendering.
  const shelves = new Map<string, Map<string, Template>>();
  let count = 0;
  let length = 0;
  const shelfFor = ({ name, isCommand }: Source): Map<string, Template> => {
    const label = isCommand === true ? "\0command" : (name ?? "\0");
    const shelf = shelves.get(label) ?? new Map<string, Template>();
    shelves.set(label, shelf);
    return shelf;
  };
  const read = (source: Source): Template => {
    const known = shelfFor(source).get(source.text);
    if (known !== undefined) return known;
    const template = parseTemplate(source);
    if (count >= maxTemplates || length + source.text.length > maxLength) {
      shelves.clear();
      count = 0;
      length = 0;
    }
    count++;
    length += source.text.length;
    shelfFor(source).set(source.text, template);
    return template;
  };
  return { read };
}

/** What every template can call without having been given it. */
export const functions: ReadonlyMap<string, Thing> = new Map(
  Object.entries({ range, dict, namespace, cycler, joiner }).map(([name, call]) => [
    name,
    { kind: "thing", what: `the function ${name}`, call },
  ]),
);

function range(args: Args, run: Run): Value {
  const numbers = bound("start stop step", args).map((value) =>
    value === undefined ? undefined : numberArgument(value, 0),
  );
  const [first = 0, second, step = 1] = numbers;
  const [start, stop] = second === undefined ? [0, first] : [first, second];
  if (step === 0) throw fault("the step of a range can't be 0");
  const count = Math.max(0, Math.ceil((stop - start) / step));
  if (count > 100_000) throw fault("invalid operation: range has too many elements");
  spendItems(run.budget, count);
  return Array.from({ length: count }, (_, index) => start + index * step);
}

function dict({ positional: [start], named }: Args): Dict {
  return new Map([...(start instanceof Map ? start : []), ...named]);
}

function namespace({ positional: [start], named }: Args): Thing {
  const given = start instanceof Map ? [...start].map(([key, value]): [string, Value] => [keyText(key), value]) : [];
  return { kind: "thing", what: "a namespace", fields: new Map([...given, ...named]) };
}

function cycler({ positional }: Args): Thing {
  let at = 0;
  const current = (): Value => {
    const value = positional[at % positional.length];
    if (value === undefined) throw fault("there is nothing to cycle through");
    return value;
  };
  const methods: ReadonlyMap<string, () => Value> = new Map([
    [
      "next",
      () => {
        const value = current();
        at++;
        return value;
      },
    ],
    [
      "reset",
      () => {
        at = 0;
        return none;
      },
    ],
  ]);
  const read = (name: string): Value | undefined => {
    const call = methods.get(name);
    return call === undefined
      ? name === "current"
        ? current()
        : undefined
      : { kind: "thing", what: "a function", call };
  };
  return { kind: "thing", what: "a cycler", read };
}

function joiner(args: Args, run: Run): Thing {
  const [separator] = bound("sep", args);
  let isFirst = true;
  const call = (): Value => {
    const text = isFirst ? "" : textArgument(separator, ", ", run);
    isFirst = false;
    return text;
  };
  return { kind: "thing", what: "a joiner", call };
}
