import { z } from "zod";
import { suggestion } from "./nearest.ts";

/**
 * A map with these keys and no others. A key of the `later` list is one that Tutti knows but does not read yet.
 * The message for unknown keys has one line each, because the schema reports them together.
 */
export function strict<Shape extends z.core.$ZodLooseShape>(shape: Shape, later: readonly string[] = []): z.ZodObject<Shape, z.core.$strict> {
  const known = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => (issue.code === "unrecognized_keys" ? issue.keys.map((key) => unknownKey(key, known, later)).join("\n") : undefined),
  });
}

function unknownKey(key: string, known: readonly string[], later: readonly string[]): string {
  if (later.includes(key)) return "this version of Tutti does not support this key yet";
  const hint = suggestion(key, known);
  return hint === "" ? `unknown key; known are ${known.join(", ")}` : `unknown key${hint}`;
}

/** One of several forms, chosen by looking at the value, so that what is wrong is told of the form that was meant. */
export function oneOf<T>(choose: (value: unknown) => z.ZodType<T>): z.ZodType<T> {
  return z.unknown().transform((value, context): T => {
    const result = choose(value).safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  });
}

/** What a text means, or why it means nothing. */
export type Meaning<T> = { readonly kind: "means"; readonly value: T } | { readonly kind: "wrong"; readonly why: string };

/** Text that has to mean something. */
export function meaning<T>(read: (text: string) => Meaning<T>): z.ZodType<T, string> {
  return z.string().transform((text, context): T => {
    const result = read(text);
    if (result.kind === "means") return result.value;
    context.issues.push({ code: "custom", message: result.why, input: text });
    return z.NEVER;
  });
}
