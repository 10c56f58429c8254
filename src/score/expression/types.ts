/** What is known of a value before it is there. `anything` is not known: what is done with it is checked when it is. */
export type Type =
  | { readonly kind: "anything" | "number" | "text" | "boolean" | "none" }
  | { readonly kind: "list"; readonly of: Type }
  | { readonly kind: "map"; readonly keys: "number" | "text" | "either"; readonly of: Type }
  | { readonly kind: "record"; readonly fields: Readonly<Record<string, Type>> }
  /** The value, or none. */
  | { readonly kind: "maybe"; readonly of: Type };

export const anything: Type = { kind: "anything" };
export const number: Type = { kind: "number" };
export const text: Type = { kind: "text" };
export const boolean: Type = { kind: "boolean" };
export const none: Type = { kind: "none" };

export function maybe(of: Type): Type {
  return of.kind === "anything" || of.kind === "none" || of.kind === "maybe" ? of : { kind: "maybe", of };
}

/** The type that says as much as both do. */
export function commonType(one: Type, other: Type): Type {
  if (one.kind === "none") return maybe(other);
  if (other.kind === "none") return maybe(one);
  if (one.kind === "maybe" || other.kind === "maybe") return maybe(commonType(withoutNone(one), withoutNone(other)));
  if (one.kind === "list" && other.kind === "list") return { kind: "list", of: commonType(one.of, other.of) };
  return isSame(one, other) ? one : anything;
}

function withoutNone(type: Type): Type {
  return type.kind === "maybe" ? type.of : type;
}

/** Records and maps count as the same only when they come from the same place; else what is in them is not known. */
function isSame(one: Type, other: Type): boolean {
  return (
    one === other ||
    (one.kind === other.kind && (one.kind === "number" || one.kind === "text" || one.kind === "boolean"))
  );
}

export function canBeEqual(one: Type, other: Type): boolean {
  if (one.kind === "anything" || other.kind === "anything") return true;
  if (one.kind === "maybe") return other.kind === "none" || other.kind === "maybe" || canBeEqual(one.of, other);
  if (other.kind === "maybe") return canBeEqual(other, one);
  if (one.kind === "list" && other.kind === "list") return canBeEqual(one.of, other.of);
  if (one.kind === "map" && other.kind === "map")
    return (
      (one.keys === other.keys || one.keys === "either" || other.keys === "either") && canBeEqual(one.of, other.of)
    );
  return one.kind === other.kind;
}

/** For sentences: "is a number". */
export function typeText(type: Type): string {
  switch (type.kind) {
    case "anything":
    case "none":
      return type.kind;
    case "boolean":
      return "true or false";
    case "number":
    case "text":
    case "record":
      return `a ${type.kind}`;
    case "list":
      return type.of.kind === "anything" ? "a list" : `a list of ${plural(type.of)}`;
    case "map":
      return type.keys === "either" ? "a map" : `a map with ${type.keys === "number" ? "numbers" : "texts"} as keys`;
    case "maybe":
      return `${typeText(type.of)} that may be missing`;
  }
}

function plural(type: Type): string {
  return type.kind === "number" ||
    type.kind === "text" ||
    type.kind === "list" ||
    type.kind === "map" ||
    type.kind === "record"
    ? `${type.kind}s`
    : typeText(type);
}
