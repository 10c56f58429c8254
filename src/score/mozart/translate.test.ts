import { describe, expect, it } from "vitest";
import { mozart } from "../../../test/kit/mozart.ts";
import { errorsIn, notesIn, planOf, promptsOf } from "../../../test/kit/scores.ts";

describe("Mozart's settings", () => {
  it("have Mozart's defaults", () => {
    const plan = planOf(mozart({}));
    expect(plan).toMatchObject({
      name: "m",
      description: null,
      parallel: 1,
      target: null,
      isolation: { level: "none" },
      workspace: "/base/workspace",
      crossSheet: null,
      cost: { perSheetUsd: null, perJobUsd: null },
      landing: { mode: "auto", strategy: "squash", revalidate: true },
    });
    expect(plan.sheets[0]).toMatchObject({
      agent: { kind: "scripted" },
      retry: {
        attempts: 3,
        baseDelayMs: 10_000,
        maxDelayMs: 3_600_000,
        factor: 2,
        jitter: true,
        completions: 3,
        completionDelayMs: 5_000,
        completionThreshold: 0.5,
        conflicts: 2,
        limitWaitMs: 3_600_000,
        limitPatienceMs: 48 * 3_600_000,
      },
      timeoutMs: 1_800_000,
      idleMs: null,
      validations: [],
    });
  });

  it("mean what they mean there", () => {
    const plan = planOf(
      mozart({
        name: '"two\\nlines"',
        description: "words",
        workspace: "./ws",
        retry:
          "{max_retries: 0, base_delay_seconds: 1, max_delay_seconds: 2, exponential_base: 3, jitter: false, max_completion_attempts: 1, completion_delay_seconds: 4, completion_threshold_percent: 80}",
        parallel: "{enabled: true, max_concurrent: 7}",
        stale_detection: "{enabled: true, idle_timeout_seconds: 90}",
        cross_sheet:
          "{auto_capture_stdout: true, max_output_chars: 10, capture_files: ['{{ workspace }}/*.md'], lookback_sheets: 0}",
      }),
    );
    expect(plan).toMatchObject({
      name: "two lines",
      description: "words",
      parallel: 7,
      workspace: "/base/ws",
      crossSheet: { outputs: true, files: ["{{ workspace }}/*.md"], lookback: 0, maxChars: 10 },
    });
    expect(plan.sheets[0]).toMatchObject({
      retry: {
        attempts: 1,
        baseDelayMs: 1_000,
        maxDelayMs: 2_000,
        factor: 3,
        jitter: false,
        completions: 1,
        completionDelayMs: 4_000,
        completionThreshold: 0.8,
      },
      idleMs: 90_000,
    });
  });

  it("do not count when they are off, if they need to be switched on", () => {
    const plan = planOf(mozart({ stale_detection: "{idle_timeout_seconds: 90}", parallel: "{max_concurrent: 7}" }));
    expect(plan).toMatchObject({ parallel: 1 });
    expect(plan.sheets[0]?.idleMs).toBeNull();
  });

  it("rate limits and costs", () => {
    const plan = planOf(
      mozart({
        rate_limit: "{wait_minutes: 1.5, max_waits: 2, max_quota_waits: 0}",
        cost_limits: "{enabled: true, max_cost_per_sheet: 2.5, max_cost_per_job: 40, warn_at_percent: 50}",
      }),
    );
    expect(plan.sheets[0]?.retry).toMatchObject({ limitWaitMs: 90_000, limitPatienceMs: 180_000 });
    expect(plan.cost).toEqual({ perSheetUsd: 2.5, perJobUsd: 40, warnAt: 0.5 });
  });

  it("costs count when a limit is written and not switched off", () => {
    expect(planOf(mozart({ cost_limits: "{max_cost_per_job: 4}" })).cost).toEqual({
      perSheetUsd: null,
      perJobUsd: 4,
      warnAt: 0.8,
    });
    expect(planOf(mozart({ cost_limits: "{enabled: false, max_cost_per_job: 4}" })).cost.perJobUsd).toBeNull();
    expect(errorsIn(mozart({ cost_limits: "{enabled: true}" }))).toEqual([
      "5:14 cost_limits: needs max_cost_per_sheet or max_cost_per_job [V011]",
    ]);
    expect(errorsIn(mozart({ cost_limits: "{max_cost_per_job: 0}" }))).toEqual([
      "5:33 cost_limits.max_cost_per_job: must be more than 0 [V011]",
    ]);
  });

  it("a delay that is longer than its limit raises the limit", () => {
    expect(planOf(mozart({ retry: "{base_delay_seconds: 50, max_delay_seconds: 20}" })).sheets[0]?.retry).toMatchObject(
      {
        baseDelayMs: 50_000,
        maxDelayMs: 50_000,
      },
    );
  });
});

