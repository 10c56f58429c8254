import { fault } from "../fault.ts";
import { readExpression } from "./expressions.ts";
import { expect, expectEnd, expectName, peek, skips, take } from "./reader.ts";
import type { Reader } from "./reader.ts";
import type { Opened } from "./opened.ts";
import type { Reference, Statement } from "./tree.ts";

/** Statements about other files, and about the parts of a template that another one can replace. */
export const fileStatements: readonly (readonly [string, (opened: Opened) => Statement])[] = [
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

/** Every file sees the variables of the score anyway. */
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
