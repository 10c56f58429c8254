import { expect, it } from "vitest";
import type { ScoreFiles } from "../build/source.ts";
import { diagnoseScore } from "../parse.ts";
import type { Plan } from "../plan/plan.ts";
import { makeResolver } from "../resolve/resolver.ts";
import { emptyScene } from "../resolve/scene.ts";
import { isError } from "../source/problem.ts";
import { readBack } from "./moved.ts";
import { scoreText } from "./score-text.ts";

/** Scores of Mozart's that use what its language has, each in its own way. */
const scores = {
  "items in groups, from the third on, one after another": `
name: reviews
sheet: { size: 5, total_items: 23, start_item: 3 }
prompt:
  template: "Review {{ start_item }} to {{ end_item }} for {{ stakes }}\\n\\n"
  stakes: the "best" result
  variables: { folder: notes }
validations:
  - { type: file_exists, path: "{workspace}/{folder}/{{ sheet_num }}.md" }
`,
  "items in groups that differ": `
name: differing
sheet:
  size: 4
  total_items: 10
  descriptions: { 1: "first: {{ raw }}", 3: "  last\\tone " }
  prompt_extensions: { 2: [more.md, "Be brief.", gone.md] }
backend: { timeout_seconds: 90, timeout_overrides: { 2: 7200 }, sheet_overrides: { 3: { cli_model: small, timeout_seconds: 60 } } }
prompt: { template: "{{ title }}: {{ start_item }}-{{ end_item }}", prompt_extensions: ["Always {{ sheet_num }}."] }
`,
  "a fan-out with dependencies, conditions and skipped sheets": `
name: fan
workspace: ./ws
sheet:
  size: 1
  total_items: 4
  fan_out: { 2: 3, 3: 3 }
  dependencies: { 2: [1], 3: [2], 4: [3] }
  skip_when: { 4: 'sheets[1].status == "failed"' }
  skip_when_command: { 3: { command: 'x=a; test \${#x} = 1 && test -f "{workspace}/done-{instance}"', description: "done: already", timeout_seconds: 5 } }
  cadenzas: { 2: [{ file: style.md, as: skill }, { directory: refs, as: context }], 4: [{ file: "{workspace}/late.md", as: tool }] }
parallel: { enabled: true, max_concurrent: 7 }
cross_sheet: { auto_capture_stdout: true, capture_files: ["{{ workspace }}/*.md"], lookback_sheets: 0, max_output_chars: 500 }
stale_detection: { enabled: true, idle_timeout_seconds: 120 }
isolation: { enabled: true }
prompt:
  template: |
    {% if stage == 2 %}copy {{ instance }} of {{ fan_count }}{% else %}stage {{ stage }}{% endif %}

    {% for n, text in previous_outputs.items() %}{{ n }}: {{ text }}{% endfor %}
      {# a comment #} {{ team[instance] | default("nobody") }}
  variables: { team: { 1: ann, 2: bob, 3: "no" }, limit: 3 }
validations:
  - { type: file_modified, path: "out-{sheet_num}.md", condition: stage == 2 and instance >= 2, stage: 2 }
  - { type: content_contains, path: a.md, pattern: "{limit} of {{ limit }}, {unknown} {{ also }}", sheet: 1, condition: stage == 1 }
  - { type: content_regex, path: a.md, pattern: "\\\\p{L}{3}\\\\{x\\\\} {limit}$", retry_count: 3, retry_delay_ms: 50 }
  - type: command_succeeds
    command: |
      x={workspace}
      test \${#x} -gt {limit} && test "\${x}" != "{# not jinja" # end
    description: "{{ not }} a template: # here"
    timeout_seconds: 30
    working_directory: "{workspace}"
  - { type: command_succeeds, command: "grep -E '[0-9]{3}' a.md" }
`,
  "movements with voices and instruments of the second generation": `
name: ensemble
instrument: claude-code
instrument_config: { model: opus, timeout_seconds: 600 }
instruments: { fast: { profile: codex-cli, config: { model: mini } }, raw: { profile: cli } }
sheet:
  size: 1
  total_items: 4
  prelude: [{ file: style.md, as: context }]
  instrument_map: { raw: [3] }
  per_sheet_instruments: { 4: opencode }
  per_sheet_instrument_config: { 4: { model: other, timeout_seconds: 45 } }
movements: { 1: { name: Planning }, 2: { name: Work, voices: 2, instrument: fast, instrument_config: { timeout_seconds: 30 } } }
techniques: { skill: { kind: skill, config: { path: more.md } } }
retry: { max_retries: 0, base_delay_seconds: 0.5, max_delay_seconds: 60, exponential_base: 1.5, jitter: false, max_completion_attempts: 0, completion_threshold_percent: 75 }
prompt: { template: "{{ movement }}/{{ total_movements }} {{ voice }}/{{ voice_count }}" }
`,
  "a program as backend, a prompt from a file and texts that YAML would mistake": `
name: "yes"
description: "2024-01-01"
backend: { type: command, command: [./play.sh, --fast, "", "a b", "1"], prompt: argument, env: { MODE: "on", TEXT: "tab\\there" } }
sheet: { size: 1, total_items: 2, dependencies: { 2: [1] } }
prompt:
  template_file: prompt.md
  thinking_method: "step: by step\\r\\n\\u0007"
  variables: { yes_text: "no", number: 1.5, nothing: null, list: [1, "1", { 2: two, "x: y": [] }], empty: {}, blank: "  ", lines: "a\\n\\n\\n" }
`,
  "an agent that nothing here can run": `
name: api
backend: { type: cline-cli }
sheet: { size: 10, total_items: 25 }
prompt: {}
`,
  "fallbacks, limits and a model behind an API": `
name: api
backend: { type: anthropic_api, model: sonnet, env: { A: b } }
instrument_fallbacks: [fast, ollama, cli]
instruments: { fast: { profile: claude-code, config: { model: haiku } } }
rate_limit: { wait_minutes: 1.5, max_waits: 3 }
cost_limits: { max_cost_per_sheet: 0.25, warn_at_percent: 33 }
sheet: { size: 1, total_items: 3, per_sheet_fallbacks: { 2: [] } }
movements: { 3: { instrument_fallbacks: [claude_cli] } }
prompt: { template: x }
`,
};

