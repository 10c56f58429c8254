import type { Elsewhere } from "../source/shape.ts";

const ruled = "one fixed rule decides which notes stay: half of the sheets get one until its effect is shown";
const ofTheModel = "how a model answers is left to its agent";

/**
 * Keys of Mozart's that Tutti does not read, by the map they stand in, and what to write instead. In a native score
 * such a key is an error, in one of Mozart's a warning.
 */
export const unread = {
  score: {
    state_backend: "Tutti has one store of its own, in its home; there is nothing to choose",
    state_path: "Tutti has one store of its own; TUTTI_HOME moves it",
    pause_between_sheets_seconds: "a sheet starts when its turn comes; retry.base_delay spaces attempts",
    ai_review: "use a validation with llm_judge",
    checkpoints: "write the conditions into preconditions; a running job asks no questions",
    grounding: "use a validation with file_unchanged_since or command",
    feedback: "agents report facts through the file TUTTI_EVENTS",
    bridge: "an agent brings its own tools; give them in its command",
    logging: "every attempt's prompt and output are kept in Tutti's home; tutti status names the folder",
    spec: "put the files into prelude",
    agent_card: "describe the agent in the prompt",
    working_directory: "the repository is given by tutti run --repo; sheets work in contexts of their own",
    conductor: "nothing in Mozart read it either; who runs the job is the user of the conductor",
    circuit_breaker:
      "the breaker is a setting of the machine, agents.breaker_failures and agents.breaker_recovery; no score switches it off",
  },
  sheet: {
    total_sheets: "it is counted from total_items and size",
    fan_out_stage_map: "it is made from fan_out",
    spec_tags: "put the files into cadenzas",
  },
  prompt: {},
  backend: {
    max_output_capture_bytes: "all output is kept on disk; cross_sheet.max_output_chars bounds what other sheets see",
    api_key_env: "the agent's profile names the variable that holds its key",
    max_tokens: ofTheModel,
    temperature: ofTheModel,
  },
  ollama: {
    num_ctx: ofTheModel,
    dynamic_tools: ofTheModel,
    compression_level: ofTheModel,
    timeout_seconds: "backend.timeout_seconds is read",
    keep_alive: ofTheModel,
    max_tool_iterations: "the profile says how many turns it has",
    health_check_timeout: "there is no check apart from the first answer",
  },
  rate_limit: { detection_patterns: "patterns belong to the agent's profile" },
  cost_limits: {
    cost_per_1k_input_tokens: "prices belong to the agent's profile",
    cost_per_1k_output_tokens: "prices belong to the agent's profile",
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
  configuration: { temperature: ofTheModel, max_tokens: ofTheModel },
  movement: {},
  technique: { phases: "a skill goes into every prompt" },
  learning: {
    outcome_store_type: "records lie in Tutti's one store",
    outcome_store_path: "records lie in Tutti's one store; TUTTI_HOME moves it",
    min_confidence_threshold: ruled,
    high_confidence_threshold: ruled,
    escalation_enabled: "results wait for a person with landing: approve",
    exploration_rate: ruled,
    exploration_min_priority: ruled,
    exploration_budget: ruled,
    entropy_alert_threshold: "tutti learn drift shows it",
    entropy_check_interval: "tutti learn drift shows it",
    entropy_response: ruled,
    auto_apply_trust_threshold: ruled,
  },
  auto_apply: {
    trust_threshold: ruled,
    require_validated_status: ruled,
    log_applications: "every choice is in the journal; tutti learn why shows it",
  },
  hook: {
    inherit_learning: "it did nothing in Mozart either; what attempts came to is kept for all jobs",
  },
  concert: { concert_log_path: "tutti status and tutti history tell what followed what" },
} as const satisfies Readonly<Record<string, Elsewhere>>;

/** Keys of Mozart that people write in a native score. */
export const mozartWords = {
  score: {
    ...unread.score,
    sheet:
      "Mozart's key; here sheets is a list with one entry for each sheet (tutti import turns a Mozart score into this shape)",
    backend: "Mozart's key; here it is agent",
    instrument: "Mozart's key; here it is agent",
    instruments: "Mozart's key; here it is agents",
    instrument_fallbacks: "Mozart's key; here it is fallbacks",
    cost_limits: "Mozart's key; here it is cost: { per_sheet, per_job, warn_at }",
    movements: "Mozart's key; here each movement is an entry of sheets, and voices is fan_out",
    stale_detection: "Mozart's key; here it is idle_timeout",
    techniques: "Mozart's key; here files go into prelude with as: skill",
  },
} as const satisfies Readonly<Record<string, Elsewhere>>;
