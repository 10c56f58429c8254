import { z } from "zod";
import { text } from "../schema/fields.ts";
import { oneOf, strict } from "../source/shape.ts";
import { unread } from "./unread-keys.ts";

const common = {
  description: z.string().optional(),
  condition: text.optional(),
  sheet: z.int().min(1).optional(),
  stage: z.int().min(1).max(10).default(1),
  retry_count: z.int().min(0).max(20).optional(),
  retry_delay_ms: z.int().min(0).max(60_000).optional(),
};

const onFile = { path: text, ...common };

const rules = {
  file_exists: strict({ type: z.literal("file_exists"), ...onFile }, unread.validation),
  file_modified: strict({ type: z.literal("file_modified"), ...onFile }, unread.validation),
  content_contains: strict({ type: z.literal("content_contains"), ...onFile, pattern: text }, unread.validation),
  content_regex: strict({ type: z.literal("content_regex"), ...onFile, pattern: text }, unread.validation),
  command_succeeds: strict(
    {
      type: z.literal("command_succeeds"),
      command: text,
      working_directory: text.optional(),
      timeout_seconds: z.number().min(1).max(86_400).optional(),
      ...common,
    },
    unread.validation,
  ),
};

export type MozartRule = { [Kind in keyof typeof rules]: z.infer<(typeof rules)[Kind]> }[keyof typeof rules];

const unknownRule = z
  .looseObject({ type: z.enum(Object.keys(rules) as (keyof typeof rules)[]) })
  .transform((): MozartRule => z.NEVER);

/** Discriminated by type, so that errors are reported for the rule that was meant. */
export const rule = oneOf<MozartRule>((value) => {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return typeof type === "string" && Object.hasOwn(rules, type) ? rules[type as keyof typeof rules] : unknownRule;
}, Object.values(rules));

/** Mozart counts in seconds and fractions of them; 1.1 times 1,000 is not quite 1,100. */
export function milliseconds(seconds: number): number {
  return Math.round(seconds * 1_000);
}