it.each(Object.entries(scores))("%s: the score in either shape gives the same plan", (_, mozart) => {
  const source = { path: "score.yaml", baseDir: "/scores", files };
  const { read, plan, problems } = diagnoseScore(mozart, source);
  expect(problems.filter(isError)).toEqual([]);
  if (read === null || plan === null) throw new Error("no plan");
  const text = scoreText(read);
  const again = readBack(text, source, read.foreignAgents);
  expect(again.problems).toEqual([]);
  expect(again.plan).toEqual(plan);
  expect(again.plan === null ? null : played(again.plan)).toEqual(played(plan));
  expect(
    played(plan).every(
      ({ prompt, validations }) => prompt.kind === "text" && validations.every(({ kind }) => kind !== "impossible"),
    ),
  ).toBe(true);
});

/** All that depends on where a sheet is played. */
function played(plan: Plan) {
  const resolver = makeResolver(plan);
  const scene = emptyScene("/ws", "/context");
  return plan.sheets.map((sheet) => ({
    prompt: resolver.prompt(sheet, scene),
    validations: resolver.validations(sheet, scene),
    skip: resolver.skipCommand(sheet, scene),
    late: resolver.lateFiles(sheet, scene),
    files: resolver.previousFiles(sheet, scene),
  }));
}

const disk: Readonly<Record<string, string>> = {
  "/scores/more.md": "More of {{ name }}.\n",
  "/scores/style.md": "Write well.\n",
  "/scores/prompt.md": "{{ yes_text }} {{ list[2][2] }} {{ thinking_method }}{{ lines }}",
  "/scores/refs/a.md": "A",
  "/scores/refs/b.md": "B",
};

const files: ScoreFiles = {
  readText: (path) => disk[path] ?? "",
  readTextBelow: (_, path) => disk[path] ?? "",
  listFiles: (folder) =>
    Object.keys(disk)
      .filter((path) => path.startsWith(`${folder}/`))
      .map((path) => path.slice(folder.length + 1)),
  exists: (path) => path in disk,
};
