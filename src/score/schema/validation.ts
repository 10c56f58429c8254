import { listOf } from "../../base/text.ts";
import { z } from "zod";
import { type RuleKey, type WrittenChecks, keysWith, ruleKeys, ruleKinds } from "../rules/kinds.ts";
import { strict } from "../source/shape.ts";
import { duration, line, text } from "./fields.ts";

const checks = Object.fromEntries(ruleKeys.map((key) => [key, ruleKinds[key].schema])) as {
  readonly [Key in RuleKey]: z.ZodType<WrittenChecks[Key]>;
};

const terms = {
  when: text
    .optional()
    .meta({ description: "A condition: the rule applies to sheets for which it holds.", examples: ["stage == 2"] }),
  description: line.optional().meta({
    description: "Its purpose, in one line for people and the agent.",
    otherwise: "made from the rule",
    examples: ["the tests pass"],
  }),
  stage: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .meta({ description: "Rules of a stage run only when all of the lower stages pass.", examples: [2] }),
  retries: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .meta({ description: "How often a rule that fails is tried again.", examples: [2] }),
  retry_delay: duration(0)
    .optional()
    .meta({ description: "Wait before that.", default: "200ms", examples: ["5s"] }),
  timeout: duration(1)
    .optional()
    .meta({
      description: `End a ${listed(keysWith("timeout"), "or")} that takes longer.`,
      default: "10m",
      examples: ["20m"],
    }),
  cwd: text.optional().meta({
    description: `Where ${listed(keysWith("cwd"), "and")} run.`,
    otherwise: "the context",
    examples: ["{{ workspace }}"],
  }),
};

const written = strict(
  { ...checks, ...terms },
  {
    type: "Mozart's form; here the type is the key: - file_exists: README.md",
    condition: "here it is when",
    retry_count: "here it is retries",
    retry_delay_ms: "here it is retry_delay, as 200ms",
    timeout_seconds: "here it is timeout, as 90s",
    command_succeeds: "here it is command",
    working_directory: "here it is cwd",
    sheet: "write the validation under the sheet, or when: sheet_num == 3",
  },
);

export type WrittenRule = WrittenChecks & z.infer<z.ZodObject<typeof terms>>;

export const rule = written.superRefine((value, context) => {
  const given = ruleKeys.filter((key) => value[key] !== undefined);
  const fault = (message: string, path: string[] = []): void => {
    context.issues.push({ code: "custom", message, path, input: value });
  };
  // A misspelt key has been reported already; reporting that the right one is missing would repeat it.
  if (given.length !== 1 && context.issues.length === 0) fault(`needs exactly one of ${ruleKeys.join(", ")}`);
  for (const term of ["timeout", "cwd"] as const) {
    const keys = keysWith(term);
    if (value[term] !== undefined && !given.some((key) => keys.includes(key)))
      fault(`only ${listOf(keys, "and")} have a ${term}`, [term]);
  }
}) as z.ZodType<WrittenRule> & z.ZodObject;

/** In words, as a list of keys. */
function listed(keys: readonly string[], conjunction: string): string {
  return listOf(
    keys.map((key) => `\`${key}\``),
    conjunction,
  );
}
