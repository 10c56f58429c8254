import type { TemplateEngine } from "@tutti/jinja";
import { resolvedPath } from "../match/paths.ts";
import { commandTemplate } from "../plan/command.ts";
import type { ConcertPlan, FollowPlan, FollowStep, WorkspaceLifecycle } from "./plan.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import { type EndValues, fillStep } from "./fill.ts";
import type { WrittenConcert, WrittenFollows, WrittenLifecycle, WrittenStep } from "./schema.ts";
import type { Score } from "../schema/score.ts";
import { readDocument } from "../source/document.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { templateCode } from "../build/check/template-code.ts";
import { sampleWorkspace } from "../build/check.ts";
import type { ScoreFiles, ScoreSource } from "../build/source.ts";

/** The successors of an end; `undefined`: none. */
export function followPlan(written: WrittenFollows, base: string): FollowPlan | undefined {
  const planned = (steps: readonly WrittenStep[]): readonly FollowStep[] => steps.map((step) => stepPlan(step, base));
  const { on_success: success = [], on_failure: failure = [], on_complete: complete = [] } = written;
  if (success.length + failure.length + complete.length === 0) return undefined;
  return { success: planned(success), failure: planned(failure), complete: planned(complete) };
}

function stepPlan(step: WrittenStep, base: string): FollowStep {
  const { required } = step;
  const common = { required, description: step.description ?? null };
  if ("run" in step)
    return {
      kind: "command",
      command: commandTemplate(step.run),
      cwd: step.cwd ?? null,
      timeoutMs: step.timeout ?? usualTimeoutMs,
      repeatable: step.repeatable,
      ...common,
    };
  return {
    kind: "score",
    path: step.score,
    base,
    repo: step.repo ?? null,
    workspace: step.workspace ?? null,
    variables: step.variables ?? {},
    fresh: step.fresh,
    detached: step.detached,
    hold: step.hold,
    ...common,
  };
}

const usualTimeoutMs = 300_000;

export function concertPlan({ max_depth: maxDepth, cooldown, needs }: WrittenConcert): ConcertPlan {
  return { maxDepth, cooldownMs: cooldown ?? 0, needs };
}

export function lifecyclePlan(written: WrittenLifecycle, base: string): WorkspaceLifecycle {
  return {
    archiveOnFresh: written.archive_on_fresh,
    archiveDir: written.archive_dir === undefined ? null : resolvedPath(base, written.archive_dir),
    naming: written.archive_naming,
    maxArchives: written.max_archives,
    preserve: written.preserve_patterns ?? usualPreserved,
  };
}

const usualPreserved = [".*", ".*/**", "archive/**"];

interface Checking {
  readonly score: Score;
  readonly source: ScoreSource;
  readonly engine: TemplateEngine;
  readonly report: Report;
}

/** Fills every step in once, as if its end had come, and looks for the scores that they name. */
export function checkFollows(plan: Plan, indexOf: (place: number) => number, checking: Checking): void {
  checkSteps(plan.follows, [], { plan, sheet: null, checking });
  const seen = new Set<number>();
  for (const [place, sheet] of plan.sheets.entries()) {
    const index = indexOf(place);
    if (sheet.follows === undefined || seen.has(index)) continue;
    seen.add(index);
    checkSteps(sheet.follows, ["sheets", index], { plan, sheet, checking });
  }
  checkCycle(plan, checking);
}

interface About {
  readonly plan: Plan;
  readonly sheet: SheetPlan | null;
  readonly checking: Checking;
}

function checkSteps(follows: FollowPlan | undefined, path: KeyPath, { plan, sheet, checking }: About): void {
  if (follows === undefined) return;
  const { report, source, engine } = checking;
  const values = sampleValues(plan);
  for (const key of ["success", "failure", "complete"] as const) {
    for (const [index, step] of follows[key].entries()) {
      const at = [...path, `on_${key}`, index];
      const filled = fillStep(engine, step, { values, sheet });
      if (filled.kind === "wrong") report(templateCode(filled.why), at, filled.why);
      else if (
        step.kind === "score" &&
        isPlain(step.path) &&
        source.files?.exists(resolvedPath(step.base, step.path)) === false
      )
        report("V024", [...at, "score"], `there is no score ${resolvedPath(step.base, step.path)}`);
    }
  }
}