describe("Mozart's template", () => {
  it("knows the sheet, its workspace and the score's variables, whole numbers as keys too", () => {
    const prompt = `{template: "{{ workspace }} {{ stage }}/{{ total_stages }} {{ instance }}/{{ fan_count }} {{ focus[sheet_num] }} {{ stakes }}{{ previous_outputs|length }}", variables: {focus: {1: a, 2: b}}, stakes: high}`;
    expect(promptsOf(planOf(mozart({ sheet: "{size: 1, total_items: 2}", prompt })))[1]).toBe("/ws 2/2 1/1 b high0");
  });

  it("finds stakes and thinking_method empty where they are not written, in files too", () => {
    const prompt = '{template: "[{{ stakes }}{{ thinking_method }}]"}';
    expect(promptsOf(planOf(mozart({ prompt })))[0]).toBe("[]");
    expect(promptsOf(planOf(mozart({ prompt: "{template_file: t.md}" }), { "t.md": "<{{ stakes }}>" }))[0]).toBe("<>");
    expect(
      promptsOf(planOf(mozart({ prompt: '{template: "{{ stakes }}", variables: {stakes: mine}, stakes: theirs}' })))[0],
    ).toBe("mine");
  });

  it("lets a variable of the score hide a built-in one, with a warning where it stands", () => {
    const text = mozart({ prompt: '{template: "{{ stage }}", variables: {stage: mine}}' });
    expect(promptsOf(planOf(text))[0]).toBe("mine");
    expect(notesIn(text, ["V208"])).toEqual([expect.stringMatching(/^3:47 prompt\.variables\.stage: hides/)]);
  });

  it("is reported once, as a warning, when it names an unknown variable: only its sheets fail when they are played", () => {
    const text = mozart({ prompt: "\n  template: |\n    one\n    {{ sheet_no }}" });
    expect(notesIn(text, ["V101"])).toEqual([
      '6:8 prompt.template: there is no variable "sheet_no"; did you mean "sheet_num"? [V101]',
    ]);
    expect(errorsIn(text)).toEqual([]);
    expect(
      notesIn(mozart({ prompt: "{template_file: t.md}" }), ["V101"], {
        "t.md": "line one\n{{ sheet_num }} {{ nme }}\n",
      }),
    ).toEqual([expect.stringMatching(/^t\.md:2:20 prompt\.template_file: there is no variable "nme".* \[V101\]$/)]);
    expect(errorsIn(mozart({ prompt: "{template_file: gone.md}" }))).toEqual([
      "3:25 prompt.template_file: /base/gone.md can't be read [V003]",
    ]);
  });

  it("goes without a file of prelude or cadenza that is not there, with a warning", () => {
    const text = mozart({
      sheet:
        "{size: 1, total_items: 1, prelude: [{file: gone.md, as: context}], cadenzas: {1: [{file: none.md, as: skill}]}}",
    });
    expect(promptsOf(planOf(text))).toEqual(["x"]);
    expect(notesIn(text, ["V107", "V108"])).toHaveLength(2);
  });

  it("leaves a prompt which says so little that it is reported, when it is missing", () => {
    expect(promptsOf(planOf(mozart({ prompt: "{}", sheet: "{size: 5, total_items: 7}" })))).toEqual([
      "Work on items 1 to 5 (sheet 1 of 2).\n",
      "Work on items 6 to 7 (sheet 2 of 2).\n",
    ]);
    expect(notesIn(mozart({ prompt: "{}" }), ["V406"])).toEqual([
      expect.stringMatching(/^3:9 prompt: has neither template nor template_file/),
    ]);
  });

  it("is refused when it is there twice", () => {
    expect(errorsIn(mozart({ prompt: "{template: x, template_file: y}" }))).toEqual([
      "3:9 prompt: give either template or template_file [V019]",
    ]);
  });
});

