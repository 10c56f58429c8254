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

/** The forms of each `oneOf`, for whoever describes the schema to editors and people. */
const forms = new WeakMap<z.core.$ZodType, readonly z.ZodType[]>();

export function formsOf(schema: z.core.$ZodType): readonly z.ZodType[] | undefined {
  return forms.get(schema);
}

/** One of several forms, chosen by looking at the value, so that what is wrong is told of the form that was meant. */
export function oneOf<T>(choose: (value: unknown) => z.ZodType<T>, all: readonly z.ZodType[]): z.ZodType<T> {
  const input = z.unknown();
  forms.set(input, all);
  return input.transform((value, context): T => {
    const result = choose(value).safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}

/** What a text means, or why it means nothing. */
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
