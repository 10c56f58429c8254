import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

/**
 * @typedef {{ names: Map<string, ts.Statement>, imports: Map<string, { path: string | null, name: string }>, exports:
 * Set<string>, source: ts.SourceFile }} Module
 */

/**
 * The types of an entry point as one file that needs no other: what its exports say, and what that refers to, wherever it stands.
 * Declaring every module instead would show users the inside of the product, and ask them for the types of Node.
 *
 * @param {string} root
 * @param {string} entry path of the source file, relative to the root
 * @param {ReadonlyMap<string, (take: (path: string, name: string) => void) => string | Promise<string>>} given types that the
 * sources derive from values, as they read without that; `take` adds what they refer to
 */
export async function declarations(root, entry, given) {
  /** @type {Map<string, Module>} */
  const modules = new Map();
  /** @type {Map<string, { path: string, text: string | Promise<string> }>} */
  const taken = new Map();
  const open = (/** @type {string} */ path) => {
    const module = modules.get(path) ?? readModule(path);
    modules.set(path, module);
    return module;
  };

  const main = join(root, entry);
  const shown = open(main).exports;
  const take = (/** @type {string} */ path, /** @type {string} */ name) => {
    const module = open(path);
    const imported = module.imports.get(name);
    if (imported !== undefined) {
      if (imported.path === null || imported.name !== name)
        throw new Error(`${relative(root, path)}: ${name} can't be part of the library's types`);
      take(imported.path, name);
      return;
    }
    const statement = module.names.get(name);
    // What is declared nowhere is known everywhere: Promise, Readonly.
    if (statement === undefined) return;
    const earlier = taken.get(name);
    if (earlier?.path === path) return;
    if (earlier !== undefined)
      throw new Error(`${name} means two things in the library's types: in ${earlier.path} and in ${path}`);
    const make = given.get(name);
    if (make !== undefined) {
      taken.set(name, { path, text: make(take) });
      return;
    }
    taken.set(name, { path, text: textOf(module.source, statement, shown.has(name)) });
    for (const word of namesIn(statement)) take(path, word);
  };

  for (const name of shown) take(main, name);
  const texts = await Promise.all([...taken.values()].map(({ text }) => text));
  return `${texts.join("\n\n")}\n\nexport {};\n`;
}

/**
 * What each method gives, by the type that its file states: `result: z.custom<…>()`.
 *
 * @param {string} root
 * @param {(path: string, name: string) => void} take
 */
export function resultTypes(root, take) {
  const folder = join(root, "src/api/methods");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) => /\/.*\.ts$/.test(path));
  const rows = files.toSorted().map((file) => {
    const path = join(folder, file);
    const source = ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.ES2024, true);
    const type = resultIn(source);
    if (type === undefined) throw new Error(`${relative(root, path)} states no result`);
    /** @type {Module} */
    const module = { names: new Map(), imports: new Map(), exports: new Set(), source };
    for (const statement of source.statements)
      if (ts.isImportDeclaration(statement)) noteImports(module, path, statement);
    for (const name of [...namesIn(type), ...[referred(type) ?? []].flat()]) {
      const place = module.imports.get(name)?.path;
      if (place !== undefined && place !== null) take(place, name);
    }
    return `  readonly ${JSON.stringify(file.replace(/\/(.*\/)?/, ".").replace(/\.ts$/, ""))}: ${type.getText(source)};`;
  });
  return `type ResultsByMethod = {\n${rows.join("\n")}\n};`;
}

/** @returns {ts.TypeNode | undefined} */
function resultIn(/** @type {ts.Node} */ node) {
  if (ts.isPropertyAssignment(node) && node.name.getText() === "result" && ts.isCallExpression(node.initializer))
    return node.initializer.typeArguments?.[0];
  return ts.forEachChild(node, resultIn);
}

