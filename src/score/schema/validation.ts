import { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";
import { agent } from "./agent.ts";
import { command, duration, line, text, textList } from "./fields.ts";

const file = text.meta({
  description: "The file, relative to the context; `{{ workspace }}/…` for one of the job's folder.",
  examples: ["CHANGES.md"],
});

const unchanged = strict({
  path: file,
  since: text.default("base").meta({
    description: "`base` (what the sheet started from) or a name that git knows, such as a branch or tag.",
    examples: ["main"],
  }),
});

const codes = textList.default([]);

const fixes = strict({
  files: textList
    .default([])
    .meta({ description: "In these files.", otherwise: "in all files", examples: [["src/parser.ts"]] }),
  codes: codes.meta({
    description: "Of these rules: `code` or `tool:code`; `*` at the end stands for any rest.",
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
    .meta({ description: "What was mended lands when nobody gets further, although some are left.", examples: [true] }),
});

const findings = strict({
  command: command.meta({
    description: "Runs the tool; it may exit with any code.",
    examples: ["ruff check --output-format concise ."],
  }),
  tool: text.optional().meta({
    description: "What the tool is called; one that `tutti fix` knows is read as it prints.",
    examples: ["ruff"],
  }),
  format: z
    .enum(["sarif", "lines", "checkstyle", "junit", "github"])
    .optional()
    .meta({
      description:
        "What it prints: SARIF, lines of `file:line:column: message`, Checkstyle's or JUnit's XML, GitHub's annotations.",
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
      "Ask only about files that the sheet changed and that these lines of a `.gitignore` mean; they stand behind the command.",
    otherwise: "the command as it is",
    examples: [["*.py"]],
  }),
  fixes: fixes.optional().meta({
    description: "Findings of the base that have to be gone.",
    otherwise: "none has to be",
    examples: [{ files: ["a.py"] }],
  }),
  ignore: codes.meta({ description: "Rules that nobody minds, as in `fixes`.", examples: [["E501"]] }),
  silencers: textList.default([]).meta({
    description: "Patterns of comments that silence the tool: the sheet may not add one.",
    examples: [["# noqa"]],
  }),
  configs: textList.default([]).meta({
    description: "Files that configure the tool, in gitignore syntax: the sheet may not change them.",
    examples: [["ruff.toml"]],
  }),
});

const judge = strict({
  criteria: text.meta({
    description: "What to judge by, in words.",
    examples: ["The explanation is right and a beginner understands it."],
  }),
  agent: agent
    .optional()
    .meta({ description: "Who judges.", otherwise: "the sheet's own agent", examples: ["reviewer"] }),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .default(70)
    .meta({ description: "Least score, 0 to 100, that passes.", examples: [80] }),
  files: textList.default([]).meta({ description: "Files to show to the judge.", examples: [["README.md"]] }),
});

/** What a rule looks at; each rule has exactly one of these. */
const checks = {
  file_exists: text
    .optional()
    .meta({ description: "There is a file or folder at this path.", examples: ["README.md"] }),
  file_modified: text
    .optional()
    .meta({ description: "The sheet made or changed this file.", examples: ["{{ workspace }}/notes.md"] }),
  file_unchanged_since: oneOf<z.infer<typeof unchanged>>(
    (value) => (typeof value === "string" ? onlyPath : unchanged),
    [text, unchanged],
  )
    .optional()
    .meta({ description: "This file is as it was.", examples: ["package-lock.json"] }),
  content_contains: strict({
    path: file,
    text: text.meta({ description: "The text, letter by letter.", examples: ["parser"] }),
  })
    .optional()
    .meta({ description: "A file contains a text.", examples: [{ path: "CHANGES.md", text: "parser" }] }),
  content_regex: strict({
    path: file,
    pattern: text.meta({ description: "The expression.", examples: ["(?i)parser"] }),
  })
    .optional()
    .meta({
      description:
        "A file matches a regular expression (RE2: linear in time, no look-around; `^` and `$` are line ends).",
      examples: [{ path: "CHANGES.md", pattern: "(?i)parser" }],
    }),
  json_path: strict({
    path: file,
    query: text.meta({ description: "A JSONPath (RFC 9535).", examples: ["$.total.lines.pct"] }),
    that: text.default("count > 0").meta({
      description: "A condition on `value` (the first found), `values` and `count`.",
      examples: ["value >= 80"],
    }),
  })
    .optional()
    .meta({
      description: "What a JSON file holds meets a condition.",
      examples: [{ path: "coverage.json", query: "$.total.lines.pct", that: "value >= 80" }],
    }),
  command: command.optional().meta({
    description: "A command exits 0: a line for the shell, or a list of program and arguments.",
    examples: ["npm test"],
  }),
  diff_within: textList.optional().meta({
    description: "The sheet touches only paths that match these globs.",
    examples: [["src/parser/**", "test/**"]],
  }),
  findings: findings.optional().meta({
    description: "A quality tool reports nothing that it did not report before.",
    examples: [{ command: "ruff check --output-format concise ." }],
  }),
  llm_judge: judge.optional().meta({
    description: "An agent gives the result a score of at least the threshold.",
    examples: [{ criteria: "The explanation is right.", threshold: 80 }],
  }),
} as const;

const onlyPath = text.transform((path) => ({ path, since: "base" }));

export const checkKeys = Object.keys(checks) as readonly (keyof typeof checks)[];

const terms = {
  when: text
    .optional()
    .meta({ description: "A condition: the rule applies to sheets for which it holds.", examples: ["stage == 2"] }),
  description: line.optional().meta({
    description: "What it is about, in one line for people and the agent.",
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
      description: "End a `command`, `findings` or `llm_judge` that takes longer.",
      default: "10m",
      examples: ["20m"],
    }),
  cwd: text.optional().meta({
    description: "Where `command` and `findings` run.",
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

export type WrittenRule = z.infer<typeof written>;

export const rule: z.ZodType<WrittenRule> = written.superRefine((value, context) => {
  const given = checkKeys.filter((key) => value[key] !== undefined);
  const fault = (message: string, path: string[] = []): void => {
    context.issues.push({ code: "custom", message, path, input: value });
  };
  // A misspelt key has been told already; that the right one is missing would be no news.
  if (given.length !== 1 && context.issues.length === 0) fault(`needs exactly one of ${checkKeys.join(", ")}`);
  const [kind] = given;
  const isProgram = kind === "command" || kind === "findings";
  if (value.timeout !== undefined && !isProgram && kind !== "llm_judge")
    fault("only command, findings and llm_judge have a timeout", ["timeout"]);
  if (value.cwd !== undefined && !isProgram) fault("only command and findings have a cwd", ["cwd"]);
  if (value.findings?.format !== undefined && value.findings.pattern !== undefined)
    fault("give either format or pattern", ["findings", "pattern"]);
});
