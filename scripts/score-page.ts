import { wrap } from "../src/cli/terminal/wrap.ts";
import { stringify } from "yaml";
import { type JsonSchema, describedScore } from "../src/score/schema/editor/json-schema.ts";

const begin = "<!-- made from the schema by `npm run docs`; do not edit -->";
const end = "<!-- end of what is made from the schema -->";

/** The page with the reference in it as the schema has it now; `null` when it does not say where the reference goes. */
export function withReference(page: string): string | null {
  const [from, to] = [page.indexOf(begin), page.indexOf(end)];
  if (from === -1 || to < from) return null;
  return `${page.slice(0, from)}${begin}\n${scoreReference()}\n${page.slice(to)}`;
}

/** Every key of a score, in tables. */
export function scoreReference(): string {
  const root = describedScore();
  const [score, ...others] = mapsOf(root);
  const sheet = others.find(({ paths }) => paths.includes("sheets[]"));
  if (score === undefined || sheet === undefined) return "";
  const headings = new Map(others.map((map) => [map, map === sheet ? "A sheet: `sheets[]`" : headingOf(map, others)]));
  const shared = sheet.keys.filter((key) => score.keys.some((other) => isSame(key, other)));
  const own = ({ keys }: DescribedMap): readonly DescribedKey[] =>
    keys.filter(({ name }) => !shared.some((key) => key.name === name));
  const section = (
    heading: string,
    keys: readonly DescribedKey[],
    places: readonly string[] = [],
  ): readonly string[] => [
    `### ${heading}`,
    ...places,
    "| key | type | default | meaning | example |",
    "|---|---|---|---|---|",
    ...keys.map((key) => row(key, { root, headings })),
    "",
  ];
  return [
    ...section("The score", own(score)),
    ...section(headings.get(sheet) ?? "", own(sheet)),
    ...section("The score or a sheet", shared),
    ...others
      .filter((map) => map !== sheet)
      .flatMap((map) => section(headings.get(map) ?? "", map.keys, placesOf(map))),
  ].join("\n");
}

function isSame(one: DescribedKey, other: DescribedKey): boolean {
  return one.name === other.name && JSON.stringify(one.schema) === JSON.stringify(other.schema);
}

/** Two maps may stand in the same place; what one of them needs tells them apart. */
function headingOf({ paths: [path = ""], keys }: DescribedMap, all: readonly DescribedMap[]): string {
  const isAlone = all.filter((map) => map.paths[0] === path).length === 1;
  const needed = keys.find(({ isRequired }) => isRequired);
  return isAlone || needed === undefined ? `\`${path}\`` : `\`${path}\` with \`${needed.name}\``;
}

/** Where else it may stand; that what the score has a sheet has too is told already. */
function placesOf({ paths: [, ...others] }: DescribedMap): readonly string[] {
  const places = others.filter((path) => !path.startsWith("sheets[].") || path === "sheets[].cadenza[]");
  return places.length === 0 ? [] : [...wrap(`The same: ${places.map((path) => `\`${path}\``).join(", ")}.`, 120), ""];
}

interface Book {
  readonly root: JsonSchema;
  readonly headings: ReadonlyMap<DescribedMap, string>;
}

function row({ name, schema, isRequired, maps }: DescribedKey, { root, headings }: Book): string {
  const links = maps.map((map) => ` [→](#${anchorOf(headings.get(map) ?? "")})`).join("");
  const [example] = schema.examples ?? [];
  const byDefault = isRequired ? "**needed**" : defaultText(schema);
  const cells = [`\`${name}\``, typeText(schema, root) + links, byDefault, schema.description ?? "", code(example)];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

/** As GitHub makes them from headings. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, "")
    .replaceAll(" ", "-");
}

function defaultText({ otherwise, default: value }: JsonSchema): string {
  return typeof otherwise === "string" ? otherwise : code(value);
}

function code(value: unknown): string {
  if (value === undefined) return "";
  const text = stringify(value, { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 }).trim();
  return `\`${text.replaceAll(/\s*\n\s*/g, " ")}\``;
}

