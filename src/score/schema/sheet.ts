import { z } from "zod";
import { meaning, oneOf, shortForm, strict } from "../source/shape.ts";
import { agent, fallbacks } from "./agent.ts";
import { bestOf } from "../contest/schema.ts";
import { commit } from "./commit.ts";
import { type Command, command, duration, durationForms, line, text, textList } from "./fields.ts";
import { sheetFollows } from "../follow/schema.ts";
import { review } from "../rules/judged/review.ts";
import { rateLimit, retry } from "./retry.ts";
import { rule } from "./validation.ts";

const none = z.literal("none");
const extensionFile = strict({
  file: text.meta({ description: "A file with the text, relative to the score.", examples: ["style.md"] }),
});

/** How a sheet is played; for the whole score or, to differ from it, for one sheet. */
export const settings = {
  agent: agent.optional().meta({
    description:
      "The agent: a name from `agents` or of a profile, `scripted`, `auto` (the one that `routing` chooses), or a map. Needed here or for the whole score, where there is no `routing`.",
    examples: ["claude"],
  }),
  fallbacks: fallbacks.optional().meta({
    description:
      "Agents that take over, in this order, when the agent has no quota, is refused or has used all its attempts. A sheet's list replaces the score's; `[]` is none.",
    otherwise: "none",
    examples: [["codex", { use: "gemini", model: "gemini-2.5-pro" }]],
  }),
  timeout: duration(1)
    .optional()
    .meta({ description: "End an agent that takes longer.", default: "30m", examples: ["10m"] }),
  idle_timeout: oneOf<number | "none">((value) => (value === "none" ? none : duration(1)), [none, ...durationForms])
    .optional()
    .meta({ description: "End an agent that printed nothing for this long.", default: "none", examples: ["5m"] }),
  retry: retry
    .optional()
    .meta({ description: "How often to try. A sheet's keys go before the score's.", examples: [{ attempts: 2 }] }),
  rate_limit: rateLimit.optional().meta({
    description: "How to wait for an agent's limits. A sheet's keys go before the score's.",
    examples: [{ wait: "10m", patience: "72h" }],
  }),
  review: review.optional().meta({
    description:
      "An agent reviews each result that passes its validations, before it lands; what it finds goes back to the author. `true`, or a map with more about it; `false` for one sheet: none. A sheet's keys go before the score's.",
    otherwise: "no review",
    examples: [true, { agent: "claude", threshold: 90 }],
  }),
  worker: textList.optional().meta({
    description:
      "Labels that a worker must have to play it, where the conductor has a fleet. A sheet's list replaces the score's.",
    otherwise: "any worker",
    examples: [["gpu", "linux"]],
  }),
  commit: commit.optional().meta({
    description:
      "The commit message of a result: templates that may also name `agent`. A sheet's keys override the score's.",
    otherwise: "the title, and what Tutti adds",
    examples: [{ type: "fix", scope: "{{ sheet }}" }],
  }),
} as const;

/** The prompt and its rules; those of one sheet replace or extend those of the score. */
export const prompts = {
  prompt: z
    .string()
    .optional()
    .meta({
      description: "The prompt of the agent: a template. Needed here or for the whole score, or `prompt_file`.",
      examples: ["Make {{ sheet }} faster."],
    }),
  prompt_file: text
    .optional()
    .meta({ description: "The prompt as a file, relative to the score.", examples: ["prompts/parser.md"] }),
  prompt_extensions: z
    .array(
      oneOf<Extension>((value) => (typeof value === "string" ? extensionText : extensionFile), [text, extensionFile], {
        print: (extension) => ("text" in extension ? extension.text : extension),
      }),
    )
    .default([])
    .meta({
      description: "Texts that follow the prompt, or files with them; those of the score come first.",
      examples: [["Do not add dependencies.", { file: "style.md" }]],
    }),
  validations: z
    .array(rule)
    .default([])
    .meta({
      description: "Rules that the result must meet. Those of the score come first.",
      examples: [[{ command: "npm test" }]],
    }),
  preconditions: z
    .array(rule)
    .default([])
    .meta({
      description:
        "Rules that must hold before the agent starts; if one does not, the sheet fails and no agent runs. Those of the score come first.",
      examples: [[{ file_exists: "package.json" }]],
    }),
} as const;

export type Extension = { readonly text: string } | { readonly file: string };
const extensionText = text.transform((written): Extension => ({ text: written }));

const injectedFrom = {
  as: z
    .enum(["context", "skill", "tool"])
    .default("context")
    .meta({ description: "Under which heading it stands in the prompt.", examples: ["skill"] }),
};
const injectedFile = strict({
  file: text.meta({
    description:
      "Relative to the score. With a template in it, a file of the workspace or the context, read when the sheet is played.",
    examples: ["style.md"],
  }),
  ...injectedFrom,
});
const injectedFolder = strict({
  directory: text.meta({
    description:
      "A folder, relative to the score: all files in it, not those below. With a template in it, a folder of the workspace or the context, read when the sheet is played.",
    examples: ["skills"],
  }),
  ...injectedFrom,
});
export type Injection = z.infer<typeof injectedFile> | z.infer<typeof injectedFolder>;
const bareFile = text.transform((file): Injection => ({ file, as: "context" }));

