import { fault } from "../fault.ts";
import type { Source, Spot } from "../fault.ts";
import { cut } from "./pieces.ts";
import type { Piece } from "./pieces.ts";
import { readExpression } from "./expressions.ts";
import { readTuple } from "./primaries.ts";
import { expectEnd, newReader, peek, spotFrom, take, unexpected } from "./reader.ts";
import type { Reader } from "./reader.ts";
import type { Closed } from "./opened.ts";
import { statements } from "./statements.ts";
import type { Body, Reference, Statement, Template } from "./tree.ts";

export function parseTemplate(source: Source): Template {
  const references: Reference[] = [];
  const blocks = new Map<string, Body>();
  const parser: Parser = { source, pieces: cut(source), at: 0, depth: 0, references, blocks, opened: null };
  return { source, body: readBody(parser, []).body, blocks, references };
}

/** Goes through the pieces of a template. */
interface Parser {
  readonly source: Source;
  readonly pieces: readonly Piece[];
  readonly references: Reference[];
  readonly blocks: Map<string, Body>;
  at: number;
  depth: number;
  /** Where the statement that was opened last stands. */
  opened: Spot | null;
}

const maxDepth = 100;

/** Reads up to one of these words, which must come unless there are none. */
function readBody(parser: Parser, until: readonly string[]): Closed {
  const body: Statement[] = [];
  parser.depth++;
  if (parser.depth > maxDepth) throw fault("syntax error: statements are nested too deeply", parser.opened);
  for (let piece = next(parser); piece !== undefined; piece = next(parser)) {
    if (piece.kind === "text") {
      body.push(piece);
      continue;
    }
    const reader = newReader(parser.source, piece.tokens);
    if (piece.kind === "print") {
      body.push(readPrint(reader));
      continue;
    }
    const word = peek(reader);
    parser.opened = spotFrom(reader, peek(reader, Infinity).from, piece.spot.to);
    if (word.kind === "name" && until.includes(word.text)) {
      take(reader);
      parser.depth--;
      return { body, reader, word: word.text };
    }
    body.push(readStatement(parser, reader));
  }
  if (until.length > 0) throw fault("syntax error: unexpected end of input, expected end of block", parser.opened);
  return { body, reader: newReader(parser.source, []), word: "" };
}

function next(parser: Parser): Piece | undefined {
  const piece = parser.pieces[parser.at];
  parser.at++;
  return piece;
}

function readPrint(reader: Reader): Statement {
  const value = readTuple(reader, readExpression);
  expectEnd(reader);
  return { kind: "print", value };
}

function readStatement(parser: Parser, reader: Reader): Statement {
  const { kind, text, from, to } = peek(reader);
  const read = kind === "name" ? statements.get(text) : undefined;
  if (read === undefined) {
    if (kind !== "name") throw unexpected(reader, "a statement");
    throw fault(`syntax error: unknown statement ${text}`, spotFrom(reader, from, to));
  }
  take(reader);
  const { references, blocks } = parser;
  return read({
    reader,
    spot: spotFrom(reader, from),
    readBody: (...until) => readBody(parser, until),
    references,
    blocks,
  });
}
