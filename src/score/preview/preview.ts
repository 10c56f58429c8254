import type { SheetId } from "../../base/ids.ts";
import { sampleWorkspace, sampleWorktree } from "../build/check.ts";
import type { Plan, RetryPolicy, SheetPlan } from "../plan/plan.ts";
import { type Resolved, type Resolver, makeResolver } from "../resolve/resolver.ts";
import { type Scene, emptyScene } from "../resolve/scene.ts";
import { commandShown } from "../rules/kind.ts";
import { type RulePreview, rulePreview, shownIn } from "../rules/rule.ts";
import { type PlanOutline, outlineOf } from "./outline.ts";
import {
  type AgentPreview,
  type CommitPreview,
  type PullRequestText,
  agentPreview,
  commitPreview,
  pullRequestText,
} from "./settings.ts";

export interface PreviewOptions {
  /** Shown instead of the plan's own, or of the stand-in for one that is made later. */
  readonly workspace?: string;
  readonly worktree?: string;
  /** The sheets to show; default: all. */
  readonly only?: ReadonlySet<SheetId>;
}

export interface PlanPreview extends PlanOutline {
  readonly sheets: readonly SheetPreview[];
}

export interface SheetPreview {
  readonly id: SheetId;
  readonly title: string;
  readonly number: number;
  readonly stage: number;
  readonly instance: number;
  readonly fan_count: number;
  /** Its first and last item. */
  readonly items: readonly [number, number];
  readonly after: readonly SheetId[];
  readonly agent: AgentPreview;
  /** Agents that take over, in this order. */
  readonly fallbacks: readonly AgentPreview[];
  readonly skip_when: string | null;
  readonly skip_when_command: Readonly<Record<string, unknown>> | null;
  /** As if nothing had been played yet; `null` when that can't be told before, and why. */
  readonly prompt: string | null;
  readonly prompt_unknown?: string;
  /** Files that are put in front of it; `late` ones can be read only when it is played. */
  readonly files: readonly { readonly name: string; readonly as: string; readonly late: boolean }[];
  readonly preconditions: readonly RulePreview[];
  /** Those that apply to it. */
  readonly validations: readonly RulePreview[];
  readonly timeout_ms: number;
  readonly idle_timeout_ms: number | null;
  /** Labels that a worker of a fleet must have to play it; absent: any may. */
  readonly worker?: readonly string[];
  readonly retry: RetryPreview;
  readonly rate_limit: RateLimitPreview;
  readonly commit: CommitPreview;
  /** `null`: the score asks for none. */
  readonly pull_request: PullRequestText;
}

export interface RetryPreview {
  readonly attempts: number;
  readonly base_delay_ms: number;
  readonly max_delay_ms: number;
  readonly factor: number;
  readonly jitter: boolean;
  readonly completions: number;
  readonly completion_delay_ms: number;
  readonly completion_threshold: number;
  readonly goes_on: boolean;
  readonly efforts: readonly string[];
  readonly conflicts: number;
}

export interface RateLimitPreview {
  readonly wait_ms: number;
  /** `null`: what the setting `limits.patience` says. */
  readonly patience_ms: number | null;
}

/** Everything a plan would do, as data, without doing it. */
export function previewPlan(plan: Plan, options: PreviewOptions = {}): PlanPreview {
  return { ...outlineOf(plan, sceneOf(plan, options)), sheets: [...sheetPreviews(plan, options)] };
}

/** The sheets one by one: the prompts of a large plan together may not fit into memory. */
export function* sheetPreviews(plan: Plan, options: PreviewOptions = {}): Generator<SheetPreview> {
  const scene = sceneOf(plan, options);
  const resolver = makeResolver(plan);
  for (const sheet of plan.sheets) {
    if (options.only?.has(sheet.id) !== false) yield sheetPreview(plan, sheet, { scene, resolver });
  }
}

