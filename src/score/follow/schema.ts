import { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";
import { command, duration, line, text, textList, variables } from "../schema/fields.ts";

const common = {
  required: z
    .boolean()
    .default(false)
    .meta({ description: "When it fails, the steps after it are not taken.", examples: [true] }),
  description: line.optional().meta({ description: "Its name in `tutti status`.", examples: ["publish"] }),
};

const scoreStep = strict(
  {
    score: text.meta({
      description: "A score to run as the next job, relative to this one. It is read when its turn comes.",
      examples: ["review.yaml"],
    }),
    variables: variables.optional().meta({
      description: "Variables of that job; they override those of its score.",
      otherwise: "its score's",
      examples: [{ round: "{{ name }}" }],
    }),
    repo: text.optional().meta({
      description: "Folder of another repository, relative to this score.",
      otherwise: "the same repository",
      examples: ["../docs"],
    }),
    workspace: text.optional().meta({
      description: "The workspace of that job, relative to its score; `{{ workspace }}` is this job's.",
      otherwise: "as its score says",
      examples: ["{{ workspace }}"],
    }),
    fresh: z
      .boolean()
      .default(false)
      .meta({ description: "First cancel and archive unfinished jobs of that score.", examples: [true] }),
    detached: z
      .boolean()
      .default(false)
      .meta({ description: "The next step does not wait for the end of that job.", examples: [true] }),
    hold: z
      .boolean()
      .default(false)
      .meta({
        description: "It waits until a person lets it go on: `tutti resume` with the job that it follows.",
        examples: [true],
      }),
    ...common,
  },
  {
    job_path: "here it is score",
    job_workspace: "here it is workspace",
    type: "score: or run: says which it is",
    pause_before_chain: "here it is hold",
  },
);

const commandStep = strict(
  {
    run: command.meta({
      description: "A command: a line for the shell, or a list of program and arguments.",
      examples: [["npm", "publish"]],
    }),
    cwd: text.optional().meta({
      description: "Where it runs, relative to the repository's folder.",
      otherwise: "the repository's folder",
      examples: ["{{ workspace }}"],
    }),
    timeout: duration(1)
      .optional()
      .meta({ description: "A command that takes longer is ended, and failed.", default: "5m", examples: ["20m"] }),
    repeatable: z
      .boolean()
      .default(false)
      .meta({
        description: "Run it again if a crash cut it short. Otherwise it is reported as unknown.",
        examples: [true],
      }),
    ...common,
  },
  { command: "here it is run", working_directory: "here it is cwd", type: "score: or run: says which it is" },
);

export type WrittenScoreStep = z.infer<typeof scoreStep>;
export type WrittenCommandStep = z.infer<typeof commandStep>;
export type WrittenStep = WrittenScoreStep | WrittenCommandStep;

export const followStep: z.ZodType<WrittenStep> = oneOf<WrittenStep>(
  (value) => (typeof value === "object" && value !== null && "run" in value ? commandStep : scoreStep),
  [scoreStep, commandStep],
);

function steps(when: string): z.ZodOptional<z.ZodType<WrittenStep[]>> {
  return (z.array(followStep).max(100) as z.ZodType<WrittenStep[]>).optional().meta({
    description: `What follows ${when}, one step after the other: a score to run, or a command.`,
    otherwise: "nothing",
    examples: [[{ score: "review.yaml" }, { run: "make report" }]],
  });
}

/** Of a job. */
export const jobFollows = {
  on_success: steps("when the job has succeeded"),
  on_failure: steps("when the job has finished and a sheet failed"),
  on_complete: steps("when the job has finished either way, after the other steps"),
};

/** Of one sheet. */
export const sheetFollows = {
  on_success: steps("when the sheet has landed, or is done"),
  on_failure: steps("when the sheet has failed"),
  on_complete: steps("either of them"),
};

export type WrittenFollows = { readonly [Key in keyof typeof jobFollows]?: readonly WrittenStep[] | undefined };

export const concert = strict(
  {
    max_depth: z
      .int()
      .min(0)
      .max(1_000)
      .default(10)
      .meta({ description: "How many jobs may follow the first one of a chain.", examples: [20] }),
    cooldown: duration(0)
      .optional()
      .meta({ description: "Pause between the end of a job and the next one.", default: "0s", examples: ["5m"] }),
    needs: z
      .enum(["played", "landed"])
      .default("played")
      .meta({
        description:
          "What a job must have done for another to follow: `played`: an agent ran; `landed`: a result landed.",
        examples: ["landed"],
      }),
  },
  { max_chain_depth: "here it is max_depth", cooldown_between_jobs_seconds: "here it is cooldown: 120s" },
);

export type WrittenConcert = z.infer<typeof concert>;

/** Mozart's own words: both kinds of scores have them. */
export const workspaceLifecycle = strict({
  archive_on_fresh: z
    .boolean()
    .default(false)
    .meta({
      description: "Move what the last round left in the workspace into an archive when a job starts fresh.",
      examples: [true],
    }),
  archive_dir: text.optional().meta({
    description: "Where archives lie, relative to the score.",
    otherwise: "`archive` in the workspace",
    examples: ["../rounds"],
  }),
  archive_naming: z
    .enum(["iteration", "timestamp"])
    .default("iteration")
    .meta({ description: "Archives are numbered, or named after the moment.", examples: ["timestamp"] }),
  max_archives: z
    .int()
    .min(0)
    .max(100_000)
    .default(0)
    .meta({ description: "How many archives are kept; 0: all.", examples: [10] }),
  preserve_patterns: textList.optional().meta({
    description: "Globs of what stays in the workspace.",
    otherwise: "files whose names begin with a dot, and the archives",
    examples: [["notes/**"]],
  }),
});

export type WrittenLifecycle = z.infer<typeof workspaceLifecycle>;