/** What a key takes, in a few words for people. */
function typeText(schema: JsonSchema, root: JsonSchema): string {
  const meant = resolved(schema, root);
  if (meant.anyOf !== undefined)
    return [...new Set(meant.anyOf.map((form) => typeText(asSchema(form), root)))].join(" or ");
  if (meant.const !== undefined) return `\`${String(meant.const)}\``;
  if (meant.enum !== undefined) return meant.enum.map((value) => `\`${String(value)}\``).join(", ");
  if (meant.title !== undefined) return meant.title;
  switch (meant.type) {
    case "string":
      return "text";
    case "boolean":
      return "true or false";
    case "integer":
      return `whole number${rangeText(meant)}`;
    case "number":
      return `number${rangeText(meant)}`;
    case "array":
      return meant.prefixItems === undefined
        ? `list (${typeText(asSchema(meant.items), root)})`
        : `list of ${String(meant.prefixItems.length)}`;
    case "object":
      return meant.properties === undefined
        ? `map (name: ${typeText(asSchema(meant.additionalProperties), root)})`
        : "map";
    default:
      return "anything";
  }
}

function rangeText({ minimum, maximum, exclusiveMinimum }: JsonSchema): string {
  if (typeof exclusiveMinimum === "number") return `, more than ${grouped(exclusiveMinimum)}`;
  if (minimum === undefined) return maximum === undefined ? "" : `, up to ${grouped(maximum)}`;
  return maximum === undefined ? `, ${grouped(minimum)} or more` : `, ${grouped(minimum)} to ${grouped(maximum)}`;
}

function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(\d{3})+$)/g, ",");
}

/**
 * A map that a score may hold, with the places it may stand in: `validations[].json_path`, `agents.<name>`; the score
 * itself is "".
 */
export interface DescribedMap {
  readonly paths: readonly string[];
  readonly keys: readonly DescribedKey[];
}

export interface DescribedKey {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  /** Maps it may hold. */
  readonly maps: readonly DescribedMap[];
}

/** A map is told once, however many places it has; the score first, then each one after those that it stands in. */
export function mapsOf(root: JsonSchema): readonly DescribedMap[] {
  const known = new Map<string, Growing>();
  const open: (() => void)[] = [];
  const found = (schema: JsonSchema, path: string): Growing => {
    const id = JSON.stringify(schema);
    const map = known.get(id) ?? { paths: [], keys: [] };
    if (!map.paths.includes(path)) map.paths.push(path);
    if (!known.has(id)) open.push(() => void map.keys.push(...keysOf(schema, path)));
    known.set(id, map);
    return map;
  };
  const keysOf = (schema: JsonSchema, path: string): DescribedKey[] =>
    Object.entries(schema.properties ?? {}).map(([name, key]) => {
      const at = path === "" ? name : `${path}.${name}`;
      const maps = mapsIn(asSchema(key), { root, path: at }).map((inner) => found(inner.schema, inner.path));
      return { name, schema: asSchema(key), isRequired: schema.required?.includes(name) === true, maps };
    });
  found(root, "");
  for (let next = open.shift(); next !== undefined; next = open.shift()) next();
  return [...known.values()];
}

interface Growing extends DescribedMap {
  readonly paths: string[];
  readonly keys: DescribedKey[];
}

interface Place {
  readonly root: JsonSchema;
  readonly path: string;
}

/** The maps with keys of their own that a value may be or hold. */
function mapsIn(schema: JsonSchema, place: Place): readonly { readonly schema: JsonSchema; readonly path: string }[] {
  const { root, path } = place;
  const meant = resolved(schema, root);
  if (meant.anyOf !== undefined) return meant.anyOf.flatMap((form) => mapsIn(asSchema(form), place));
  if (meant.properties !== undefined) return [{ schema: meant, path }];
  if (meant.type === "array") return mapsIn(asSchema(meant.items), { root, path: `${path}[]` });
  return meant.type === "object" ? mapsIn(asSchema(meant.additionalProperties), { root, path: `${path}.<name>` }) : [];
}

/**
 * What a reference stands for. The map it leads to is the same wherever it is named from, so what is said of that place
 * stays out.
 */
function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : asSchema(root.$defs?.[name]);
}

/** JSON Schema writes some as `true`, and lists of them for tuples; neither holds a map. */
function asSchema(schema: unknown): JsonSchema {
  return typeof schema === "object" && schema !== null && !Array.isArray(schema) ? (schema as JsonSchema) : {};
}
