import { z } from "zod";
import { environment, program, promptDelivery, promptKind, text, variables } from "../schema/fields.ts";
import { isolationSection } from "../schema/contexts/isolation.ts";
import { oneOf, strict } from "../source/shape.ts";
import { mozartNotification } from "../notifications/mozart.ts";
import { mozartFollows } from "../follow/mozart-schema.ts";
import { rule } from "./rule-schema.ts";
import { unread } from "./unread-keys.ts";

/** Both generations of Mozart's score language, as far as Tutti reads it. */

const count = z.int().min(1);
const seconds = z.number().min(0).max(2_000_000);

/** A map whose keys are sheets or stages by number. */
function bySheet<T>(of: z.ZodType<T>): z.ZodDefault<z.ZodType<Readonly<Record<string, T>>>> {
  return (
    z.record(z.string().regex(/^[1-9]\d*$/, "the keys here are numbers of sheets"), of) as z.ZodType<
      Readonly<Record<string, T>>
    >
  ).default({});
}

const skipCommand = strict({
  command: text,
  description: text.optional(),
  timeout_seconds: seconds.min(1).max(60).default(10),
});

const injected = z.object({ as: z.enum(["context", "skill", "tool"]) });
const injectedFile = strict({ file: text, ...injected.shape });
const injectedFolder = strict({ directory: text, ...injected.shape });
export type MozartInjection = z.infer<typeof injectedFile> | z.infer<typeof injectedFolder>;
const injection = oneOf<MozartInjection>(
  (value) => (typeof value === "object" && value !== null && "directory" in value ? injectedFolder : injectedFile),
  [injectedFile, injectedFolder],
);

const configuration = strict(
  { model: text.optional(), cli_model: text.optional(), timeout_seconds: seconds.min(1).optional() },
  unread.configuration,
);

const sheet = strict(
  {
    size: count,
    total_items: count,
    start_item: count.default(1),
    descriptions: bySheet(z.string()),
    dependencies: bySheet(z.array(count)),
    fan_out: bySheet(count.max(10_000)),
    skip_when: bySheet(text),
    skip_when_command: bySheet(skipCommand),
    prompt_extensions: bySheet(z.array(text)),
    prelude: z.array(injection).default([]),
    cadenzas: bySheet(z.array(injection)),
    per_sheet_instruments: bySheet(text),
    per_sheet_instrument_config: bySheet(configuration),
    per_sheet_fallbacks: bySheet(z.array(text).max(10)),
    instrument_map: z.record(text, z.array(count)).default({}),
  },
  unread.sheet,
);

const prompt = strict(
  {
    template: z.string().optional(),
    template_file: text.optional(),
    variables: variables.optional(),
    stakes: z.string().optional(),
    thinking_method: z.string().optional(),
    prompt_extensions: z.array(text).default([]),
  },
  unread.prompt,
);

const override = strict(
  { cli_model: text.optional(), model: text.optional(), timeout_seconds: seconds.min(1).optional() },
  unread.configuration,
);

const address = z.url({ protocol: /^https?$/, error: "expected an address that begins with http:// or https://" });

const backend = strict(
  {
    type: text.default("claude_cli"),
    skip_permissions: z.boolean().default(true),
    disable_mcp: z.boolean().default(true),
    output_format: z.enum(["json", "text", "stream-json"]).optional(),
    cli_model: text.optional(),
    allowed_tools: z.array(text).optional(),
    system_prompt_file: text.optional(),
    working_directory: text.optional(),
    timeout_seconds: seconds.min(1).default(1_800),
    timeout_overrides: bySheet(seconds.min(1)),
    sheet_overrides: bySheet(override),
    cli_extra_args: z.array(text).optional(),
    model: text.optional(),
    ollama: strict({ model: text.optional(), base_url: address.optional() }, unread.ollama).optional(),
    recursive_light: strict({
      endpoint: address.optional(),
      user_id: text.optional(),
      timeout: seconds.min(1).default(30),
    }).optional(),
    // Tutti's own types: any program, and the agent for tests.
    command: program.optional(),
    prompt: promptDelivery,
    prompt_is: promptKind.optional(),
    env: environment.default({}),
  },
  unread.backend,
);

