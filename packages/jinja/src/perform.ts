import { enter, leave, maxTextLength, spend } from "./budget.ts";
import { argumentsOf, called, evaluate, filtered } from "./evaluate.ts";
import { fault, located } from "./fault.ts";
import { type LoopState, loopThing } from "./loop.ts";
import { type Scope, found, newScope } from "./scope.ts";
import type { Body, FilterCall, Loop, Macro, Statement, Target, Template } from "./syntax/tree.ts";
import { isTrue, itemsOf } from "./values/comparison.ts";
import { textOf } from "./values/text.ts";
import {
  type Args,
  type Run,
  type Thing,
  type Value,
  isThing,
  missing,
  none,
  tuple,
  typeName,
} from "./values/value.ts";

/** Takes what a template gives, bit by bit: its own text, or a value that was filled in. */
export type Sink = (text: string, kind: Given) => void;

/** An `inline` value is to be taken for the template's own text, where that makes a difference. */
export type Given = "literal" | "value" | "inline";

/** Where a statement stands: what it can name, and what it writes to. */
export interface Frame {
  readonly scope: Scope;
  readonly sink: Sink;
  readonly run: Run;
  /** A file that may be included. */
  readonly template: (name: string) => Template | undefined;
  /** Statements about other files, which need more than a frame knows. */
  readonly files: (statement: FileStatement, frame: Frame) => void;
}

export type FileStatement = Extract<Statement, { kind: "block" | "extends" | "include" | "import" | "from" }>;

export function perform(body: Body, frame: Frame): void {
  enter(frame.run.budget);
  for (const statement of body) {
    spend(frame.run.budget, 1);
    performOne(statement, frame);
  }
  leave(frame.run.budget);
}

function performOne(statement: Statement, frame: Frame): void {
  const { scope, sink, run } = frame;
  switch (statement.kind) {
    case "text":
      sink(statement.text, "literal");
      return;
    case "print": {
      const value = evaluate(statement.value, scope, run);
      sink(
        located(statement.value.spot, () => textOf(value, run)),
        statement.value.kind === "filter" && statement.value.name === "inline" ? "inline" : "value",
      );
      return;
    }
    case "if": {
      const branch = statement.branches.find(({ test }) =>
        located(test.spot, () => isTrue(evaluate(test, scope, run), run)),
      );
      perform(branch?.body ?? statement.otherwise, frame);
      return;
    }
    case "for":
      performLoop(statement, frame);
      return;
    case "set":
      assign(statement.target, evaluate(statement.value, scope, run), frame);
      return;
    case "setBlock":
      assign(statement.target, throughFilters(captured(statement.body, frame), statement.filters, frame), frame);
      return;
    case "filterBlock":
      sink(textOf(throughFilters(captured(statement.body, frame), statement.filters, frame), run), "value");
      return;
    case "with": {
      const inner = { ...frame, scope: newScope(scope) };
      for (const [target, value] of statement.values) assign(target, evaluate(value, scope, run), inner);
      perform(statement.body, inner);
      return;
    }
    case "macro":
      scope.names.set(statement.macro.name, macroThing(statement.macro, scope, bodyOf(frame)));
      return;
    case "callBlock":
      performCall(statement, frame);
      return;
    default:
      frame.files(statement, frame);
  }
}

/** The output of a body, as text. */
function captured(body: Body, frame: Frame): string {
  const parts: string[] = [];
  perform(body, { ...frame, scope: newScope(frame.scope), sink: limited((text) => parts.push(text)) });
  return parts.join("");
}

/** A sink that never takes more than a rendering may give. */
export function limited(sink: Sink): Sink {
  let length = 0;
  return (text, kind) => {
    length += text.length;
    if (length > maxTextLength) throw fault("the rendered text is larger than 16 MB");
    sink(text, kind);
  };
}

function bodyOf(frame: Frame): (body: Body, scope: Scope) => string {
  return (body, scope) => captured(body, { ...frame, scope });
}

function throughFilters(start: string, filters: readonly FilterCall[], { scope, run }: Frame): Value {
  return filters.reduce<Value>(
    (value, filter) => filtered(value, { ...filter, args: argumentsOf(filter.args, scope, run) }, run),
    start,
  );
}

