import { sheetValues } from "../build/scope.ts";
import { agentName } from "../plan/agents/agent-plan.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";

/** Values that are known only when a sheet runs. Paths are absolute. */
export interface Scene {
  /** The job's folder for outputs. */
  readonly workspace: string;
  /** The sheet's context. */
  readonly worktree: string;
  readonly previousOutputs: ReadonlyMap<number, string>;
  readonly previousFiles: ReadonlyMap<string, string>;
  /** Numbers of the sheets it comes after that were skipped. */
  readonly skippedUpstream: readonly number[];
  /** Files that could be read only now, by their place in the plan's files. */
  readonly lateFiles: ReadonlyMap<number, readonly LateText[]>;
  /** How many attempts of the same agent have failed before. */
  readonly effort: number;
  /** Counts of fixed findings, for messages; absent: the sheet was not about findings. */
  readonly findings?: FoundSummary;
  /** The agent that did the work, for messages; absent: the sheet's own agent. */
  readonly agent?: string;
  /** The agent's last words, for pull requests; absent: it said none. */
  readonly summary?: string;
}

export interface LateText {
  /** Its heading in the prompt. */
  readonly name: string;
  readonly text: string;
}

/** The findings that a commit says it fixed. */
export interface FoundSummary {
  readonly fixed: number;
  readonly remaining: number;
  readonly tools: readonly string[];
  /** Of those that are fixed. */
  readonly codes: readonly { readonly tool: string; readonly code: string; readonly count: number }[];
}

const noneFound: FoundSummary = { fixed: 0, remaining: 0, tools: [], codes: [] };

/** A scene in which nothing has happened yet: for checking and showing a plan. */
export function emptyScene(workspace: string, worktree: string): Scene {
  return {
    workspace,
    worktree,
    previousOutputs: new Map(),
    previousFiles: new Map(),
    skippedUpstream: [],
    lateFiles: new Map(),
    effort: 0,
  };
}

/** Names that templates may use besides the score's own variables. */
export function builtInValues(plan: Plan, sheet: SheetPlan, scene: Scene): Readonly<Record<string, unknown>> {
  return {
    ...sheetValues(plan.name, sheet),
    workspace: scene.workspace,
    worktree: scene.worktree,
    previous_outputs: scene.previousOutputs,
    previous_files: scene.previousFiles,
    skipped_upstream: scene.skippedUpstream,
    effort: scene.effort,
    // Made when they are asked for: they may be megabytes, and few prompts ask.
    get injected_context() {
      return injected(plan, sheet, { scene, as: "context" });
    },
    get injected_skills() {
      return injected(plan, sheet, { scene, as: "skill" });
    },
    get injected_tools() {
      return injected(plan, sheet, { scene, as: "tool" });
    },
  };
}

/** Names that commit messages may use too: the result and its agent are known by then. */
export function messageValues(plan: Plan, sheet: SheetPlan, scene: Scene): Readonly<Record<string, unknown>> {
  // Into the same object: to copy it would be to ask for everything in it.
  return Object.assign(builtInValues(plan, sheet, scene), {
    agent: scene.agent ?? agentName(sheet.agent),
    findings: scene.findings ?? noneFound,
  });
}

export function pullRequestValues(plan: Plan, sheet: SheetPlan, scene: Scene): Readonly<Record<string, unknown>> {
  return Object.assign(messageValues(plan, sheet, scene), { summary: scene.summary ?? "" });
}

export const builtInNames: ReadonlySet<string> = new Set([
  "sheet_num",
  "total_sheets",
  "start_item",
  "end_item",
  "stage",
  "total_stages",
  "instance",
  "fan_count",
  "movement",
  "total_movements",
  "voice",
  "voice_count",
  "sheet",
  "title",
  "name",
  "workspace",
  "worktree",
  "previous_outputs",
  "previous_files",
  "skipped_upstream",
  "effort",
  "injected_context",
  "injected_skills",
  "injected_tools",
]);

const headings = { context: "Context", skill: "Skill", tool: "Tool" } as const;

/** The files of one kind, each under a heading with its name. */
export function injected(
  plan: Plan,
  sheet: SheetPlan,
  which: { readonly scene: Scene; readonly as: keyof typeof headings },
): string {
  const parts = sheet.files.flatMap((place) => {
    const file = plan.files[place];
    if (file?.as !== which.as) return [];
    const texts =
      file.content.kind === "text"
        ? [{ name: file.name, text: file.content.text }]
        : (which.scene.lateFiles.get(place) ?? []);
    return texts.map(({ name, text }) => `## ${headings[which.as]}: ${name}\n\n${text.trimEnd()}\n`);
  });
  return parts.join("\n");
}
