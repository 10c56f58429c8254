import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type * as TreeSitter from "@vscode/tree-sitter-wasm";
import type { SyntaxNode } from "../ways/tree/branch.ts";
import { type Grammar, grammarOf } from "./languages.ts";

const load = createRequire(import.meta.url);
type Parsing = InstanceType<typeof TreeSitter.Parser>;
type Walk = ReturnType<NonNullable<ReturnType<Parsing["parse"]>>["walk"]>;

/** Parses sources by the grammars that are shipped. */
export interface Syntax {
  /** `undefined`: there is no grammar for it. */
  parse(path: string, text: string): Parsed | undefined;
}

export interface Parsed {
  /** The whole text is as the grammar wants it. */
  readonly isSound: boolean;
  readonly root: SyntaxNode;
}

/** Reads the grammars of these files; a grammar is about 1 MB. */
export async function openSyntax(paths: readonly string[]): Promise<Syntax> {
  const wanted = new Set(paths.map(grammarOf).filter((grammar) => grammar !== undefined));
  const parsers = new Map<Grammar, Parsing>();
  for (const grammar of wanted) {
    const parser = known.get(grammar) ?? parserFor(grammar);
    known.set(grammar, parser);
    parsers.set(grammar, await parser);
  }
  return {
    parse: (path, text) => {
      const grammar = grammarOf(path);
      const tree = grammar === undefined ? null : parsers.get(grammar)?.parse(text);
      if (tree === null || tree === undefined) return undefined;
      const walk = tree.walk();
      const parsed = { isSound: !tree.rootNode.hasError, root: nodeAt(walk) };
      walk.delete();
      tree.delete();
      return parsed;
    },
  };
}

const known = new Map<Grammar, Promise<Parsing>>();

async function parserFor(grammar: Grammar): Promise<Parsing> {
  // It finds itself by its own file, so it can't be a part of another.
  const { Language, Parser } = load(place("tree-sitter.cjs", "tree-sitter.js")) as typeof TreeSitter;
  await Parser.init({ locateFile: (name: string) => place(name) });
  const parser = new Parser();
  parser.setLanguage(await Language.load(place(`tree-sitter-${grammar}.wasm`)));
  return parser;
}

/** In a clone they lie in the package, in the product beside its files. */
function place(name: string, source = name): string {
  const shipped = fileURLToPath(new URL(`./grammars/${name}`, import.meta.url));
  return existsSync(shipped) ? shipped : load.resolve(`@vscode/tree-sitter-wasm/wasm/${source}`);
}

const nameFields = new Set(["name", "left", "key", "property"]);

function nodeAt(walk: Walk): SyntaxNode {
  const { nodeType: type, startIndex: start, endIndex: end } = walk;
  const children: SyntaxNode[] = [];
  let name: string | undefined;
  if (walk.gotoFirstChild()) {
    do {
      if (name === undefined && nameFields.has(walk.currentFieldName ?? "")) name = walk.nodeText;
      children.push(nodeAt(walk));
    } while (walk.gotoNextSibling());
    walk.gotoParent();
  }
  return { type, name, start, end, children };
}