function performCall({ call, caller }: Extract<Statement, { kind: "callBlock" }>, frame: Frame): void {
  const { scope, sink, run } = frame;
  if (call.kind !== "call") return;
  const value = located(call.spot, () => {
    const args = argumentsOf(call.args, scope, run);
    const named = new Map([...args.named, ["caller", macroThing(caller, scope, bodyOf(frame))] as const]);
    return called(evaluate(call.of, scope, run), { ...args, named }, run);
  });
  sink(textOf(value, run), "value");
}

interface Level {
  readonly depth: number;
  readonly items: readonly Value[];
}

function performLoop(loop: Loop, frame: Frame, level?: Level): void {
  const { run, scope } = frame;
  const depth = level?.depth ?? 0;
  const all = level?.items ?? located(loop.over.spot, () => itemsOf(evaluate(loop.over, scope, run), run));
  const items = loop.filter === null ? all : all.filter((item) => passes(loop, item, frame));
  const again = (inner: readonly Value[]): string => {
    const parts: string[] = [];
    performLoop(loop, { ...frame, sink: limited((text) => parts.push(text)) }, { depth: depth + 1, items: inner });
    return parts.join("");
  };
  const state: LoopState = { items, index: 0, depth, again: loop.isRecursive ? again : null };
  const thing = loopThing(state);
  for (const [index, item] of items.entries()) {
    state.index = index;
    const inner = { ...frame, scope: newScope(scope) };
    inner.scope.names.set("loop", thing);
    assign(loop.target, item, inner);
    perform(loop.body, inner);
  }
  if (items.length === 0) perform(loop.otherwise, { ...frame, scope: newScope(scope) });
}

function passes(loop: Loop, item: Value, frame: Frame): boolean {
  const inner = { ...frame, scope: newScope(frame.scope) };
  assign(loop.target, item, inner);
  return loop.filter === null || isTrue(evaluate(loop.filter, inner.scope, frame.run), frame.run);
}

function assign(target: Target, value: Value, frame: Frame): void {
  if (target.kind === "name") {
    frame.scope.names.set(target.name, value);
    return;
  }
  located(target.spot, () => {
    if (target.kind === "field") {
      const owner = found(frame.scope, target.of);
      if (owner === undefined || !isThing(owner) || owner.fields === undefined)
        throw fault(`${JSON.stringify(target.of)} is no namespace; only the fields of one can be set`);
      owner.fields.set(target.name, value);
      return;
    }
    const values = itemsOf(value, frame.run);
    if (values.length !== target.targets.length)
      throw fault(`${typeName(value)} of ${values.length} can't be given to ${target.targets.length} names`);
    for (const [index, inner] of target.targets.entries()) assign(inner, values[index] ?? none, frame);
  });
}

/** A macro that can be called; it sees the names of where it was written. */
function macroThing(macro: Macro, around: Scope, perform: (body: Body, scope: Scope) => string): Thing {
  return {
    kind: "thing",
    what: `the macro ${macro.name}`,
    call: (args, run) => {
      const scope = newScope(around);
      bind(macro, args, { scope, run });
      return perform(macro.body, scope);
    },
  };
}

function bind(
  { name, parameters, spot }: Macro,
  args: Args,
  { scope, run }: { readonly scope: Scope; readonly run: Run },
): void {
  const known = parameters.map((parameter) => parameter.name);
  for (const given of args.named.keys()) {
    if (given !== "caller" && !known.includes(given))
      throw fault(`the macro ${name} takes no argument ${JSON.stringify(given)}; its arguments: ${known.join(", ")}`);
  }
  for (const [index, parameter] of parameters.entries()) {
    const given = args.positional[index] ?? args.named.get(parameter.name);
    const initial = given === undefined && parameter.initial !== null ? evaluate(parameter.initial, scope, run) : given;
    scope.names.set(
      parameter.name,
      initial ?? missing(`the macro ${name} was given no ${JSON.stringify(parameter.name)}`, spot),
    );
  }
  scope.names.set("varargs", tuple(args.positional.slice(parameters.length)));
  const caller = args.named.get("caller");
  if (caller !== undefined) scope.names.set("caller", caller);
}
