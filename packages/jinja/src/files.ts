import { evaluate } from "./evaluate.ts";
import { fault, located } from "./fault.ts";
import { perform } from "./perform.ts";
import type { FileStatement, Frame } from "./perform.ts";
import { newScope } from "./scope.ts";
import type { Scope } from "./scope.ts";
import type { Body, Reference, Template } from "./syntax/tree.ts";
import { missing } from "./values/value.ts";
import type { Thing, Value } from "./values/value.ts";

/** A template, and those that fill in its blocks, the nearest to the one that was asked for first. */
interface Line {
  readonly template: Template;
  readonly below: readonly Template[];
}

const silent = (): undefined => undefined;

/** Performs a whole template, with those it extends. */
export function performTemplate(
  template: Template,
  frame: Omit<Frame, "files">,
  below: readonly Template[] = [],
): void {
  const line = { template, below };
  const base = template.body.find((statement) => statement.kind === "extends");
  const inner: Frame = { ...frame, files: (statement, at) => performFile(statement, at, line) };
  if (base === undefined) {
    perform(template.body, inner);
    return;
  }
  // Text outside of the blocks is not shown, but names made there count.
  const kept = template.body.filter(({ kind }) => ["set", "setBlock", "macro", "import", "from"].includes(kind));
  perform(kept, { ...inner, sink: silent });
  const parent = found(base.file, inner);
  if (parent !== undefined) performTemplate(parent, frame, [...below, template]);
}

function performFile(statement: FileStatement, frame: Frame, line: Line): void {
  switch (statement.kind) {
    case "block":
      performBlock(frame, bodiesOf(statement.name, line));
      return;
    case "extends":
      throw fault("a template can only extend another one as a whole", statement.file.spot);
    case "include": {
      const template = found(statement.file, frame);
      if (template !== undefined) performTemplate(template, { ...frame, scope: newScope(frame.scope) });
      return;
    }
    case "import":
      frame.scope.names.set(statement.as, moduleOf(statement.file, frame));
      return;
    case "from": {
      const module = moduleOf(statement.file, frame);
      for (const [name, as] of statement.names) {
        frame.scope.names.set(
          as,
          module.read?.(name) ?? missing(`the included file has no ${JSON.stringify(name)}`, statement.file.spot),
        );
      }
    }
  }
}

function bodiesOf(name: string, { template, below }: Line): readonly Body[] {
  return [...below, template].flatMap(({ blocks }) => {
    const body = blocks.get(name);
    return body === undefined ? [] : [body];
  });
}

function performBlock(frame: Frame, bodies: readonly Body[]): void {
  const [body, ...bases] = bodies;
  if (body === undefined) return;
  const scope = newScope(frame.scope);
  if (bases.length > 0) scope.names.set("super", { kind: "thing", what: "super", call: () => superText(frame, bases) });
  perform(body, { ...frame, scope });
}

function superText(frame: Frame, bases: readonly Body[]): Value {
  const parts: string[] = [];
  performBlock({ ...frame, sink: (text) => parts.push(text) }, bases);
  return parts.join("");
}

/**
 * An imported file: the names it makes at its top. It sees the variables, not the names of the template that imports it.
 */
function moduleOf(file: Reference, frame: Frame): Thing {
  const scope: Scope = newScope(null);
  const template = found(file, frame);
  if (template !== undefined) performTemplate(template, { ...frame, scope, sink: silent });
  return { kind: "thing", what: "an imported file", read: (name) => scope.names.get(name) };
}

function found({ name, canBeMissing, spot }: Reference, { scope, run, template: named }: Frame): Template | undefined {
  return located(spot, () => {
    const written = evaluate(name, scope, run);
    const template = typeof written === "string" ? named(written) : undefined;
    if (template === undefined && !canBeMissing)
      throw fault(`template not found: tried to include non-existing template ${JSON.stringify(written)}`);
    return template;
  });
}
