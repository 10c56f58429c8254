import { z } from "zod";
import { mozartWords } from "../mozart/unread-keys.ts";
import { strict } from "../source/shape.ts";
import { agent } from "./agent.ts";
import { container } from "./contexts/container.ts";
import { cost } from "./cost.ts";
import { concert, jobFollows, workspaceLifecycle } from "../follow/schema.ts";
import { branch, line, text, textList, variables } from "./fields.ts";
import { healing } from "../healing/schema.ts";
import { isolation, usualIsolation } from "./contexts/isolation.ts";
import { landing, usualLanding } from "./landing.ts";
import { notifications } from "../notifications/schema.ts";
import { prepare } from "./contexts/prepare.ts";
import { learning, routing } from "./routing.ts";
import { sandbox } from "./contexts/sandbox.ts";
import { injection, prompts, settings, sheet } from "./sheet.ts";

const crossSheet = strict({
  outputs: z
    .boolean()
    .default(false)
    .meta({
      description: "Give prompts `previous_outputs`: what the agents of earlier sheets printed, by sheet number.",
      examples: [true],
    }),
  files: textList.default([]).meta({
    description: "Globs: files of the workspace or the context for `previous_files`, by path.",
    examples: [["{{ workspace }}/*.md"]],
  }),
  lookback: z
    .int()
    .min(0)
    .max(100_000)
    .default(3)
    .meta({ description: "How many sheets back; 0: all.", examples: [0] }),
  max_chars: z
    .int()
    .min(1)
    .max(1_000_000)
    .default(2_000)
    .meta({ description: "Longest text of each; what is cut is marked.", examples: [5_000] }),
});

/** A score in Tutti's own words. Mozart's are translated into it. */
export const score = strict(
  {
    name: line
      .optional()
      .meta({ description: "Name of the job.", otherwise: "the file's name", examples: ["quality"] }),
    description: z
      .string()
      .optional()
      .meta({
        description: "Its purpose; shown by `tutti validate` and `--dry-run`.",
        examples: ["Bring the test coverage of every module to 80 %."],
      }),
    target: branch
      .optional()
      .meta({ description: "Branch to land on.", otherwise: "the branch checked out", examples: ["main"] }),
    workspace: text.optional().meta({
      description: "The job's folder for outputs, relative to the score: `{{ workspace }}`.",
      otherwise: "a folder in Tutti's home",
      examples: ["./out"],
    }),
    isolation: isolation.default(usualIsolation).meta({
      description: "Where sheets work: a level, or a map with more about it.",
      default: "clone",
      examples: ["worktree", { mode: "worktree", per: "job" }],
    }),
    prepare: prepare.optional().meta({
      description: "How contexts are made ready before anything runs in them.",
      otherwise: "they have what the checkout has installed",
      examples: [{ include: [".env*"] }],
    }),
    container: container.optional().meta({
      description: "Where programs run at level `container`: an image, or a map with more about it.",
      otherwise: "the container of the environment",
      examples: ["docker.io/library/node:22", { image: "localhost/team/dev:3", network: "none", memory: "4GB" }],
    }),
    parallel: z
      .int()
      .min(1)
      .max(1_000)
      .optional()
      .meta({ description: "How many sheets are played at once; `-j` goes before it.", default: 4, examples: [8] }),
    stop_on_failure: z
      .boolean()
      .optional()
      .meta({ description: "When a sheet has failed, no other begins.", default: false, examples: [true] }),
    landing: landing.default(usualLanding).meta({
      description: "How results land: a mode, or a map with more about it.",
      default: "auto",
      examples: ["approve", { strategy: "rebase", gates: [{ name: "tests", run: "npm test" }] }],
    }),
    cost: cost.optional().meta({
      description: "Limits on spending, in US dollars, as far as agents report their cost.",
      otherwise: "no limit",
      examples: [{ per_sheet: 2.5, per_job: 40 }],
    }),
    healing: healing.optional().meta({
      description: "What Tutti may do by itself about faults that it recognises.",
      default: "off",
      examples: ["automatic", { mode: "all", without: ["H09"] }],
    }),
    notifications: notifications.optional().meta({
      description: "Who is told what: channels of your settings, by name or by type.",
      otherwise: "the channels of your settings that tell of every job",
      examples: [["ops", { type: "desktop", on: ["failed", "sheet_failed"] }]],
    }),
    agents: z
      .record(text, agent)
      .default({})
      .meta({
        description: "Agents under names of your own, for `agent` and `fallbacks`.",
        examples: [{ deep: { use: "claude", model: "opus" } }],
      }),
    routing: routing.optional().meta({
      description: "Which agent sheets get that name none, or `auto`.",
      otherwise: "the routing of the settings",
      examples: [{ agents: ["claude", "codex"], order: "round-robin" }],
    }),
    learning: learning.optional().meta({
      description: "Whether attempts are recorded, and whether prompts get notes from earlier work.",
      otherwise: "as the settings say",
      examples: [{ prompts: true }],
    }),
    ...jobFollows,
    concert: concert.optional().meta({
      description: "Limits on a chain of jobs that start each other.",
      otherwise: "at most 10 jobs follow the first",
      examples: [{ max_depth: 20, cooldown: "5m" }],
    }),
    sandbox: sandbox.optional().meta({
      description:
        "What agents, and programs that run their work, may touch and reach. A level alone is its short form.",
      otherwise: "the setting `sandbox`; the stricter of the two holds",
      examples: ["strict", { level: "strict", network: ["packages.example.com"] }],
    }),
    workspace_lifecycle: workspaceLifecycle.optional().meta({
      description: "What becomes of the files in `workspace` when a job starts fresh.",
      otherwise: "they stay",
      examples: [{ archive_on_fresh: true, max_archives: 10 }],
    }),
    ...settings,
    cross_sheet: crossSheet.optional().meta({
      description: "Outputs of earlier sheets that a sheet receives.",
      otherwise: "nothing",
      examples: [{ outputs: true }],
    }),
    variables: variables.optional().meta({
      description: "Values for templates and conditions, under names of your own.",
      examples: [{ tone: "kind" }],
    }),
    prelude: z
      .array(injection)
      .default([])
      .meta({ description: "Files to put in front of every prompt.", examples: [["style.md"]] }),
    ...prompts,
    sheets: z
      .array(sheet)
      .min(1)
      .meta({
        description: "The units of work, each for one agent.",
        examples: [[{ id: "parser", prompt: "Make the parser faster." }]],
      }),
  },
  mozartWords.score,
);

export type Score = z.infer<typeof score>;