/** A file, or all files of a folder, to be put in front of prompts. */
export const injection: z.ZodType<Injection> = oneOf<Injection>(
  (value) => {
    if (typeof value === "string") return bareFile;
    return typeof value === "object" && value !== null && "directory" in value ? injectedFolder : injectedFile;
  },
  [text, injectedFile, injectedFolder],
  shortForm("file"),
);

const items = strict({
  total: z
    .int()
    .min(1)
    .meta({ description: "Number of the last item.", examples: [50] }),
  size: z
    .int()
    .min(1)
    .default(1)
    .meta({ description: "How many items a sheet gets.", examples: [10] }),
  start: z
    .int()
    .min(1)
    .default(1)
    .meta({ description: "Number of the first item.", examples: [11] }),
  sequential: z
    .boolean()
    .default(false)
    .meta({ description: "Each sheet comes after the one before it.", examples: [true] }),
});

const itemRange = z.tuple([z.int().min(1), z.int().min(1)]);

const skipCommandMap = strict({
  command: command.meta({ description: "The command.", examples: ["test -f DONE"] }),
  timeout: duration(1)
    .optional()
    .meta({ description: "How long it may take.", default: "10s", examples: ["1m"] }),
  on_timeout: z
    .enum(["fail", "play"])
    .optional()
    .meta({
      description: "The outcome for the sheet when the command takes longer.",
      otherwise: "`fail`",
      examples: ["play"],
    }),
  description: line.optional().meta({
    description: "Why the sheet is skipped then, in one line.",
    otherwise: "the command",
    examples: ["it is done already"],
  }),
});
export interface WrittenSkipCommand {
  readonly command: Command;
  readonly timeout?: number | undefined;
  readonly description?: string | undefined;
  readonly on_timeout?: "fail" | "play" | undefined;
}
const isMap = (value: unknown): boolean => typeof value === "object" && value !== null && !Array.isArray(value);
const skipCommand = oneOf<WrittenSkipCommand>(
  (value) => (isMap(value) ? skipCommandMap : command.transform((line): WrittenSkipCommand => ({ command: line }))),
  [command, skipCommandMap],
  shortForm("command"),
);

const sheetId = meaning((written) =>
  written === "" ? { kind: "wrong", why: "must not be empty" } : { kind: "means", value: written },
).meta({ minLength: 1 });

export const sheet = strict(
  {
    id: sheetId.meta({ description: "Its name in the score, in commands and in commits.", examples: ["parser"] }),
    title: line.optional().meta({
      description: "One line; the commit's subject. May hold templates.",
      otherwise: "the id",
      examples: ["Speed up the parser"],
    }),
    after: textList.optional().meta({
      description:
        "Starts when these have landed. Of a sheet with `fan_out`, all copies are meant, or the one with the same number when both have as many.",
      examples: [["lexer"]],
    }),
    fan_out: z
      .int()
      .min(1)
      .max(10_000)
      .optional()
      .meta({
        description: "Play it this many times: `id-1`, `id-2`, …, each with its own `{{ instance }}`.",
        examples: [3],
      }),
    best_of: bestOf.optional().meta({
      description:
        "Play it this many times at once, as `id-1`, `id-2`, …, and land the best result: by validations, then by review, then as a judge chooses. What was not chosen is kept as snapshots.",
      examples: [3, { agents: ["claude", "codex"], judge: "gemini" }],
    }),
    items: items.optional().meta({
      description: "Play it once for each group of items: `{{ start_item }}` to `{{ end_item }}`.",
      examples: [{ total: 50, size: 10 }],
    }),
    item_range: itemRange
      .optional()
      .meta({ description: "The `{{ start_item }}` and `{{ end_item }}` of a single sheet.", examples: [[11, 20]] }),
    skip_when: text.optional().meta({
      description: "A condition; if it holds when the sheet could start, it is skipped.",
      examples: ['sheets["plan"].state == "done"'],
    }),
    skip_when_command: skipCommand.optional().meta({
      description: "A command; if it succeeds on what the sheet would start from, the sheet is skipped.",
      examples: ["test -f DONE"],
    }),
    kind: line.optional().meta({
      description: "The kind of its work, for `routing` and `tutti learn`.",
      otherwise: "by its validations, its title and its prompt",
      examples: ["migration"],
    }),
    labels: textList.optional().meta({ description: "Words of your own, for `routing`.", examples: [["urgent"]] }),
    paths: textList.optional().meta({
      description: "Where its change is expected, for `routing`; nothing is enforced.",
      otherwise: "the files whose findings it is to fix",
      examples: [["src/parser/"]],
    }),
    ...settings,
    ...sheetFollows,
    cadenza: z
      .array(injection)
      .default([])
      .meta({
        description: "Files to put in front of this sheet's prompt, after those of the score's `prelude`.",
        examples: [["notes/parser.md"]],
      }),
    ...prompts,
  },
  {
    cadenzas: "here it is cadenza, under the sheet",
    description: "here it is title",
    depends_on: "here it is after",
    dependencies: "here it is after",
  },
);

export type WrittenSheet = z.infer<typeof sheet>;