/** @returns {Module} */
function readModule(/** @type {string} */ path) {
  const { outputText } = ts.transpileDeclaration(readFileSync(path, "utf8"), {
    fileName: path,
    compilerOptions: { target: ts.ScriptTarget.ES2024 },
  });
  const source = ts.createSourceFile(path, outputText, ts.ScriptTarget.ES2024, true);
  /** @type {Module} */
  const module = { names: new Map(), imports: new Map(), exports: new Set(), source };
  for (const statement of source.statements) {
    if (ts.isImportDeclaration(statement)) noteImports(module, path, statement);
    else if (ts.isExportDeclaration(statement)) noteReexports(module, path, statement);
    else noteDeclared(module, statement);
  }
  return module;
}

function noteImports(
  /** @type {Module} */ module,
  /** @type {string} */ path,
  /** @type {ts.ImportDeclaration} */ { importClause, moduleSpecifier },
) {
  const bindings = importClause?.namedBindings;
  if (bindings === undefined || !ts.isNamedImports(bindings)) return;
  for (const { name, propertyName } of bindings.elements) {
    module.imports.set(name.text, { path: placeOf(path, moduleSpecifier), name: (propertyName ?? name).text });
  }
}

function noteReexports(
  /** @type {Module} */ module,
  /** @type {string} */ path,
  /** @type {ts.ExportDeclaration} */ { exportClause, moduleSpecifier },
) {
  if (exportClause === undefined || !ts.isNamedExports(exportClause)) return;
  for (const { name, propertyName } of exportClause.elements) {
    module.exports.add(name.text);
    if (moduleSpecifier !== undefined)
      module.imports.set(name.text, { path: placeOf(path, moduleSpecifier), name: (propertyName ?? name).text });
  }
}

function noteDeclared(/** @type {Module} */ module, /** @type {ts.Statement} */ statement) {
  const declared = ts.isVariableStatement(statement)
    ? [...statement.declarationList.declarations]
    : [/** @type {ts.DeclarationStatement} */ (statement)];
  for (const { name } of declared) {
    if (name === undefined || !ts.isIdentifier(name)) continue;
    module.names.set(name.text, statement);
    if (isExported(statement)) module.exports.add(name.text);
  }
}

/** The file that an import means; `null` for a package that is not in this repository. */
function placeOf(/** @type {string} */ path, /** @type {ts.Expression} */ specifier) {
  const text = ts.isStringLiteral(specifier) ? specifier.text : "";
  if (text.startsWith(".")) return join(dirname(path), text);
  return text.startsWith("@tutti/") ? fileURLToPath(import.meta.resolve(text)) : null;
}

/** The names that a declaration's types refer to. */
function namesIn(/** @type {ts.Node} */ node) {
  /** @type {Set<string>} */
  const names = new Set();
  const visit = (/** @type {ts.Node} */ child) => {
    const used = referred(child);
    if (used !== undefined) names.add(used);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

/** @returns {string | undefined} */
function referred(/** @type {ts.Node} */ node) {
  if (ts.isTypeReferenceNode(node)) return firstOf(node.typeName);
  if (ts.isTypeQueryNode(node)) return firstOf(node.exprName);
  if ((ts.isComputedPropertyName(node) || ts.isExpressionWithTypeArguments(node)) && ts.isIdentifier(node.expression))
    return node.expression.text;
  return undefined;
}

/** @returns {string} */
function firstOf(/** @type {ts.EntityName} */ name) {
  return ts.isIdentifier(name) ? name.text : firstOf(name.left);
}

/** With its comment. Only what the entry point exports is exported here. */
function textOf(
  /** @type {ts.SourceFile} */ source,
  /** @type {ts.Statement} */ statement,
  /** @type {boolean} */ isPublic,
) {
  const start = statement.getStart(source);
  const comment = ts.getJSDocCommentsAndTags(statement).find(ts.isJSDoc);
  const text = source.text.slice(start, statement.end).replace(/^(export )?(declare )?/, "");
  const isValue =
    ts.isVariableStatement(statement) || ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement);
  return `${comment === undefined ? "" : `${comment.getText(source)}\n`}${isPublic ? "export " : ""}${isValue ? "declare " : ""}${text}`;
}

function isExported(/** @type {ts.Statement} */ statement) {
  return (
    ts.canHaveModifiers(statement) &&
    (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  );
}
