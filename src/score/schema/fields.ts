import { z } from "zod";
import { durationMs, durationText } from "../duration.ts";
import { meaning, oneOf } from "../source/shape.ts";

/** Values that keys in any part of a score may hold. */

export type Argv = [string, ...string[]];

export const text = z.string().min(1);

export const file = text.meta({
  description: "The file, relative to the context; `{{ workspace }}/…` for one of the job's folder.",
  examples: ["CHANGES.md"],
});

export const line = meaning((written) =>
  written.trim() === "" || /\p{Cc}/u.test(written)
    ? { kind: "wrong", why: "must be one line of text" }
    : { kind: "means", value: written },
).meta({ pattern: String.raw`^[^\n]*\S[^\n]*$` });

/** A duration in milliseconds; `least` is the shortest that makes sense. */
export function duration(least: number): z.ZodType<number> {
  return oneOf<string | number>((value) => (typeof value === "number" ? seconds : wordedDuration), durationForms, {
    print: (ms) => durationText(Number(ms)),
  }).transform((written, context) => {
    const result = durationMs(written);
    if (result.kind === "means" && result.value >= least) return result.value;
    context.issues.push({
      code: "custom",
      message: result.kind === "wrong" ? result.why : "must be longer than nothing",
      input: written,
    });
    return z.NEVER;
  });
}

const seconds = z.number().meta({ title: "seconds", minimum: 0 });
const wordedDuration = z
  .string()
  .meta({ title: "duration", pattern: String.raw`^\d+(\.\d+)?(ms|s|m|h)$`, examples: ["500ms", "90s", "5m", "2h"] });
export const durationForms: readonly z.ZodType[] = [wordedDuration, seconds];

const name = /^[A-Za-z_]\w*$/;

/** Under names that a template can say. */
export const variables = z.record(
  z.string().regex(name, "a variable's name is made of letters, digits and _, and does not begin with a digit"),
  z.unknown(),
);

export const argument = meaning((written) =>
  written.includes("\0") ? { kind: "wrong", why: "can't contain a NUL" } : { kind: "means", value: written },
);

export const environment = z.record(z.string().regex(name, "is not a name of an environment variable"), argument);

const argv: z.ZodType<Argv> = z
  .array(argument)
  .transform((words, context): Argv => {
    const [first = "", ...rest] = words;
    if (first !== "") return [first, ...rest];
    context.issues.push({ code: "custom", message: "a command begins with a program", input: words });
    return z.NEVER;
  })
  .meta({ minItems: 1 });

const bareProgram = meaning<Argv>((written) => {
  const words = written.trim().split(/\s+/);
  if (words.length > 1)
    return { kind: "wrong", why: `text names one program; with arguments, write a list: ${JSON.stringify(words)}` };
  return words[0] === "" || written.includes("\0")
    ? { kind: "wrong", why: "names no program" }
    : { kind: "means", value: [written.trim()] };
}).meta({ title: "program", pattern: String.raw`^\s*\S+\s*$` });

/**
 * A program alone, or a list of it and its arguments. Text is not split into words: the rules for that would have to be guessed.
 */
export const program: z.ZodType<Argv> = oneOf<Argv>(
  (value) => (Array.isArray(value) ? argv : bareProgram),
  [argv, bareProgram],
  // A text with a blank would be read as several words, or trimmed.
  { print: (words) => (words.length === 1 && /^\S+$/.test(words[0]) ? words[0] : words) },
);

/** A line for the shell, or a program with its arguments. */
export type Command = string | Argv;
const commandLine = meaning((written) =>
  written.trim() === "" || written.includes("\0")
    ? { kind: "wrong", why: "must be a command" }
    : { kind: "means", value: written },
).meta({ title: "line for the shell", pattern: String.raw`\S` });
export const command: z.ZodType<Command> = oneOf<Command>(
  (value) => (Array.isArray(value) ? argv : commandLine),
  [commandLine, argv],
);

/** A command in which nothing is filled in. */
export function untemplated(message: string): z.ZodType<Command> {
  return command.superRefine((written, context) => {
    const isFilled = (typeof written === "string" ? [written] : written).some((word) => /\{[{%]/.test(word));
    if (isFilled) context.issues.push({ code: "custom", message, input: written });
  });
}

/** One text or a list of them. */
export const textList: z.ZodType<string[]> = oneOf<string[]>(
  (value) => (typeof value === "string" ? oneText : texts),
  [text, z.array(text)],
  { print: (items) => (items.length === 1 ? items[0] : items) },
);
const oneText = text.transform((item) => [item]);
const texts = z.array(text);

/** How an agent gets its prompt. */
export const promptDelivery = z.enum(["stdin", "argument", "file"]).default("stdin");

/** How an agent uses its prompt. */
export const promptKind = z.enum(["text", "program"]);

/** A folder of a checkout. One at the top is found from above a context; one that lies deeper is lent within it. */
const folder = meaning((written) =>
  written.split("/").every(isName)
    ? { kind: "means", value: written }
    : {
        kind: "wrong",
        why: "must be the path of a folder below the top of the repository, such as node_modules or web/node_modules",
      },
).meta({ pattern: String.raw`^[^/\\]+(/[^/\\]+)*$` });

function isName(step: string): boolean {
  return /^(?!\.{1,2}$)[^/\\\p{Cc}]+$/u.test(step) && step.toLowerCase() !== ".git";
}

export const borrow = z.array(folder).max(200);

/** A name that git lets a branch have: one it refuses would be found out only when the job is under way. */
export const branch = meaning((written) =>
  isRefName(written) ? { kind: "means", value: written } : { kind: "wrong", why: "is not the name of a branch" },
).meta({
  pattern: String.raw`^[^-\s]\S*$`,
});

/** git names a remote as it names a branch. An address is none: it may hold a password, and a job keeps its plan. */
export const remote = meaning((written) => {
  if (isRefName(written)) return { kind: "means", value: written };
  const isAddress = /[:/]/.test(written);
  return {
    kind: "wrong",
    why: `is not the name of a remote${isAddress ? "; give the address a name with git remote add" : ""}`,
  };
}).meta({ title: "name of a remote", pattern: String.raw`^[^-\s]\S*$` });

function isRefName(name: string): boolean {
  if (name === "@" || name === "HEAD" || name.startsWith("-") || name.endsWith(".")) return false;
  if (/[\s\p{Cc}~^:?*[\\]|\.\.|@\{/u.test(name) || !name.isWellFormed()) return false;
  return name.split("/").every((step) => step !== "" && !step.startsWith(".") && !step.endsWith(".lock"));
}
