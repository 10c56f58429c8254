import type { ReadScore } from "../build/build.ts";
import type { ScoreInput } from "../build/source.ts";
import { maxDurationMs } from "../duration.ts";
import { knownAgents } from "../known-agents.ts";
import { resolvedPath } from "../match/paths.ts";
import { usualLanding } from "../schema/landing.ts";
import type { Score } from "../schema/score.ts";
import type { Injection } from "../schema/sheet.ts";
import { exactMap } from "../source/document.ts";
import type { Report } from "../source/report.ts";
import { type MozartAgents, mainChoice, mainFallbacks, mainTimeout, mozartAgents } from "./agents.ts";
import { translatedNotifications } from "../notifications/mozart.ts";
import { translatedExtensions, translatedInjections } from "./texts.ts";
import { translatedFollows } from "../follow/mozart.ts";
import { translatedRule } from "./rules.ts";
import type { MozartScore } from "./schema.ts";
import { milliseconds } from "./rule-schema.ts";
import { translatedSheets } from "./stages.ts";

/** A Mozart score in Tutti's own shape. Reports everything that is lost or changed. */
export function translateMozart(score: MozartScore, { document, source }: ScoreInput, report: Report): ReadScore {
  const variables = new Map([
    ...exactMap(document, ["prompt", "variables"]),
    ...Object.entries(source.variables ?? {}),
  ]);
  for (const name of ["stakes", "thinking_method"] as const) {
    const { template, [name]: text } = score.prompt;
    // Mozart defines both even when they are empty; there is no need to where nothing names them.
    if (
      !variables.has(name) &&
      (text !== undefined || (template ?? "").includes(name) || score.prompt.template_file !== undefined)
    )
      variables.set(name, text ?? "");
  }
  const exists = (name: string): boolean => source.files?.exists(resolvedPath(source.baseDir, name)) ?? false;
  const agents = mozartAgents(score, { baseDir: source.baseDir, known: source.agents ?? knownAgents });
  const place = { agents, names: new Set(variables.keys()), variables, report, exists };
  const agent = agents.nameFor(mainChoice(score));
  const sheets = translatedSheets(score, place);
  const translated: Score = {
    name: score.name.replaceAll(/[\s\p{Cc}]+/gu, " ").trim(),
    ...(score.description === undefined ? {} : { description: score.description }),
    workspace: score.workspace ?? "./workspace",
    isolation: isolationOf(score),
    parallel: score.parallel.enabled ? score.parallel.max_concurrent : 1,
    landing: usualLanding,
    ...(variables.size === 0 ? {} : { variables: Object.fromEntries(variables) }),
    agents: agents.named,
    agent,
    ...mainFallbacks(score, place),
    ...promptOf(score, report),
    prompt_extensions: translatedExtensions(score.prompt.prompt_extensions, exists),
    prelude: [...translatedInjections(score.sheet.prelude, variables), ...skillsOf(score, exists, report)],
    ...crossSheetOf(score),
    ...learningOf(score),
    ...translatedFollows(score, { names: place.names, source, report }),
    ...translatedLimits(score, report),
    ...translatedNotifications(score.notifications, report),
    timeout: milliseconds(mainTimeout(score)),
    ...(score.stale_detection.enabled
      ? { idle_timeout: milliseconds(score.stale_detection.idle_timeout_seconds) }
      : {}),
    preconditions: [],
    validations: score.validations.map((rule, index) =>
      translatedRule(rule, { ...place, path: ["validations", index] }),
    ),
    sheets,
  };
  notes(score, agents, report);
  return { score: translated, variables, foreignAgents: agents.foreign };
}

function promptOf({ prompt }: MozartScore, report: Report): Pick<Score, "prompt" | "prompt_file"> {
  if (prompt.template !== undefined && prompt.template_file !== undefined)
    report("V019", ["prompt"], "give either template or template_file");
  if (prompt.template !== undefined) return { prompt: prompt.template };
  if (prompt.template_file !== undefined) return { prompt_file: prompt.template_file };
  report("V406", ["prompt"], "has neither template nor template_file: the prompt only says which items to work on");
  return {
    prompt: "Work on items {{ start_item }} to {{ end_item }} (sheet {{ sheet_num }} of {{ total_sheets }}).\n",
  };
}

function crossSheetOf({ cross_sheet: written }: MozartScore): Pick<Score, "cross_sheet"> {
  if (written === undefined) return {};
  const { auto_capture_stdout: outputs, capture_files: files, lookback_sheets: lookback, max_output_chars } = written;
  return { cross_sheet: { outputs, files, lookback, max_chars: max_output_chars } };
}

/** Notes get into prompts only where the score says more than Mozart's default. */
function learningOf({ learning }: MozartScore): Pick<Score, "learning"> {
  if (learning === undefined) return {};
  const { enabled, use_global_patterns: uses, auto_apply_enabled: wasOn, auto_apply: applied } = learning;
  const prompts = enabled && uses && (wasOn || applied.enabled);
  return { learning: { records: enabled, prompts, most: Math.min(3, applied.max_patterns_per_sheet) } };
}