const retry = strict(
  {
    max_retries: z.int().min(0).max(100).default(3),
    base_delay_seconds: seconds.default(10),
    max_delay_seconds: seconds.default(3_600),
    exponential_base: z.number().min(1).max(100).default(2),
    jitter: z.boolean().default(true),
    max_completion_attempts: z.int().min(0).max(100).default(3),
    completion_delay_seconds: seconds.default(5),
    completion_threshold_percent: z.number().min(0).max(100).default(50),
  },
  unread.retry,
);

const rateLimit = strict(
  {
    wait_minutes: z.number().min(1).max(30_000).default(60),
    max_waits: z.int().min(0).max(10_000).default(24),
    max_quota_waits: z.int().min(0).max(10_000).default(48),
  },
  unread.rate_limit,
);

const dollars = z.number().gt(0).max(1_000_000);
const costLimits = strict(
  {
    enabled: z.boolean().optional(),
    max_cost_per_sheet: dollars.optional(),
    max_cost_per_job: dollars.optional(),
    warn_at_percent: z.number().min(0).max(100).default(80),
  },
  unread.cost_limits,
);

const movement = strict(
  {
    name: text.optional(),
    instrument: text.optional(),
    instrument_config: configuration.optional(),
    instrument_fallbacks: z.array(text).max(10).optional(),
    voices: count.max(10_000).optional(),
  },
  unread.movement,
);

const technique = strict(
  { kind: z.enum(["skill", "mcp", "protocol"]), config: strict({ path: text.optional() }).optional() },
  unread.technique,
);

/** Tutti's own section, with Mozart's defaults: off; and when it is on, one worktree for the whole job. */
const isolation = strict({
  ...isolationSection.shape,
  enabled: z.boolean().default(false),
  mode: isolationSection.shape.mode.unwrap().default("worktree"),
  per: isolationSection.shape.per.unwrap().default("job"),
  fallback_on_error: isolationSection.shape.fallback_on_error.unwrap().default(true),
});

export const mozartScore = strict(
  {
    name: text,
    description: z.string().optional(),
    workspace: text.optional(),
    sheet,
    prompt,
    backend: backend.prefault({}),
    instrument: text.optional(),
    instrument_config: configuration.optional(),
    instruments: z.record(text, strict({ profile: text, config: configuration.optional() })).default({}),
    instrument_fallbacks: z.array(text).max(10).optional(),
    movements: bySheet(movement),
    retry: retry.prefault({}),
    rate_limit: rateLimit.prefault({}),
    cost_limits: costLimits.optional(),
    parallel: strict(
      { enabled: z.boolean().default(false), max_concurrent: z.int().min(1).max(1_000).default(3) },
      unread.parallel,
    ).prefault({}),
    stale_detection: strict(
      { enabled: z.boolean().default(false), idle_timeout_seconds: seconds.min(1).default(300) },
      unread.stale_detection,
    ).prefault({}),
    cross_sheet: strict(
      {
        auto_capture_stdout: z.boolean().default(false),
        max_output_chars: z.int().min(1).max(1_000_000).default(2_000),
        capture_files: z.array(text).default([]),
        lookback_sheets: z.int().min(0).max(100_000).default(3),
      },
      unread.cross_sheet,
    ).optional(),
    isolation: isolation.prefault({}),
    learning: strict(
      {
        enabled: z.boolean().default(true),
        use_global_patterns: z.boolean().default(true),
        auto_apply_enabled: z.boolean().default(false),
        auto_apply: strict(
          { enabled: z.boolean().default(false), max_patterns_per_sheet: z.int().min(1).default(3) },
          unread.auto_apply,
        ).prefault({}),
      },
      unread.learning,
    ).optional(),
    techniques: z.record(text, technique).default({}),
    validations: z.array(rule).default([]),
    notifications: z.array(mozartNotification).max(50).default([]),
    ...mozartFollows,
  },
  unread.score,
);

export type MozartScore = z.infer<typeof mozartScore>;
