import { z } from "zod";
import { argv, duration, line, path, regex, text } from "../fields.ts";
import type { Argv } from "../fields.ts";
import type { Validation } from "../plan.ts";
import { oneOf, strict } from "../source/shape.ts";
import { described } from "../validation.ts";

/** A validation in its short form (`- file_exists: README.md`) or in Mozart's (`- type: file_exists`). */
export const validation: z.ZodType<Validation> = oneOf<Validation>((value) => {
  if (typeof value !== "object" || value === null || !("type" in value)) return shortForm;
  return isKind(value.type) ? longForms[value.type] : unknownKind;
});

const defaultCommandTimeoutMs = 600_000;

const kinds = ["file_exists", "content_contains", "content_regex", "command_succeeds"] as const;
type Kind = (typeof kinds)[number];

function isKind(type: unknown): type is Kind {
  return kinds.some((kind) => kind === type);
}

const unknownKind = z.looseObject({ type: z.enum(kinds) }).transform((): Validation => z.NEVER);

/** A line for the shell, or a program with its arguments. */
const command: z.ZodType<Argv> = oneOf<Argv>((value) => (Array.isArray(value) ? argv : text.transform((written): Argv => ["sh", "-c", written])));

const longForms: Readonly<Record<Kind, z.ZodType<Validation>>> = {
  file_exists: strict({ type: z.string(), path, description: line.optional() }).transform((written) =>
    described({ kind: "file_exists", path: written.path }, written.description),
  ),
  content_contains: strict({ type: z.string(), path, text: text.optional(), pattern: text.optional(), description: line.optional() }).transform(
    (written, context) => {
      if (context.issues.length > 0) return z.NEVER;
      const wanted = written.text ?? written.pattern;
      if (wanted !== undefined && (written.text === undefined || written.pattern === undefined)) {
        return described({ kind: "content_contains", path: written.path, text: wanted }, written.description);
      }
      context.issues.push({ code: "custom", message: "give the text it must contain, as text or as pattern", input: written });
      return z.NEVER;
    },
  ),
  content_regex: strict({ type: z.string(), path, pattern: regex, description: line.optional() }).transform((written) =>
    described({ kind: "content_regex", path: written.path, pattern: written.pattern }, written.description),
  ),
  command_succeeds: strict({ type: z.string(), command, timeout: duration(1).default(defaultCommandTimeoutMs), description: line.optional() }).transform(
    (written) => described({ kind: "command_succeeds", argv: written.command, timeoutMs: written.timeout }, written.description),
  ),
};

const shortForm = strict({
  file_exists: path.optional(),
  content_contains: strict({ path, text }).optional(),
  content_regex: strict({ path, pattern: regex }).optional(),
  command: command.optional(),
  timeout: duration(1).optional(),
  description: line.optional(),
}).transform((written, context): Validation => {
  // A misspelt key has been told already; that the right one is missing would be no news.
  if (context.issues.length > 0) return z.NEVER;
  const { file_exists: exists, content_contains: contains, content_regex: matches, description, timeout } = written;
  const given = [exists, contains, matches, written.command].filter((rule) => rule !== undefined).length;
  if (given !== 1)
    context.issues.push({ code: "custom", message: "needs exactly one of file_exists, content_contains, content_regex, command", input: written });
  else if (timeout !== undefined && written.command === undefined)
    context.issues.push({ code: "custom", message: "only a command has a timeout", path: ["timeout"], input: written });
  else if (exists !== undefined) return described({ kind: "file_exists", path: exists }, description);
  else if (contains !== undefined) return described({ kind: "content_contains", ...contains }, description);
  else if (matches !== undefined) return described({ kind: "content_regex", ...matches }, description);
  else if (written.command !== undefined)
    return described({ kind: "command_succeeds", argv: written.command, timeoutMs: timeout ?? defaultCommandTimeoutMs }, description);
  return z.NEVER;
});
