import { Composer, Lexer, LineCounter, Parser } from "yaml";
import type { CST, Document } from "yaml";

export type YamlRead =
  | { readonly kind: "document"; readonly document: Document; readonly lines: LineCounter }
  | { readonly kind: "too much"; readonly offset: number; readonly lines: LineCounter; readonly message: string };

// A file of 1 MB that people write has some 250,000; reading one takes a few millionths of a second and some hundred
// bytes.
const maxLexemes = 300_000;
const maxDepth = 200;

/** Text as YAML. Text that would take too long or too much memory is dropped as soon as that is seen. */
export function parseYaml(text: string): YamlRead {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  const gauge = newGauge();
  // Keys are compared by `inspect`: the parser compares each with all others, which takes minutes for a hostile file.
  const composer = new Composer({ uniqueKeys: false, merge: false, prettyErrors: false, logLevel: "error" });
  let document: Document | null = null;
  for (const next of composer.compose(tokensOf(text, parser, gauge), true, text.length)) {
    if (document !== null)
      return {
        kind: "too much",
        offset: next.range[0],
        lines,
        message: "a score is one document; there is a second one after ---",
      };
    document = next;
  }
  if (gauge.fault !== null || document === null)
    return { kind: "too much", offset: gauge.offset, lines, message: gauge.fault ?? "holds nothing" };
  return { kind: "document", document, lines };
}

function* tokensOf(text: string, parser: Parser, gauge: Gauge): Generator<CST.Token, void> {
  for (const lexeme of new Lexer().lex(text)) {
    if (!fits(gauge, lexeme)) return;
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}

interface Gauge {
  offset: number;
  lexemes: number;
  /** Brackets that are open. */
  depth: number;
  /** Lists and keys that begin in the same line, each inside the one before. */
  inLine: number;
  isText: boolean;
  fault: string | null;
}

function newGauge(): Gauge {
  return { offset: 0, lexemes: 0, depth: 0, inLine: 0, isText: false, fault: null };
}

/** The lexer's sign that text follows, even if it looks like something else. */
const textFollows = "\u001f";
/** With those for the beginning of a document and the end of brackets, all that it puts in by itself. */
const signs = new Set([textFollows, "\u0002", "\u0018"]);

function fits(gauge: Gauge, lexeme: string): boolean {
  gauge.lexemes++;
  if (gauge.isText || lexeme === textFollows) gauge.isText = !gauge.isText;
  else if (lexeme === "[" || lexeme === "{") gauge.depth++;
  else if (lexeme === "]" || lexeme === "}") gauge.depth--;
  else if (lexeme === "-" || lexeme === "?") gauge.inLine++;
  else if (lexeme.startsWith("\n") || lexeme.startsWith("\r")) gauge.inLine = 0;
  if (gauge.lexemes > maxLexemes) gauge.fault = "has too many values: a score of this size can't be read";
  if (gauge.depth > maxDepth || gauge.inLine > maxDepth) gauge.fault = "nested too deeply";
  if (gauge.fault !== null) return false;
  if (!signs.has(lexeme)) gauge.offset += lexeme.length;
  return true;
}