function isPlain(text: string): boolean {
  return !text.includes("{");
}

function sampleValues({ name, workspace, sheets }: Plan): EndValues {
  return {
    job_id: `${name}-0000`,
    root_job: `${name}-0000`,
    depth: 0,
    name,
    workspace: workspace ?? sampleWorkspace,
    repository: "/tutti-repository",
    outcome: "success",
    sheet_count: sheets.length,
    landed: sheets.length,
    failed: 0,
  };
}

/** A chain that comes back to its first score goes on until its limit: a default limit is worth knowing. */
function checkCycle(plan: Plan, { score, source, report }: Checking): void {
  const own = resolvedPath(source.baseDir, source.path.split("/").at(-1) ?? "");
  const { files } = source;
  if (files === undefined || score.concert !== undefined) return;
  const first = [plan.follows, ...plan.sheets.map(({ follows }) => follows)].flatMap(plainScores);
  const cycle = wayBack(own, first, files);
  if (cycle === null) return;
  const names = [...cycle, own].map((path) => path.split("/").at(-1));
  report.key(
    "V515",
    ["on_success"],
    `this chain comes back to its own score (${names.join(" → ")}): at most 10 jobs follow; concert.max_depth says how many`,
  );
}

function plainScores(follows: FollowPlan | undefined): readonly string[] {
  if (follows === undefined) return [];
  const steps = [...follows.success, ...follows.failure, ...follows.complete];
  return steps.flatMap((step) =>
    step.kind === "score" && isPlain(step.path) ? [resolvedPath(step.base, step.path)] : [],
  );
}

/** More than a person chains by hand; each is read. */
const mostScores = 50;

function wayBack(own: string, first: readonly string[], files: ScoreFiles): readonly string[] | null {
  const seen = new Set<string>();
  const open = first.map((path) => [path]);
  for (let way = open.shift(); way !== undefined && seen.size < mostScores; way = open.shift()) {
    const path = way.at(-1) ?? "";
    if (path === own) return [own, ...way.slice(0, -1)];
    if (seen.has(path)) continue;
    seen.add(path);
    const known = way;
    open.push(...scoresIn(path, files).map((next) => [...known, next]));
  }
  return null;
}

/** The scores that another score names, as far as it can be read. */
function scoresIn(path: string, files: ScoreFiles): readonly string[] {
  if (!files.exists(path)) return [];
  try {
    const opened = readDocument(files.readText(path));
    if (opened.kind === "unreadable") return [];
    const { value } = opened.document;
    const folder = path.replace(/\/[^/]*$/, "");
    return [value, ...listAt(value, "sheets")].flatMap((owner) =>
      ["on_success", "on_failure", "on_complete"]
        .flatMap((key) => listAt(owner, key))
        .flatMap((step) => [textAt(step, "score"), textAt(step, "job_path")])
        .flatMap((name) => (name === null || !isPlain(name) ? [] : [findScore(name, folder, files)])),
    );
  } catch {
    return [];
  }
}

function listAt(owner: unknown, key: string): readonly unknown[] {
  const held = typeof owner === "object" && owner !== null ? (owner as Readonly<Record<string, unknown>>)[key] : null;
  return Array.isArray(held) ? held : [];
}

function textAt(owner: unknown, key: string): string | null {
  const held = typeof owner === "object" && owner !== null ? (owner as Readonly<Record<string, unknown>>)[key] : null;
  return typeof held === "string" ? held : null;
}

/**
 * A score as Mozart's users name one: relative to the folder that mozart was started in, which is that of the score or
 * one above it.
 */
export function findScore(written: string, folder: string, files: Pick<ScoreFiles, "exists"> | undefined): string {
  const beside = resolvedPath(folder, written);
  if (written.startsWith("/") || files === undefined) return beside;
  for (let above = folder; above !== ""; above = above.replace(/\/[^/]*$/, "")) {
    const candidate = resolvedPath(above, written);
    if (files.exists(candidate)) return candidate;
  }
  return beside;
}
