import { z } from "zod";
import { environment, line, program, promptDelivery, text, variables } from "../fields.ts";
import { meaning, oneOf, strict } from "../source/shape.ts";
import { condition } from "./condition.ts";
import { later } from "./later.ts";

/** The part of Mozart's score language that Tutti reads. */

const sheetNumber = z.int().min(1);
const seconds = z.number().min(0).max(2_000_000);

const sheet = strict(
  {
    size: sheetNumber,
    total_items: sheetNumber,
    start_item: sheetNumber.default(1),
    descriptions: z.record(z.string(), line).default({}),
    dependencies: z.record(z.string(), z.array(sheetNumber)).default({}),
  },
  later.sheet,
);

const prompt = strict(
  {
    template: z.string().optional(),
    template_file: text.optional(),
    variables: variables.optional(),
    stakes: z.string().optional(),
    thinking_method: z.string().optional(),
  },
  later.prompt,
);

const whichAgent = 'use type: command with the command line of an agent, for example command: ["claude", "-p"], or type: scripted';

const agentType = meaning<"command" | "scripted">((written) =>
  written === "command" || written === "scripted"
    ? { kind: "means", value: written }
    : { kind: "wrong", why: `this version of Tutti has no agent ${JSON.stringify(written)}; ${whichAgent}` },
);

const backend = strict(
  { type: agentType, command: program.optional(), prompt: promptDelivery, env: environment.default({}), timeout_seconds: seconds.min(1).default(1_800) },
  later.backend,
);

const retry = strict(
  {
    max_retries: z.int().min(0).max(100).default(3),
    base_delay_seconds: seconds.default(10),
    max_delay_seconds: seconds.default(3_600),
    max_completion_attempts: z.int().min(0).max(100).default(3),
    completion_threshold_percent: z.number().min(0).max(100).default(50),
  },
  later.retry,
);

const parallel = strict({ enabled: z.boolean().default(false), max_concurrent: z.int().min(1).max(1_000).default(3) }, later.parallel);

const common = { description: line.optional(), condition: meaning(condition).optional() };
const rules = {
  file_exists: strict({ type: z.literal("file_exists"), path: text, ...common }, later.validation),
  content_contains: strict({ type: z.literal("content_contains"), path: text, pattern: text, ...common }, later.validation),
  content_regex: strict({ type: z.literal("content_regex"), path: text, pattern: text, ...common }, later.validation),
  command_succeeds: strict({ type: z.literal("command_succeeds"), command: text, timeout_seconds: seconds.min(1).default(300), ...common }, later.validation),
};

export type Rule = { [Kind in keyof typeof rules]: z.infer<(typeof rules)[Kind]> }[keyof typeof rules];

const unknownRule = z.looseObject({ type: z.enum(Object.keys(rules) as (keyof typeof rules)[]) }).transform((): Rule => z.NEVER);

const rule = oneOf<Rule>((value) => {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return typeof type === "string" && Object.hasOwn(rules, type) ? rules[type as keyof typeof rules] : unknownRule;
});

export const mozartScore = strict(
  {
    name: line,
    description: z.string().optional(),
    workspace: text.optional(),
    sheet,
    prompt,
    backend: z
      .unknown()
      .refine((value) => value !== undefined, `is missing: ${whichAgent}`)
      .pipe(backend),
    retry: retry.prefault({}),
    parallel: parallel.prefault({}),
    validations: z.array(rule).default([]),
  },
  later.score,
);

export type MozartScore = z.infer<typeof mozartScore>;
