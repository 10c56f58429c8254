import { z } from "zod";
import { hasGroup } from "../../findings/formats/pattern.ts";
import { pattern } from "../../score/match/pattern.ts";
import { agent, fallbacks } from "../../score/schema/agent.ts";
import { commit } from "../../score/schema/commit.ts";
import { cost } from "../../score/schema/cost.ts";
import { duration, line, program, textList } from "../../score/schema/fields.ts";
import { gate } from "../../score/schema/gate.ts";
import { meaning, oneOf, strict } from "../../score/source/shape.ts";
import type { ValueOf } from "../../plan/options.ts";
import { type FixRow, type FixTable, type With, fixRows } from "./table.ts";

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
  // Findings without a file belong to no sheet.
  if (!hasGroup(value.pattern, "file"))
    wrong("has no group named file, so its findings belong to no file: put the path into one, as (?P<file>[^:]+)");
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

/** A list: only these tools. A map: changes to detected tools, and the project's own. */
const tools = oneOf<WrittenTools>((value) => (Array.isArray(value) ? toolList : toolMap), [toolList, toolMap]);

const testMode = z.enum(["full", "quick", "final", "none"]);
const testMap = strict(
  { mode: testMode.optional(), run: gate.shape.run.optional(), quick: gate.shape.quick, timeout: gate.shape.timeout },
  { command: "here it is run" },
).superRefine((value, context) => {
  if (value.quick === undefined || value.run !== undefined) return;
  context.issues.push({
    code: "custom",
    message: "is the short form of run, which is missing",
    path: ["quick"],
    input: value,
  });
});
type WrittenTests = z.infer<typeof testMap>;
const tests = oneOf<WrittenTests>(
  (value) => (typeof value === "string" ? testMode.transform((mode): WrittenTests => ({ mode })) : testMap),
  [testMode, testMap],
);

const inFile = { tools, tests, agent, agents: fallbacks, cost, commit };

type InFile<Row> = Row extends { readonly inFile: infer Name extends keyof typeof inFile }
  ? z.infer<(typeof inFile)[Name]>
  : Row extends { readonly takes: infer Taken }
    ? ValueOf<Taken>
    : never;

/** By the names of the table. */
export type WrittenFixFile = { readonly [Name in With<"key">]?: InFile<FixTable[Name]> | undefined };

const elsewhere = {
  model: "here it is agent: { use: …, model: … }",
  max_per_file: "here it is max_per_sheet",
  retries: "here it is attempts, the first included",
  test: "here it is tests",
  gates: "the gates of the repository are in .tutti/gates.yaml; the tests are tests: { run: … }",
};

export const fixFile = strict(
  Object.fromEntries(
    fixRows.flatMap(([, row]) => (row.key === undefined ? [] : [[row.key, schemaOf(row).optional()]])),
  ),
  elsewhere,
).transform((value, context): WrittenFixFile => {
  const named = fixRows.flatMap(([name, { key }]) => (key !== undefined && key in value ? [[name, value[key]]] : []));
  const written = Object.fromEntries(named) as WrittenFixFile;
  if (written.filesPerContext !== undefined && (written.group ?? "file") !== "file")
    context.issues.push({
      code: "custom",
      message: `requires group: file, and group is ${written.group ?? ""}`,
      path: ["files_per_context"],
      input: value,
    });
  return written;
});

function schemaOf(row: FixRow): z.ZodType {
  if (row.inFile !== undefined) return inFile[row.inFile];
  const { takes } = row;
  if (takes === "switch") return z.boolean();
  if (takes === "texts") return textList;
  if (takes === "duration") return duration(1);
  if (typeof takes === "object") return "most" in takes ? z.int().min(1).max(takes.most) : z.enum(takes.oneOf);
  return line;
}
