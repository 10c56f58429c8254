import { z } from "zod";
import { text } from "../schema/fields.ts";
import { workspaceLifecycle } from "./schema.ts";
import { oneOf, strict } from "../source/shape.ts";
import { unread } from "../mozart/unread-keys.ts";

const seconds = z.number().min(0).max(2_000_000);
const common = {
  description: z.string().optional(),
  on_failure: z.enum(["continue", "abort"]).default("continue"),
  timeout_seconds: seconds.min(1).default(300),
  detached: z.boolean().default(false),
  fresh: z.boolean().default(false),
};
const runJob = strict(
  {
    type: z.literal("run_job"),
    job_path: text,
    job_workspace: text.optional(),
    pause_before_chain: z.boolean().default(false),
    ...common,
  },
  unread.hook,
);
const runCommand = strict(
  { type: z.enum(["run_command", "run_script"]), command: text, working_directory: text.optional(), ...common },
  unread.hook,
);
export type Hook = z.infer<typeof runJob> | z.infer<typeof runCommand>;

const hook = oneOf<Hook>(
  (value) => (typeof value === "object" && value !== null && "command" in value ? runCommand : runJob),
  [runJob, runCommand],
);

/** Mozart's words for what follows a job. */
export const mozartFollows = {
  on_success: z.array(hook).max(100).default([]),
  concert: strict(
    {
      enabled: z.boolean().default(false),
      max_chain_depth: z.int().min(1).max(100).default(5),
      cooldown_between_jobs_seconds: seconds.default(30),
      inherit_workspace: z.boolean().default(true),
      abort_concert_on_hook_failure: z.boolean().default(false),
    },
    unread.concert,
  ).prefault({}),
  workspace_lifecycle: workspaceLifecycle.optional(),
};

export interface MozartFollows {
  readonly on_success: readonly Hook[];
  readonly concert: z.infer<typeof mozartFollows.concert>;
  readonly workspace_lifecycle?: z.infer<typeof workspaceLifecycle> | undefined;
}
