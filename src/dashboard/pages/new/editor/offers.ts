import type { Place } from "./place.ts";

/** As much of JSON Schema as the schema of scores uses. */
export interface Shape {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Shape>>;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Shape | boolean>>;
  readonly additionalProperties?: Shape | boolean;
  readonly items?: Shape | boolean;
  readonly anyOf?: readonly Shape[];
  readonly oneOf?: readonly Shape[];
  readonly allOf?: readonly Shape[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly examples?: readonly unknown[];
}

/** The completions at a place. */
export interface Offer {
  readonly label: string;
  readonly kind: "key" | "value";
  /** Instead of the label. */
  readonly text: string;
  readonly about: string;
}

export function offersAt(root: Shape, place: Place): readonly Offer[] {
  const shapes = place.path.reduce<readonly Shape[]>(
    (some, step) => some.flatMap((shape) => partsOf(root, shape, step)),
    whole(root, root),
  );
  if (place.key === null) return keysOf(root, shapes, place);
  const values = shapes.flatMap((shape) => partsOf(root, shape, place.key ?? ""));
  return valuesOf(values);
}

/** A shape with all of its forms. */
function whole(root: Shape, shape: Shape, depth = 0): readonly Shape[] {
  // A shape that holds itself would not end.
  if (depth > 8) return [];
  const named = shape.$ref === undefined ? undefined : root.$defs?.[shape.$ref.replace("#/$defs/", "")];
  const forms = [
    ...(named === undefined ? [] : [named]),
    ...(shape.anyOf ?? []),
    ...(shape.oneOf ?? []),
    ...(shape.allOf ?? []),
  ];
  return [shape, ...forms.flatMap((form) => whole(root, form, depth + 1))];
}

function partsOf(root: Shape, shape: Shape, step: string): readonly Shape[] {
  const part = step === "[]" ? shape.items : (shape.properties?.[step] ?? shape.additionalProperties);
  return typeof part === "object" ? whole(root, part) : [];
}

function keysOf(root: Shape, shapes: readonly Shape[], { taken, column }: Place): readonly Offer[] {
  const known = new Map<string, Shape>();
  for (const { properties = {} } of shapes)
    for (const [key, part] of Object.entries(properties))
      if (typeof part === "object" && !taken.has(key) && !known.has(key)) known.set(key, part);
  return [...known].map(([label, part]) => ({
    label,
    kind: "key",
    text: `${label}:${afterKey(whole(root, part), column)}`,
    about: whole(root, part).find(({ description }) => description !== undefined)?.description ?? "",
  }));
}

/** A list or a map begins on its own line. */
function afterKey(forms: readonly Shape[], column: number): string {
  const kinds = new Set(forms.flatMap(({ type }) => type ?? []));
  const isPlain = ["string", "number", "integer", "boolean"].some((kind) => kinds.has(kind));
  if (isPlain || forms.some((form) => form.enum !== undefined)) return " ";
  const indent = " ".repeat(column + 2);
  if (kinds.has("array")) return `\n${indent}- `;
  return kinds.has("object") ? `\n${indent}` : " ";
}

function valuesOf(shapes: readonly Shape[]): readonly Offer[] {
  const found = new Map<string, string>();
  const add = (value: unknown, about: string): void => {
    const isPlain = ["string", "number", "boolean"].includes(typeof value);
    const label = String(value);
    if (isPlain && !label.includes("\n") && label.length <= 60 && !found.has(label)) found.set(label, about);
  };
  for (const { enum: some = [], const: only, type, default: usual, examples = [], description = "" } of shapes) {
    for (const value of some) add(value, description);
    if (only !== undefined) add(only, description);
    if (type === "boolean") for (const value of [true, false]) add(value, description);
    if (usual !== undefined) add(usual, "what holds without this key");
    for (const value of examples) add(value, "an example");
  }
  return [...found].map(([label, about]) => ({ label, kind: "value", text: label, about }));
}
