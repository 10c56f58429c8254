import { z } from "zod";
import { hasGroup } from "../../findings/formats/pattern.ts";
import { pattern } from "../../score/pattern.ts";
import { agent, fallbacks } from "../../score/schema/agent.ts";
import { commit } from "../../score/schema/commit.ts";
import { cost } from "../../score/schema/cost.ts";
import { duration, line, program, textList } from "../../score/schema/fields.ts";
import { gate } from "../../score/schema/gate.ts";
import { meaning, oneOf, strict } from "../../score/source/shape.ts";
import { largest } from "./limits.ts";

const upTo = (most: number): z.ZodInt => z.int().min(1).max(most);

const toolName = z.string().regex(/^[\w@.+-]{1,60}$/, "a tool's name is made of letters, digits and @ . + - _");

const ownTool = strict(
  {
    command: program,
    format: z.enum(["sarif", "lines", "checkstyle", "junit", "github"]).optional(),
    pattern: meaning(pattern).optional(),
    files: textList.optional(),
    fix: program.optional(),
    reach: z.enum(["file", "project"]).optional(),
    timeout: duration(1).optional(),
  },
  {
    run: "here it is command",
    args: "a command has its arguments in its list",
    autofix: "here it is fix",
    include: "here it is files",
  },
).superRefine((value, context) => {
  if (value.pattern === undefined) return;
  const wrong = (message: string): void => {
    context.issues.push({ code: "custom", message, path: ["pattern"], input: value });
  };
  if (value.format !== undefined) wrong("give either format or pattern");
  // What is in no file can't be given to a sheet: the tool would be run for nothing.
  if (!hasGroup(value.pattern, "file"))
    wrong(
      "has no group with the name file, so nobody would know what to mend: put the path into one, as (?P<file>[^:]+)",
    );
});
type WrittenTool = z.infer<typeof ownTool>;

const onOff = z.boolean();
const toolChoice = oneOf<boolean | WrittenTool>(
  (value) => (typeof value === "boolean" ? onOff : ownTool),
  [onOff, ownTool],
);
const toolList = z.array(toolName).min(1);
const toolMap = z.record(toolName, toolChoice);
type WrittenTools = z.infer<typeof toolList> | z.infer<typeof toolMap>;

/** A list: only these. A map: more about some of those that the project is configured for, and tools of its own. */
const tools = oneOf<WrittenTools>((value) => (Array.isArray(value) ? toolList : toolMap), [toolList, toolMap]);

const testMode = z.enum(["full", "quick", "final", "none"]);
const testMap = strict(
  { mode: testMode.optional(), run: gate.shape.run.optional(), quick: gate.shape.quick, timeout: gate.shape.timeout },
  { command: "here it is run" },
).superRefine((value, context) => {
  if (value.quick === undefined || value.run !== undefined) return;
  context.issues.push({
    code: "custom",
    message: "is the short form of run, which is not there",
    path: ["quick"],
    input: value,
  });
});
type WrittenTests = z.infer<typeof testMap>;
const tests = oneOf<WrittenTests>(
  (value) => (typeof value === "string" ? testMode.transform((mode): WrittenTests => ({ mode })) : testMap),
  [testMode, testMap],
);

export const fixFile = strict(
  {
    tools: tools.optional(),
    include: textList.optional(),
    exclude: textList.optional(),
    codes: textList.optional(),
    ignore: textList.optional(),
    severity: z.enum(["error", "warning", "info"]).optional(),
    agent: agent.optional(),
    fallbacks: fallbacks.optional(),
    parallel: upTo(largest.parallel).optional(),
    group: z.enum(["file", "code", "directory"]).optional(),
    files_per_context: upTo(largest.filesPerContext).optional(),
    max_files: upTo(largest.maxFiles).optional(),
    max_findings: upTo(largest.maxFindings).optional(),
    max_per_sheet: upTo(largest.maxPerSheet).optional(),
    autofix: z.boolean().optional(),
    partial: z.boolean().optional(),
    tests: tests.optional(),
    attempts: upTo(largest.attempts).optional(),
    continue_on_error: z.boolean().optional(),
    commit: commit.optional(),
    allow_silencers: z.boolean().optional(),
    timeout: duration(1).optional(),
    cost: cost.optional(),
    target: line.optional(),
  },
  {
    model: "here it is agent: { use: …, model: … }",
    max_per_file: "here it is max_per_sheet",
    retries: "here it is attempts, the first included",
    test: "here it is tests",
    gates: "the gates of the repository stand in .tutti/gates.yaml; the tests are tests: { run: … }",
  },
).superRefine((value, context) => {
  if (value.files_per_context === undefined || (value.group ?? "file") === "file") return;
  context.issues.push({
    code: "custom",
    message: `goes with group: file alone, not with group: ${value.group ?? ""}`,
    path: ["files_per_context"],
    input: value,
  });
});

export type WrittenFixFile = z.infer<typeof fixFile>;
