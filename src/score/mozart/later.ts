/** Keys of Mozart's language, by the map they stand in, that Tutti knows of but does not read yet: these are no slips. */
export const later = {
  score: words(`
    state_backend state_path pause_between_sheets_seconds instrument instrument_config instrument_fallbacks instruments movements
    rate_limit circuit_breaker cost_limits stale_detection cross_sheet isolation workspace_lifecycle notifications on_success concert
    learning grounding checkpoints ai_review feedback conductor bridge logging spec techniques agent_card`),
  sheet: words(`
    fan_out fan_out_stage_map skip_when skip_when_command prompt_extensions prelude cadenzas spec_tags per_sheet_instruments
    per_sheet_instrument_config per_sheet_fallbacks instrument_map total_sheets`),
  prompt: words("prompt_extensions"),
  backend: words(`
    skip_permissions disable_mcp output_format cli_model allowed_tools system_prompt_file working_directory timeout_overrides
    sheet_overrides cli_extra_args max_output_capture_bytes model api_key_env max_tokens temperature recursive_light ollama`),
  retry: words("exponential_base jitter completion_delay_seconds"),
  parallel: words("fail_fast budget_partition stagger_delay_ms"),
  validation: words("working_directory stage retry_count retry_delay_ms sheet"),
} as const;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
