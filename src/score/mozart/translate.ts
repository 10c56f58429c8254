import type { ReadScore } from "../build/build.ts";
import type { ScoreInput } from "../build/source.ts";
import { knownAgents } from "../known-agents.ts";
import { resolvedPath } from "../paths.ts";
import { usualLanding } from "../schema/landing.ts";
import type { Score } from "../schema/score.ts";
import type { Injection } from "../schema/sheet.ts";
import { exactMap } from "../source/document.ts";
import type { Report } from "../source/report.ts";
import { mozartAgents } from "./agents.ts";
import type { MozartAgents } from "./agents.ts";
import { mainChoice, mainTimeout } from "./choice.ts";
import { mainFallbacks } from "./fallbacks.ts";
import { translatedExtensions, translatedInjections } from "./files.ts";
import { translatedLimits } from "./limits.ts";
import { translatedRule } from "./rules.ts";
import type { MozartScore } from "./schema.ts";
import { milliseconds } from "./seconds.ts";
import { translatedSheets } from "./stages.ts";

/** A score of Mozart's in Tutti's own shape. What is lost or changed on the way is told. */
export function translateMozart(score: MozartScore, { document, source }: ScoreInput, report: Report): ReadScore {
  const variables = new Map(exactMap(document, ["prompt", "variables"]));
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
    ...translatedLimits(score, report),
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

/** What the section says of contexts stays also where there are none: a run may ask for another level. */
function isolationOf({ isolation }: MozartScore): Score["isolation"] {
  const mode = isolation.enabled ? isolation.mode : "none";
  // Whoever asks for another level then wants a context, not the folder.
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
      "is not read: nobody is there to be asked, so Claude may do everything where its sheet is played; give it as a command of your own to hold it back";
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
} as const satisfies Partial<Record<keyof MozartScore["backend"], string>>;