/** The scene that is shown: folders that are made later have stand-ins. */
export function sceneOf(plan: Plan, options: PreviewOptions): Scene {
  return emptyScene(options.workspace ?? plan.workspace ?? sampleWorkspace, options.worktree ?? sampleWorktree);
}

function sheetPreview(
  plan: Plan,
  sheet: SheetPlan,
  { scene, resolver }: { scene: Scene; resolver: Resolver },
): SheetPreview {
  const { numbers } = sheet;
  const prompt = promptOf(resolver, sheet, scene);
  const shownRule = (places: readonly number[]) => (validation: Parameters<typeof rulePreview>[1], index: number) =>
    rulePreview(places[index] ?? -1, validation, scene);
  return {
    id: sheet.id,
    title: sheet.title,
    number: numbers.sheet_num,
    stage: numbers.stage,
    instance: numbers.instance,
    fan_count: numbers.fan_count,
    items: [numbers.start_item, numbers.end_item],
    after: sheet.after,
    agent: agentPreview(sheet.agent),
    fallbacks: sheet.fallbacks.map(agentPreview),
    skip_when: sheet.skipWhen?.text ?? null,
    skip_when_command: skipPreview(resolver, sheet, scene),
    ...(prompt.kind === "text" ? { prompt: prompt.text } : { prompt: null, prompt_unknown: prompt.why }),
    files: sheet.files.flatMap((place) => {
      const file = plan.files[place];
      return file === undefined ? [] : [{ name: file.name, as: file.as, late: file.content.kind === "late" }];
    }),
    preconditions: resolver.preconditions(sheet, scene).map(shownRule(sheet.preconditions)),
    validations: resolver.validations(sheet, scene).map(shownRule(sheet.validations)),
    timeout_ms: sheet.timeoutMs,
    idle_timeout_ms: sheet.idleMs,
    ...(sheet.worker === undefined ? {} : { worker: sheet.worker }),
    ...budgetsPreview(sheet.retry),
    commit: commitPreview(resolver.message(sheet, scene)),
    pull_request: pullRequestText(resolver.pullRequest(sheet, scene)),
  };
}

function budgetsPreview(policy: RetryPolicy): Pick<SheetPreview, "retry" | "rate_limit"> {
  const {
    baseDelayMs,
    maxDelayMs,
    completionDelayMs,
    completionThreshold,
    goesOn,
    limitWaitMs,
    limitPatienceMs,
    ...same
  } = policy;
  return {
    retry: {
      ...same,
      base_delay_ms: baseDelayMs,
      max_delay_ms: maxDelayMs,
      completion_delay_ms: completionDelayMs,
      completion_threshold: completionThreshold,
      goes_on: goesOn,
    },
    rate_limit: { wait_ms: limitWaitMs, patience_ms: limitPatienceMs ?? null },
  };
}

/** A prompt may count on what earlier sheets said; then it is shown as if they had said nothing. */
function promptOf(resolver: Resolver, sheet: SheetPlan, scene: Scene): Resolved {
  const isProgram = sheet.agent.kind === "command" && sheet.agent.runsPrompt === true;
  const ask = (now: Scene): Resolved => (isProgram ? resolver.program(sheet, now) : resolver.prompt(sheet, now));
  const prompt = ask(scene);
  if (prompt.kind === "text") return prompt;
  const before = Array.from({ length: sheet.numbers.sheet_num - 1 }, (_, index): [number, string] => [index + 1, ""]);
  const later = ask({ ...scene, previousOutputs: new Map(before) });
  return later.kind === "text" ? later : prompt;
}

function skipPreview(resolver: Resolver, sheet: SheetPlan, scene: Scene): Readonly<Record<string, unknown>> | null {
  const command = resolver.skipCommand(sheet, scene);
  if (command === null || sheet.skipCommand === null) return null;
  const { timeoutMs, description } = sheet.skipCommand;
  return {
    ...(command.kind === "means" ? commandShown(command.value, shownIn(scene)) : { why: command.why }),
    description,
    timeout_ms: timeoutMs,
  };
}
