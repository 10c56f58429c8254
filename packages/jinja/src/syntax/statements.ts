import { fault } from "../fault.ts";
import { readExpression, readNamed, readOr } from "./expressions.ts";
import type { Opened } from "./opened.ts";
import { readTuple } from "./primaries.ts";
import { type Reader, expect, expectEnd, expectName, peek, sees, skips, spotFrom, take, unexpected } from "./reader.ts";
import type { Expression, FilterCall, Macro, Parameter, Reference, Statement, Target } from "./tree.ts";

/** Statements about other files, and about the parts of a template that another one can replace. */
const fileStatements: readonly (readonly [string, (opened: Opened) => Statement])[] = [
  ["include", (opened) => ({ kind: "include", file: readReference(opened, true) })],
  ["extends", (opened) => ({ kind: "extends", file: readReference(opened, true) })],
  ["import", readImport],
  ["from", readFrom],
  ["block", readBlock],
];

function readReference({ reader, spot, references }: Opened, isLast: boolean): Reference {
  const name = readExpression(reader);
  const canBeMissing = skips(reader, "ignore");
  if (canBeMissing) expect(reader, "missing");
  if (isLast) {
    skipContext(reader);
    expectEnd(reader);
  }
  const reference = { name, canBeMissing, spot };
  references.push(reference);
  return reference;
}

/** Every file sees the variables anyway. */
function skipContext(reader: Reader): void {
  if ((skips(reader, "with") || skips(reader, "without")) && peek(reader).kind === "name") expect(reader, "context");
}

function readImport(opened: Opened): Statement {
  const { reader } = opened;
  const file = readReference(opened, false);
  expect(reader, "as");
  const as = expectName(reader);
  skipContext(reader);
  expectEnd(reader);
  return { kind: "import", file, as };
}

function readFrom(opened: Opened): Statement {
  const { reader } = opened;
  const file = readReference(opened, false);
  expect(reader, "import");
  const names: (readonly [string, string])[] = [];
  do {
    if (peek(reader).kind === "end") break;
    const name = expectName(reader);
    names.push([name, skips(reader, "as") ? expectName(reader) : name]);
  } while (skips(reader, ","));
  skipContext(reader);
  expectEnd(reader);
  return { kind: "from", file, names };
}

function readBlock({ reader, readBody, blocks, spot }: Opened): Statement {
  const name = expectName(reader);
  while (["scoped", "required"].includes(peek(reader).text)) take(reader);
  expectEnd(reader);
  if (blocks.has(name)) throw fault(`syntax error: there are two blocks ${JSON.stringify(name)}`, spot);
  blocks.set(name, []);
  const closed = readBody("endblock");
  if (peek(closed.reader).kind === "name") expect(closed.reader, name);
  expectEnd(closed.reader);
  blocks.set(name, closed.body);
  return { kind: "block", name, body: closed.body };
}

/** How each statement is read, by the word it begins with. */
export const statements: ReadonlyMap<string, (opened: Opened) => Statement> = new Map([
  ["if", readIf],
  ["for", readFor],
  ["set", readSet],
  ["macro", readMacroStatement],
  ["call", readCall],
  ["filter", readFilterBlock],
  ["with", readWith],
  ...fileStatements,
]);

function readIf({ reader, readBody }: Opened): Statement {
  const branches: { test: Expression; body: readonly Statement[] }[] = [];
  for (let tag = reader; ; ) {
    const test = readTuple(tag, readExpression);
    expectEnd(tag);
    const closed = readBody("elif", "else", "endif");
    branches.push({ test, body: closed.body });
    if (closed.word === "elif") {
      tag = closed.reader;
      continue;
    }
    expectEnd(closed.reader);
    if (closed.word === "endif") return { kind: "if", branches, otherwise: [] };
    const otherwise = readBody("endif");
    expectEnd(otherwise.reader);
    return { kind: "if", branches, otherwise: otherwise.body };
  }
}

