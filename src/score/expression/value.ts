/** The value of a variable. A map with numbers as keys is a `Map`; one with texts as keys may be a plain object too. */
export type Value =
  | null
  | boolean
  | number
  | string
  | readonly Value[]
  | ReadonlyMap<number | string, Value>
  | { readonly [field: string]: Value };

export type ValueRecord = Readonly<Record<string, Value>>;

/** An expression that can't be evaluated with the values at hand, and why. */
export interface Impossible {
  readonly kind: "impossible";
  readonly why: string;
}

export type Outcome = { readonly kind: "value"; readonly value: Value } | Impossible;

export function valueOf(value: Value): Outcome {
  return { kind: "value", value };
}

export function impossible(why: string): Impossible {
  return { kind: "impossible", why };
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

export function isMap(value: Value): value is ReadonlyMap<number | string, Value> {
  return value instanceof Map;
}

export function isRecord(value: Value): value is ValueRecord {
  return kindOf(value) === "record";
}

type Kind = "none" | "boolean" | "number" | "text" | "list" | "map" | "record";

function kindOf(value: Value): Kind {
  if (value === null) return "none";
  if (typeof value === "boolean" || typeof value === "number") return typeof value as "boolean" | "number";
  if (typeof value === "string") return "text";
  if (isList(value)) return "list";
  return isMap(value) ? "map" : "record";
}

/** For sentences: "is a number". */
export function kindText(value: Value): string {
  const kind = kindOf(value);
  return kind === "none" ? kind : kind === "boolean" ? "true or false" : `a ${kind}`;
}

// Values come from files that agents write: one nested deeper than this is not compared, or it could exhaust the stack.
const maxDepth = 200;

/**
 * Whether two values are equal; `null` when the question makes no sense, as of a number and a text. None is unlike all
 * others.
 */
export function areEqual(one: Value, other: Value, depth = 0): boolean | null {
  if (one === null || other === null) return one === other;
  if (kindOf(one) !== kindOf(other) || depth > maxDepth) return null;
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  const left = entriesOf(one);
  const right = entriesOf(other);
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const match = right.get(key);
    const equal = match === undefined ? false : areEqual(value, match, depth + 1);
    if (equal !== true) return equal;
  }
  return true;
}

function entriesOf(value: Extract<Value, object>): ReadonlyMap<number | string, Value> {
  if (isMap(value)) return value;
  return isList(value) ? new Map(value.entries()) : new Map(Object.entries(value));
}
