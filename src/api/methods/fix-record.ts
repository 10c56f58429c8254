import { z } from "zod";
import type { FixRecord } from "../../fix/model.ts";
import { strategies } from "../../score/plan/agents/strategy.ts";

const text = z.string().max(100_000);
const count = z.int().min(0);
const words = z.array(text);
const argv = z.tuple([text], text);

const finding = z.strictObject({
  tool: text,
  file: text,
  line: z.int().nullable(),
  column: z.int().nullable(),
  code: text.nullable(),
  message: text,
  severity: z.enum(["error", "warning", "info"]).nullable(),
  fixable: z.boolean(),
});

const format = z.union([
  z.strictObject({ kind: z.literal("tool"), tool: text }),
  z.strictObject({ kind: z.enum(["sarif", "lines", "checkstyle", "junit", "github"]) }),
  z.strictObject({ kind: z.literal("pattern"), pattern: text }),
]);

const tool = z.strictObject({
  name: text,
  // Records of versions that looked at the top only have none.
  folder: text.default(""),
  argv,
  everything: words,
  env: z.record(text, text),
  format,
  reach: z.enum(["file", "project"]),
  looksAt: words,
  fixArgv: argv.nullable(),
  silencers: words,
  config: text.nullable(),
  because: text,
  foundBy: text,
  version: text.nullable(),
  timeoutMs: z.number().positive(),
});

const why = z.enum([
  "dirty",
  "path",
  "excluded",
  "code",
  "ignored",
  "severity",
  "no-file",
  "outside",
  "max-files",
  "max-findings",
  "max-per-sheet",
  "no-fix",
  "job-full",
]);

const sheet = z.strictObject({
  id: text,
  name: text,
  files: words,
  asked: z.array(z.strictObject({ tool: text, code: text, count })),
  strategy: z.enum(strategies),
  hasAutofix: z.boolean(),
});

/** The findings of `tutti fix`, and its task for each sheet: kept with the job, as the material of its report. */
export const fixRecord: z.ZodType<FixRecord> = z.strictObject({
  version: z.literal(1),
  commit: text.nullable(),
  tools: z.array(tool),
  findings: z.array(finding),
  leftOut: z.array(z.strictObject({ why, findings: count, files: words })),
  sheets: z.array(sheet),
  ignore: words,
  broken: z.array(z.strictObject({ tool: text, why: text })).optional(),
  isCut: z.literal(true).optional(),
  isInImage: z.literal(true).optional(),
});
