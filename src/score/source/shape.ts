import { z } from "zod";
import { nearestNames } from "./nearest.ts";

/**
 * A map with these keys and no others. `elsewhere` says of keys that people bring from Mozart what to write instead.
 * The message for unknown keys has one line each, because the schema reports them together.
 */
export function strict<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  elsewhere: Elsewhere = {},
): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys
            .slice(0, maxUnknown)
            .map((key) => unknownKey(key, known, elsewhere))
            .join("\n")
        : undefined,
  });
}

// More than anybody reads; a hostile map has a hundred thousand.
const maxUnknown = 200;

/** Key → a sentence that says what to write instead. */
export type Elsewhere = Readonly<Record<string, string>>;

function unknownKey(key: string, known: readonly string[], elsewhere: Elsewhere = {}): string {
  if (Object.hasOwn(elsewhere, key)) return elsewhere[key] ?? "";
  const names = nearestNames(key, known).map((name) => JSON.stringify(name));
  return names.length === 0
    ? `unknown key; known are ${known.join(", ")}`
    : `unknown key; did you mean ${names.join(" or ")}?`;
}

/** The one key that such a message takes an unknown one for: it comes through the schema, which carries only text. */
export function meantKey(message: string): string | null {
  return /unknown key; did you mean "(\w+)"\?$/.exec(message)?.[1] ?? null;
}

/** A value that may be written in several forms. */
interface Forms {
  readonly all: readonly z.ZodType[];
  readonly choose: (value: never) => z.core.$ZodType;
  readonly print: (value: never, printed: unknown) => unknown;
}

const formsByInput = new WeakMap<z.core.$ZodType, Forms>();

/** The forms of a `oneOf`, to describe it to editors and people. */
export function formsOf(schema: z.core.$ZodType): readonly z.ZodType[] | undefined {
  return formsByInput.get(schema)?.all;
}

/**
 * One of several forms, chosen by looking at the value, so that a problem is reported of the form that was meant. `print`
 * gives the shortest form of a value; `printed` is the form that `choose` takes for it.
 */
export function oneOf<T>(
  choose: (value: unknown) => z.ZodType<T>,
  all: readonly z.ZodType[],
  { print = (_, printed) => printed }: { readonly print?: (value: T, printed: unknown) => unknown } = {},
): z.ZodType<T> {
  const input = z.unknown();
  formsByInput.set(input, { all, choose, print });
  return input.transform((value, context): T => {
    const result = choose(value).safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}

/** A value that a schema read, as its author would write it: in the schema's order, without what it fills in anyway. */
export function printed(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) return printed(schema.def.innerType, value);
  if (schema instanceof z.ZodDefault)
    return JSON.stringify(value) === JSON.stringify(schema.def.defaultValue)
      ? undefined
      : printed(schema.def.innerType, value);
  if (schema instanceof z.ZodPipe) return printed(schema.def.in, value);
  const forms = formsByInput.get(schema);
  if (forms !== undefined) return forms.print(value as never, printed(forms.choose(value as never), value));
  if (schema instanceof z.ZodArray) return (value as unknown[]).map((item) => printed(schema.def.element, item));
  if (schema instanceof z.ZodObject) return printedKeys(schema.def.shape, value as Readonly<Record<string, unknown>>);
  if (!(schema instanceof z.ZodRecord)) return value;
  const { valueType } = schema.def;
  return Object.fromEntries(Object.entries(value as object).map(([key, item]) => [key, printed(valueType, item)]));
}

function printedKeys(shape: z.core.$ZodShape, value: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const keys = Object.entries(shape).map(([key, schema]): [string, unknown] => [
    key,
    value[key] === undefined ? undefined : printed(schema, value[key]),
  ]);
  return Object.fromEntries(keys.filter(([, held]) => held !== undefined));
}

/** For a map that may be written as the value of one of its keys alone: that value, where no other key is printed. */
export function shortForm(key: string): { readonly print: (value: unknown, map: unknown) => unknown } {
  return {
    print: (_, map) => {
      const keys = Object.keys(map as object);
      return keys.length === 1 && keys[0] === key ? (map as Readonly<Record<string, unknown>>)[key] : map;
    },
  };
}

/** The meaning of a text, or why it has none. */
export type Meaning<T> =
  | { readonly kind: "means"; readonly value: T }
  | { readonly kind: "wrong"; readonly why: string };

/** Text that has to mean something. */
export function meaning<T>(read: (text: string) => Meaning<T>): z.ZodType<T, string> {
  return z.string().transform((text, context): T => {
    const result = read(text);
    if (result.kind === "means") return result.value;
    context.issues.push({ code: "custom", message: result.why, input: text });
    return z.NEVER;
  });
}
