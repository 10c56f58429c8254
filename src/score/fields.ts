import { z } from "zod";
import { durationMs } from "./duration.ts";
import { contextPath } from "./paths.ts";
import { pattern } from "./pattern.ts";
import { meaning, oneOf } from "./source/shape.ts";

/** What the keys of both front ends may hold. */

export type Argv = [string, ...string[]];

export const text = z.string().min(1);

export const line = meaning((written) =>
  written.trim() === "" || /\p{Cc}/u.test(written) ? { kind: "wrong", why: "must be one line of text" } : { kind: "means", value: written },
);

export const path = meaning(contextPath);

export const regex = meaning(pattern);

/** A duration in milliseconds; `least` is the shortest that makes sense. */
export function duration(least: number): z.ZodType<number> {
  return oneOf<string | number>((value) => (typeof value === "number" ? z.number() : z.string())).transform((written, context) => {
    const result = durationMs(written);
    if (result.kind === "means" && result.value >= least) return result.value;
    context.issues.push({ code: "custom", message: result.kind === "wrong" ? result.why : "must be longer than nothing", input: written });
    return z.NEVER;
  });
}

const name = /^[A-Za-z_]\w*$/;

/** Under names that a template can say. */
export const variables = z.record(z.string().regex(name, "a variable's name is made of letters, digits and _, and does not begin with a digit"), z.unknown());

const argument = meaning((written) => (written.includes("\0") ? { kind: "wrong", why: "can't contain a NUL" } : { kind: "means", value: written }));

export const environment = z.record(z.string().regex(name, "is not a name of an environment variable"), argument);

export const argv: z.ZodType<Argv> = z.array(argument).transform((words, context): Argv => {
  const [first = "", ...rest] = words;
  if (first !== "") return [first, ...rest];
  context.issues.push({ code: "custom", message: "a command begins with a program", input: words });
  return z.NEVER;
});

/** A program alone, or a list of it and its arguments. Text is not split into words, so that nobody has to guess how. */
export const program: z.ZodType<Argv> = oneOf<Argv>((value) => (Array.isArray(value) ? argv : bareProgram));

const bareProgram = meaning<Argv>((written) => {
  const words = written.trim().split(/\s+/);
  if (words.length > 1) return { kind: "wrong", why: `text names one program; with arguments, write a list: ${JSON.stringify(words)}` };
  return words[0] === "" || written.includes("\0") ? { kind: "wrong", why: "names no program" } : { kind: "means", value: [written.trim()] };
});

/** How an agent gets its prompt. */
export const promptDelivery = z.enum(["stdin", "argument", "file"]).default("stdin");
