import { parse as parseToml } from "smol-toml";
import { parseAllDocuments } from "yaml";

/** Files that hold values: whether a text of them is sound, and what it says, is told by a parser of their own. */
export type DataForm = "json" | "yaml" | "toml" | "lines";

const byEnd: Readonly<Record<string, DataForm>> = { json: "json", yaml: "yaml", yml: "yaml", toml: "toml" };
/** Every line is an entry of its own, wherever it stands. */
const lineFiles = new Set(["go.sum"]);

export function dataFormOf(path: string): DataForm | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (lineFiles.has(name)) return "lines";
  const end = name.slice(name.lastIndexOf(".") + 1).toLowerCase();
  return Object.hasOwn(byEnd, end) ? byEnd[end] : undefined;
}

/** The value of a text; `undefined`: it is not sound. A key that is there twice is not. */
export function valueIn(form: DataForm, text: string): { readonly value: unknown } | undefined {
  try {
    return { value: readers[form](text) };
  } catch {
    return undefined;
  }
}

const readers: Readonly<Record<DataForm, (text: string) => unknown>> = {
  // JSON's own parser takes the last of two equal keys.
  json: (text) => (yamlIn(text), JSON.parse(text) as unknown),
  yaml: yamlIn,
  toml: (text) => parseToml(text),
  lines: (text) =>
    Object.fromEntries(
      text
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map((line) => [line, true]),
    ),
};

function yamlIn(text: string): unknown {
  const documents = parseAllDocuments(text, { prettyErrors: false, logLevel: "silent" });
  return [...documents].map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS({ maxAliasCount: 1_000 }) as unknown;
  });
}