describe("keys that Tutti does not read", () => {
  const unread = ["V401", "V402"] as const;

  it.each<[Readonly<Record<string, string>>, string]>([
    [{ naem: "x" }, '5:1 naem: is not read: unknown key; did you mean "name"? [V401]'],
    [
      { working_directory: "/repo" },
      "5:1 working_directory: is not read: the repository is given by tutti run --repo; sheets work in contexts of their own [V402]",
    ],
    [{ model: "x" }, expect.stringMatching(/^5:1 model: is not read: unknown key.* \[V401\]$/) as string],
    [{ state_backend: "json" }, expect.stringMatching(/^5:1 state_backend: is not read: .* \[V402\]$/) as string],
    [
      { circuit_breaker: "{enabled: false}" },
      expect.stringMatching(/^5:1 circuit_breaker: is not read: .*agents\.breaker_failures.* \[V402\]$/) as string,
    ],
    [
      { rate_limit: "{detection_patterns: [429]}" },
      "5:14 rate_limit.detection_patterns: is not read: patterns belong to the agent's profile [V402]",
    ],
    [
      { cost_limits: "{max_cost_per_job: 1, cost_per_1k_input_tokens: 2}" },
      "5:36 cost_limits.cost_per_1k_input_tokens: is not read: prices belong to the agent's profile [V402]",
    ],
    [
      { instrument_config: "{model: x, temperature: 1}" },
      expect.stringMatching(/^5:31 instrument_config\.temperature: is not read: .* \[V402\]$/) as string,
    ],
    [
      { instrument_config: "{sandbox: x}" },
      "5:21 instrument_config.sandbox: is not read: unknown key; known are model, cli_model, timeout_seconds [V401]",
    ],
    [
      { techniques: "{a: {kind: skill, phases: [x], config: {path: s.md}}}" },
      "5:31 techniques.a.phases: is not read: a skill goes into every prompt [V402]",
    ],
    [
      { backend: "{type: scripted, cli_modell: x}" },
      '4:27 backend.cli_modell: is not read: unknown key; did you mean "cli_model"? [V401]',
    ],
    [
      { backend: "{type: scripted, max_tokens: 5}" },
      "4:27 backend.max_tokens: is not read: how a model answers is left to its agent [V402]",
    ],
    [
      { sheet: "{size: 1, total_items: 1, total_sheets: 4}" },
      "2:34 sheet.total_sheets: is not read: it is counted from total_items and size [V402]",
    ],
    [
      { backend: "{type: ollama, ollama: {num_ctx: 5}}" },
      "4:34 backend.ollama.num_ctx: is not read: how a model answers is left to its agent [V402]",
    ],
    [
      { validations: "[{type: file_exists, path: a, colour: red}]" },
      expect.stringMatching(/^5:44 validations\[0\]\.colour: is not read: unknown key.* \[V401\]$/) as string,
    ],
    [
      { parallel: "{enabled: true, fail_fast: true}" },
      expect.stringMatching(/^5:27 parallel\.fail_fast: is not read: .* \[V402\]$/) as string,
    ],
  ])("are told with the right place, and the score loads: %j", (parts, line) => {
    const text = mozart(parts);
    expect(notesIn(text, unread, { "s.md": "S" })).toEqual([line]);
    expect(errorsIn(text, { "s.md": "S" })).toEqual([]);
  });

  it("do not hide what is wrong with those it reads", () => {
    const text = mozart({ naem: "x", retry: "{max_retries: -1, colour: red}" });
    expect(errorsIn(text)).toEqual(["6:22 retry.max_retries: must be at least 0 [V011]"]);
    expect(notesIn(text, unread)).toHaveLength(2);
  });
});

describe("both generations", () => {
  it("load: movements, voices, prelude and cadenzas with conditions and words of their own", () => {
    const text = `
name: second
instrument: cli
sheet:
  size: 1
  total_items: 2
  dependencies: {2: [1]}
  prelude: [{file: p.md, as: context}]
movements: {1: {name: Plan}, 2: {name: Write, voices: 2}}
prompt:
  template: "{% if movement == 2 %}voice {{ voice }} of {{ voice_count }}{% else %}plan{% endif %} {{ total_movements }}\\n{{ injected_context }}"
validations:
  - {type: file_exists, path: "{workspace}/{movement}-{voice}.md", condition: "movement >= 2"}
  - {type: command_succeeds, command: "test -s {workspace}/a", sheet: 1}
`;
    const plan = planOf(text, { "p.md": "P" });
    const file = "## Context: p.md\n\nP\n";
    expect(plan.sheets.map(({ id, title, after, validations }) => [id, title, after, validations])).toEqual([
      ["stage-1", "Plan", [], [1]],
      ["stage-2-1", "Write", ["stage-1"], [0]],
      ["stage-2-2", "Write", ["stage-1"], [0]],
    ]);
    expect(promptsOf(plan)).toEqual([`plan 2\n${file}`, `voice 1 of 2 2\n${file}`, `voice 2 of 2 2\n${file}`]);
  });
});

it("notifications become wishes for the channels of a type; what would be an address or a secret is not read", () => {
  const notifications = '[{ type: slack, on_events: [job_failed, job_paused], config: { webhook_url: "https://x" } }]';
  const text = mozart({ notifications });
  expect(planOf(text).notifications).toEqual([
    { to: { type: "slack" }, on: ["failed", "paused", "needs_person", "cost"] },
  ]);
  expect(notesIn(text, ["V402"]).join("\n")).toContain(
    "notifications[0].config: is not read: messages go to the channels of type slack",
  );
});
