import type { Elsewhere } from "../source/shape.ts";

/**
 * Keys of Mozart's that Tutti does not read, by the map they stand in, and what to write instead. In a native score such
 * a key is an error, in one of Mozart's a warning. `later` holds those that a coming version reads.
 */
const never = {
  score: {
    state_backend: "Tutti has one store of its own, in its home; there is nothing to choose",
    state_path: "Tutti has one store of its own; TUTTI_HOME moves it",
    pause_between_sheets_seconds: "a sheet starts when its turn comes; retry.base_delay spaces attempts",
    ai_review: "use a validation with llm_judge",
    checkpoints: "write what must hold into preconditions; nobody is asked while a job runs",
    grounding: "use a validation with file_unchanged_since or command",
    feedback: "agents report facts through the file TUTTI_EVENTS",
    bridge: "an agent brings its own tools; give them in its command",
    logging: "every attempt's prompt and output are kept in Tutti's home; tutti status names the folder",
    spec: "put the files into prelude",
    agent_card: "describe the agent in the prompt",
    working_directory: "the repository is given by tutti run --repo; sheets work in contexts of their own",
    conductor: "nothing in Mozart read it either; who runs the job is the user of the conductor",
  },
  sheet: {
    total_sheets: "it is counted from total_items and size",
    fan_out_stage_map: "it is made from fan_out",
    spec_tags: "put the files into cadenzas",
  },
  prompt: {},
  backend: {
    max_output_capture_bytes: "all output is kept on disk; cross_sheet.max_output_chars bounds what other sheets see",
  },
  retry: {},
  parallel: {
    fail_fast: "a failed sheet blocks those that come after it; the others go on",
    budget_partition: "it did nothing in Mozart either",
    stagger_delay_ms: "sheets start as places become free",
  },
  stale_detection: { check_interval_seconds: "output is watched as it comes" },
  cross_sheet: {},
  validation: {
    timeout_seconds: "only a command takes time; a file is looked at at once",
    working_directory: "only a command runs somewhere; a path counts from the sheet's context",
  },
  configuration: {},
  movement: {},
  technique: { phases: "a skill goes into every prompt" },
} as const satisfies Readonly<Record<string, Elsewhere>>;

const later = {
  score: {
    instrument_fallbacks: "this version has no fallback from one agent to another yet",
    rate_limit: "agents' own reports of a rate limit park a sheet; settings for it come with a later version",
    circuit_breaker: "comes with a later version",
    cost_limits: "costs are not counted yet",
    workspace_lifecycle: "the workspace is left as it is; archiving comes with a later version",
    notifications: "comes with a later version; the exit code and --json tell how a job ended",
    on_success: "jobs can't start others yet",
    concert: "jobs can't start others yet",
    learning: "comes with a later version",
  },
  sheet: { per_sheet_fallbacks: "this version has no fallback from one agent to another yet" },
  prompt: {},
  backend: {
    api_key_env: "agents over HTTP come with a later version; a command agent gets its key through env",
    model: "agents over HTTP come with a later version; cli_model is read",
    max_tokens: "agents over HTTP come with a later version",
    temperature: "agents over HTTP come with a later version",
    recursive_light: "comes with a later version",
    ollama: "agents over HTTP come with a later version",
  },
  retry: {},
  parallel: {},
  stale_detection: {},
  cross_sheet: {},
  validation: {},
  configuration: { temperature: "agents over HTTP come with a later version", max_tokens: "agents over HTTP come with a later version" },
  movement: { instrument_fallbacks: "this version has no fallback from one agent to another yet" },
  technique: {},
} as const satisfies Record<keyof typeof never, Elsewhere>;

export const unread = Object.fromEntries(Object.keys(never).map((place) => [place, { ...never[place as Place], ...later[place as Place] }])) as Readonly<
  Record<Place, Elsewhere>
>;

type Place = keyof typeof never;

export function comesLater(key: string): boolean {
  return Object.values(later).some((keys: Elsewhere) => Object.hasOwn(keys, key));
}

/** What people bring along from Mozart's language into a native score. */
export const mozartWords = {
  score: {
    ...unread.score,
    sheet: "Mozart's key; here sheets is a list with one entry for each sheet (tutti import turns a Mozart score into this shape)",
    backend: "Mozart's key; here it is agent",
    instrument: "Mozart's key; here it is agent",
    instruments: "Mozart's key; here it is agents",
    movements: "Mozart's key; here each movement is an entry of sheets, and voices is fan_out",
    stale_detection: "Mozart's key; here it is idle_timeout",
    techniques: "Mozart's key; here files go into prelude with as: skill",
  },
} as const satisfies Readonly<Record<string, Elsewhere>>;