function readFor({ reader, readBody }: Opened): Statement {
  const target = readTarget(reader);
  expect(reader, "in");
  const over = readTuple(reader, readOr);
  const filter = skips(reader, "if") ? readExpression(reader) : null;
  const isRecursive = skips(reader, "recursive");
  expectEnd(reader);
  const { body, word } = readBody("else", "endfor");
  const otherwise = word === "else" ? readBody("endfor").body : [];
  return { kind: "for", target, over, filter, isRecursive, body, otherwise };
}

function readSet({ reader, readBody }: Opened): Statement {
  const target = readTarget(reader);
  if (skips(reader, "=")) {
    const value = readTuple(reader, readExpression);
    expectEnd(reader);
    return { kind: "set", target, value };
  }
  const filters = skips(reader, "|") ? readFilterCalls(reader) : [];
  expectEnd(reader);
  return { kind: "setBlock", target, filters, body: readBody("endset").body };
}

function readTarget(reader: Reader): Target {
  const { from } = peek(reader);
  const isWrapped = skips(reader, "(");
  const targets = [readOneTarget(reader)];
  let isTuple = false;
  while (skips(reader, ",")) {
    isTuple = true;
    if (sees(reader, "(") || (peek(reader).kind === "name" && !sees(reader, "in"))) targets.push(readOneTarget(reader));
  }
  if (isWrapped) expect(reader, ")");
  const [only] = targets;
  return only !== undefined && !isTuple ? only : { kind: "several", targets, spot: spotFrom(reader, from) };
}

function readOneTarget(reader: Reader): Target {
  if (sees(reader, "(")) return readTarget(reader);
  const { from } = peek(reader);
  if (sees(reader, "true", "false", "none", "True", "False", "None")) throw unexpected(reader, "a name");
  const name = expectName(reader);
  if (!skips(reader, ".")) return { kind: "name", name };
  return { kind: "field", of: name, name: expectName(reader), spot: spotFrom(reader, from) };
}

function readMacroStatement({ reader, readBody, spot }: Opened): Statement {
  const name = expectName(reader);
  const parameters = readParameters(reader);
  expectEnd(reader);
  return { kind: "macro", macro: { name, parameters, body: readBody("endmacro").body, spot } };
}

function readParameters(reader: Reader): readonly Parameter[] {
  expect(reader, "(");
  const parameters: Parameter[] = [];
  while (!sees(reader, ")")) {
    const name = expectName(reader);
    const initial = skips(reader, "=") ? readExpression(reader) : null;
    parameters.push({ name, initial });
    if (!skips(reader, ",")) break;
  }
  expect(reader, ")");
  return parameters;
}

function readCall({ reader, readBody, spot }: Opened): Statement {
  const parameters = sees(reader, "(") ? readParameters(reader) : [];
  const call = readExpression(reader);
  if (call.kind !== "call") throw unexpected(reader, "a call of a macro");
  expectEnd(reader);
  const caller: Macro = { name: "caller", parameters, body: readBody("endcall").body, spot };
  return { kind: "callBlock", call, caller };
}

function readFilterBlock({ reader, readBody }: Opened): Statement {
  const filters = readFilterCalls(reader);
  expectEnd(reader);
  return { kind: "filterBlock", filters, body: readBody("endfilter").body };
}

function readFilterCalls(reader: Reader): readonly FilterCall[] {
  const filters: FilterCall[] = [];
  do {
    const { name, args, nameSpot } = readNamed(reader);
    filters.push({ name, args, spot: nameSpot });
  } while (skips(reader, "|"));
  return filters;
}

function readWith({ reader, readBody }: Opened): Statement {
  const values: (readonly [Target, Expression])[] = [];
  while (peek(reader).kind !== "end") {
    const target = readOneTarget(reader);
    expect(reader, "=");
    values.push([target, readExpression(reader)]);
    if (!skips(reader, ",")) break;
  }
  expectEnd(reader);
  return { kind: "with", values, body: readBody("endwith").body };
}
