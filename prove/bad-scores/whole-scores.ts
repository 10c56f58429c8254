import { canary } from "./bad-case.ts";

const touch = `touch ${canary}`;

const rules = [
  { file_exists: "a.md", when: "sheet_num > 0", description: "it is there", stage: 2, retries: 1, retry_delay: "10ms" },
  { file_modified: "a.md" },
  { file_unchanged_since: { path: "b.md", since: "base" } },
  { content_contains: { path: "a.md", text: "a" } },
  { content_regex: { path: "a.md", pattern: "^a" } },
  { json_path: { path: "a.json", query: "$.a", that: "count > 0" } },
  { command: touch, timeout: "5s", cwd: "{{ workspace }}" },
  { diff_within: ["src/**"] },
  { findings: { command: touch, format: "lines" } },
  { findings: { command: touch, pattern: "(?P<file>.*)" } },
  { llm_judge: { criteria: "good", agent: "tool", threshold: 70, files: ["a.md"] } },
];

const retry = {
  attempts: 3,
  base_delay: "1s",
  max_delay: "5m",
  factor: 2,
  jitter: true,
  completions: 3,
  completion_delay: "1s",
  completion_threshold: 0.5,
  conflicts: 2,
};

const perSheet = {
  prompt: "Do {{ sheet }}.",
  prompt_extensions: ["More.", { file: "beside.md" }],
  agent: "tool",
  fallbacks: ["deep", { command: touch.split(" "), prompt: "file" }],
  retry,
  rate_limit: { wait: "1m", max_waits: 2, max_quota_waits: 3 },
  timeout: "30m",
  idle_timeout: "5m",
  preconditions: [{ command: touch }],
  validations: rules,
};

const contexts = {
  worktree_base: "../contexts",
  branch_prefix: "quality",
  source_branch: "main",
  clone: { objects: "shared" },
  cleanup_on_success: true,
  cleanup_on_failure: false,
  lock_during_execution: true,
  fallback_on_error: true,
  snapshot_minutes: 2,
};

/** A score that is right and has every key there is (a test checks it against the schema). */
export const wholeNative = {
  name: "whole",
  description: "All of it.",
  target: "main",
  workspace: "./out",
  isolation: {
    enabled: true,
    mode: "clone",
    per: "sheet",
    ...contexts,
  },
  parallel: 4,
  landing: { mode: "approve", revalidate: true },
  cost: { per_sheet: 1.5, per_job: 20, warn_at: 0.5 },
  variables: { tone: "kind" },
  agents: {
    tool: { command: ["touch", canary], prompt: "stdin", env: { A: "1" } },
    deep: { use: "claude", model: "opus", args: ["--max-turns", "3"], env: { A: "1" }, account: "work" },
  },
  prelude: ["beside.md", { file: "beside.md", as: "skill" }, { directory: "folder", as: "tool" }],
  cross_sheet: { outputs: true, files: ["*.md"], lookback: 3, max_chars: 2000 },
  ...perSheet,
  sheets: [
    {
      id: "one",
      title: "One",
      item_range: [1, 2],
      skip_when: "sheet_num > 5",
      skip_when_command: { command: touch, timeout: "5s", description: "done" },
      cadenza: ["beside.md"],
      ...perSheet,
    },
    { id: "two", after: ["one"], fan_out: 2, prompt_file: "beside.md" },
    { id: "three", after: "two", items: { total: 10, size: 5, start: 1, sequential: true } },
  ],
};

/** The same for both generations of Mozart's language. */
export const wholeMozart = {
  name: "whole",
  description: "All of it.",
  workspace: "./out",
  sheet: {
    size: 1,
    total_items: 2,
    start_item: 1,
    descriptions: { 1: "One" },
    dependencies: { 2: [1] },
    fan_out: { 2: 2 },
    skip_when: { 1: "sheet_num > 5" },
    skip_when_command: { 1: { command: touch, description: "done", timeout_seconds: 5 } },
    prompt_extensions: { 1: ["More."] },
    prelude: [{ file: "beside.md", as: "context" }],
    cadenzas: { 1: [{ directory: "folder", as: "skill" }] },
    per_sheet_instruments: { 2: "editor" },
    per_sheet_instrument_config: { 2: { model: "m", timeout_seconds: 60 } },
    per_sheet_fallbacks: { 2: ["editor"] },
    instrument_map: { "claude-code": [1] },
  },
  prompt: {
    template: "Do {{ sheet_num }}. {{ stakes }} {{ thinking_method }}",
    variables: { tone: "kind" },
    stakes: "high",
    thinking_method: "slow",
    prompt_extensions: ["More."],
  },
  backend: {
    type: "claude_cli",
    skip_permissions: true,
    disable_mcp: true,
    output_format: "text",
    cli_model: "m",
    allowed_tools: ["Read"],
    system_prompt_file: "beside.md",
    working_directory: ".",
    timeout_seconds: 60,
    timeout_overrides: { 1: 90 },
    sheet_overrides: { 1: { cli_model: "m", timeout_seconds: 60 } },
    cli_extra_args: ["--verbose"],
    model: "m",
    ollama: { model: "m" },
    env: { A: "1" },
  },
  instruments: { editor: { profile: "claude-code", config: { model: "m" } } },
  instrument_fallbacks: ["codex-cli"],
  movements: { 1: { name: "One", instrument: "editor", instrument_config: { model: "m" }, instrument_fallbacks: [] } },
  rate_limit: { wait_minutes: 5, max_waits: 2, max_quota_waits: 3 },
  cost_limits: { enabled: true, max_cost_per_sheet: 1.5, max_cost_per_job: 20, warn_at_percent: 50 },
  retry: {
    max_retries: 3,
    base_delay_seconds: 1,
    max_delay_seconds: 9,
    exponential_base: 2,
    jitter: true,
    max_completion_attempts: 3,
    completion_delay_seconds: 1,
    completion_threshold_percent: 50,
  },
  parallel: { enabled: true, max_concurrent: 2 },
  stale_detection: { enabled: true, idle_timeout_seconds: 60 },
  cross_sheet: { auto_capture_stdout: true, max_output_chars: 100, capture_files: ["*.md"], lookback_sheets: 2 },
  isolation: { enabled: true, mode: "clone", per: "job", ...contexts },
  techniques: { writing: { kind: "skill", config: { path: "beside.md" } } },
  validations: [
    { type: "file_exists", path: "{workspace}/a.md", condition: "stage == 1", description: "it is there", stage: 1, retry_count: 1, retry_delay_ms: 10 },
    { type: "file_modified", path: "a.md", sheet: 1 },
    { type: "content_contains", path: "a.md", pattern: "a" },
    { type: "content_regex", path: "a.md", pattern: "^a" },
    { type: "command_succeeds", command: touch, working_directory: ".", timeout_seconds: 5 },
  ],
};

export const besideWhole = { "beside.md": "beside\n", "folder/one.md": "one\n" };
