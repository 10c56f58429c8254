import { z } from "zod";
import { pattern as readPattern } from "../match/pattern.ts";
import { type CommandTemplate, type ConcreteCommand, commandTemplate } from "../plan/command.ts";
import { command, text, textList } from "../schema/fields.ts";
import { strict } from "../source/shape.ts";
import { type RuleKind, commandShown, faultAt, filled } from "./kind.ts";

const codes = textList.default([]);

const goal = strict({
  files: textList
    .default([])
    .meta({ description: "In these files.", otherwise: "in all files", examples: [["src/parser.ts"]] }),
  codes: codes.meta({
    description: "Of these rules: `code` or `tool:code`; `*` at the end matches any rest.",
    otherwise: "of all rules",
    examples: [["no-unused-vars"]],
  }),
  severity: z
    .enum(["error", "warning", "info"])
    .optional()
    .meta({ description: "At least as bad as this.", otherwise: "any", examples: ["error"] }),
  most: z
    .int()
    .min(1)
    .optional()
    .meta({ description: "Only the first so many.", otherwise: "all", examples: [50] }),
  partial: z
    .boolean()
    .default(false)
    .meta({ description: "Land the best partial result once all attempts are used.", examples: [true] }),
});

export const findingsMap = strict({
  command: command.meta({
    description: "Runs the tool; it may exit with any code.",
    examples: ["ruff check --output-format concise ."],
  }),
  tool: text.optional().meta({
    description: "The tool's name. The output of a tool that `tutti fix` knows is read as that tool prints it.",
    examples: ["ruff"],
  }),
  format: z
    .enum(["sarif", "lines", "checkstyle", "junit", "github"])
    .optional()
    .meta({
      description:
        "The format of its output: SARIF, lines of `file:line:column: message`, Checkstyle's or JUnit's XML, GitHub's annotations.",
      otherwise: "as `tool` prints; without one `lines`",
      examples: ["sarif"],
    }),
  pattern: text.optional().meta({
    description:
      "A pattern with the named groups `file`, `line`, `column`, `code`, `severity` and `message`, for any other output.",
    examples: ["^(?P<file>[^(]+)\\((?P<line>\\d+),\\d+\\): error (?P<code>TS\\d+): (?P<message>.*)$"],
  }),
  changed: textList.optional().meta({
    description:
      "Check only the files that the sheet changed and that match these lines of a `.gitignore`; they are added to the command as arguments.",
    otherwise: "the command as it is",
    examples: [["*.py"]],
  }),
  fixes: goal.optional().meta({
    description: "Findings of the base that must be gone.",
    otherwise: "none",
    examples: [{ files: ["a.py"] }],
  }),
  ignore: codes.meta({ description: "Rules whose findings don't count, as in `fixes`.", examples: [["E501"]] }),
  silencers: textList.default([]).meta({
    description: "Patterns of comments that silence the tool: the sheet may not add one.",
    examples: [["# noqa"]],
  }),
  configs: textList.default([]).meta({
    description: "Files that configure the tool, in gitignore syntax: the sheet may not change them.",
    examples: [["ruff.toml"]],
  }),
}).superRefine((value, context) => {
  if (value.format === undefined || value.pattern === undefined) return;
  context.issues.push({ code: "custom", message: "give either format or pattern", path: ["pattern"], input: value });
});
type Written = z.infer<typeof findingsMap>;

/** Which findings are asked for, and which of them count. */
export interface FindingsTerms {
  readonly tool: string;
  readonly format: FindingsFormat;
  /** Lines of a `.gitignore`: only changed files that match are added to the command; `null`: the command as it is. */
  readonly changed: readonly string[] | null;
  /** Which of the findings at the base must be gone; `null`: none. */
  readonly fixes: FixGoal | null;
  /** `code` or `tool:code`, `*` at the end matches any rest. */
  readonly ignore: readonly string[];
  readonly silencers: readonly string[];
  readonly configs: readonly string[];
}

export interface PlannedFindings extends FindingsTerms {
  readonly kind: "findings";
  readonly command: CommandTemplate;
  readonly cwd: string | null;
}

export interface Findings extends FindingsTerms {
  readonly kind: "findings";
  readonly command: ConcreteCommand;
}

export interface FixGoal {
  /** Empty: in all files. */
  readonly files: readonly string[];
  /** As in `ignore`; empty: of all codes. */
  readonly codes: readonly string[];
  readonly severity: "error" | "warning" | "info" | null;
  readonly most: number | null;
  readonly partial: boolean;
}

/** How a tool's output is read: as that of a tool of the catalogue, in a known format, or by a pattern. */
export type FindingsFormat =
  | { readonly kind: "tool"; readonly tool: string }
  | { readonly kind: "sarif" | "lines" | "checkstyle" | "junit" | "github" }
  | { readonly kind: "pattern"; readonly pattern: string };

export const findings: RuleKind<Written, PlannedFindings, Findings> = {
  kind: "findings",
  schema: findingsMap.optional().meta({
    description: "A quality tool reports nothing that it did not report before.",
    examples: [{ command: "ruff check --output-format concise ." }],
  }),
  terms: ["timeout", "cwd"],
  plan(written, { cwd }) {
    const { tool = "", changed = null, fixes, ignore, silencers, configs } = written;
    return {
      kind: "findings",
      command: commandTemplate(written.command),
      cwd,
      tool,
      format: formatOf(written),
      changed,
      fixes: fixes === undefined ? null : { ...fixes, severity: fixes.severity ?? null, most: fixes.most ?? null },
      ignore,
      silencers,
      configs,
    };
  },
  fill: ({ cwd, command: template, ...rest }, filler) => filled(rest, { command: filler.command(template, cwd) }),
  describe: ({ command: { shown }, fixes }) =>
    `${shown} reports nothing new${fixes === null ? "" : ", and the findings to fix are gone"}`,
  show: ({ command: concrete, format }, at) => ({ ...commandShown(concrete, at), format: format.kind }),
  fault: ({ format }) => (format.kind === "pattern" ? faultAt("pattern", readPattern(format.pattern)) : null),
};

function formatOf({ tool, format, pattern }: Written): FindingsFormat {
  if (pattern !== undefined) return { kind: "pattern", pattern };
  return format === undefined && tool !== undefined ? { kind: "tool", tool } : { kind: format ?? "lines" };
}