function skillsOf(
  { techniques }: MozartScore,
  exists: (name: string) => boolean,
  report: Report,
): readonly Injection[] {
  return Object.entries(techniques).flatMap(([name, { kind, config }]) => {
    if (kind === "skill" && config?.path !== undefined) {
      if (exists(config.path)) return [{ file: config.path, as: "skill" as const }];
      report("V301", ["techniques", name, "config", "path"], "there is no such file");
      return [];
    }
    report.key("V302", ["techniques", name], "is not read: only skills with a path are; an agent brings its own tools");
    return [];
  });
}

/** Keeps the settings of contexts even where there are none: a run may ask for another level. */
function isolationOf({ isolation }: MozartScore): Score["isolation"] {
  const mode = isolation.enabled ? isolation.mode : "none";
  // A run that asks for another level wants a context, not the folder.
  return { ...isolation, enabled: true, mode, fallback_on_error: mode !== "none" && isolation.fallback_on_error };
}

function notes({ backend, isolation }: MozartScore, agents: MozartAgents, report: Report): void {
  if (backend.working_directory !== undefined) {
    report(
      "V005",
      ["backend", "working_directory"],
      "is not read: give the repository to tutti run --repo; sheets work in contexts of their own",
    );
  }
  if (!isolation.enabled || isolation.mode === "none") {
    const message =
      "this is played in the repository itself, one sheet after the other, and nothing is landed; isolation: { enabled: true } gives the job a context, per: sheet (or tutti run --per sheet) one to each sheet";
    report("V407", ["isolation"], message);
  }
  if (backend.type === "command" && backend.command === undefined)
    report("V018", ["backend"], "type: command needs a command");
  if (backend.type !== "command" && backend.command !== undefined)
    report("V402", ["backend", "command"], "is not read: only type: command has one");
  for (const [key, profile] of Object.entries(readBy) as [keyof typeof readBy, string][]) {
    if (backend[key] !== undefined && !agents.uses(profile))
      report("V402", ["backend", key], `is not read: it is for ${profile}, which plays no sheet here`);
  }
  if (!agents.uses("claude")) return;
  if (!backend.skip_permissions) {
    const message =
      "is not read: no person is there to be asked, so Claude may do everything in the sheet's context; write it as a command of your own to restrict it";
    report("V402", ["backend", "skip_permissions"], message);
  }
  if (backend.output_format !== undefined)
    report(
      "V408",
      ["backend", "output_format"],
      "is not needed: what Claude does is read from its events, and other sheets see its answer",
    );
}

/** Keys that only one agent knows what to do with. */
const readBy = {
  cli_model: "claude",
  allowed_tools: "claude",
  system_prompt_file: "claude",
  cli_extra_args: "claude",
  model: "anthropic",
  ollama: "ollama",
  recursive_light: "recursive_light",
} as const satisfies Partial<Record<keyof MozartScore["backend"], string>>;

/** How often to try and to wait, and what may be spent. */
function translatedLimits(score: MozartScore, report: Report): Pick<Score, "retry" | "rate_limit" | "cost"> {
  return { retry: retryOf(score), rate_limit: rateLimitOf(score), ...costOf(score, report) };
}

function retryOf({ retry }: MozartScore): Score["retry"] {
  return {
    // Mozart's max_retries counts all attempts, the first included.
    attempts: Math.max(1, retry.max_retries),
    base_delay: milliseconds(retry.base_delay_seconds),
    max_delay: milliseconds(Math.max(retry.max_delay_seconds, retry.base_delay_seconds)),
    factor: retry.exponential_base,
    jitter: retry.jitter,
    completions: retry.max_completion_attempts,
    completion_delay: milliseconds(retry.completion_delay_seconds),
    completion_threshold: retry.completion_threshold_percent / 100,
  };
}

function rateLimitOf({ rate_limit: written }: MozartScore): Score["rate_limit"] {
  const wait = milliseconds(written.wait_minutes * 60);
  // Mozart counts waits of equal length: so many of them are so much time. A limit is waited for at least as long as
  // there.
  return { wait, patience: Math.min(wait * Math.max(written.max_waits, written.max_quota_waits), maxDurationMs) };
}

/** Limits count unless they are switched off. */
function costOf({ cost_limits: written }: MozartScore, report: Report): Pick<Score, "cost"> {
  if (written === undefined) return {};
  const { max_cost_per_sheet: perSheet, max_cost_per_job: perJob } = written;
  const hasLimit = perSheet !== undefined || perJob !== undefined;
  if (written.enabled === true && !hasLimit)
    report("V011", ["cost_limits"], "needs max_cost_per_sheet or max_cost_per_job");
  if (written.enabled === false || !hasLimit) return {};
  return {
    cost: {
      ...(perSheet === undefined ? {} : { per_sheet: perSheet }),
      ...(perJob === undefined ? {} : { per_job: perJob }),
      warn_at: written.warn_at_percent / 100,
    },
  };
}
