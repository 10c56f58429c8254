import { buildPlan } from "../build/build.ts";
import type { ScoreSource } from "../build/source.ts";
import { resolvedPath } from "../match/paths.ts";
import { maxScoreBytes } from "../parse.ts";
import type { Plan } from "../plan/plan.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import { type Score, score as schema } from "../schema/score.ts";
import type { Extension, Injection, WrittenSheet } from "../schema/sheet.ts";
import type { WrittenRule } from "../schema/validation.ts";
import { exactMap, readDocument } from "../source/document.ts";
import { problemsOf } from "../source/issues.ts";
import { type Problem, isError } from "../source/problem.ts";
import { reportOn } from "../source/report.ts";

/** The folder a score lay in and the one it will lie in; both absolute. */
export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The same score for another folder: what it names relative to itself is still what it was. */
export function movedScore(score: Score, move: Move): Score {
  if (move.from === move.to) return score;
  return {
    ...score,
    ...movedSettings(score, move),
    ...(score.workspace === undefined ? {} : { workspace: besideScore(score.workspace, move) }),
    isolation: movedIsolation(score.isolation, move),
    agents: Object.fromEntries(Object.entries(score.agents).map(([name, agent]) => [name, movedAgent(agent, move)])),
    prelude: score.prelude.map((injection) => movedInjection(injection, move)),
    sheets: score.sheets.map(
      (sheet): WrittenSheet => ({
        ...sheet,
        ...movedSettings(sheet, move),
        cadenza: sheet.cadenza.map((injection) => movedInjection(injection, move)),
      }),
    ),
  };
}

type Settings = Pick<
  WrittenSheet,
  "agent" | "fallbacks" | "prompt_file" | "prompt_extensions" | "preconditions" | "validations"
>;

function movedSettings(
  { agent, fallbacks, prompt_file: file, prompt_extensions, preconditions, validations }: Settings,
  move: Move,
): Settings {
  return {
    ...(agent === undefined ? {} : { agent: movedAgent(agent, move) }),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map((fallback) => movedAgent(fallback, move)) }),
    ...(file === undefined ? {} : { prompt_file: movedPath(file, move) }),
    prompt_extensions: prompt_extensions.map(
      (extension): Extension => ("file" in extension ? { file: movedPath(extension.file, move) } : extension),
    ),
    preconditions: preconditions.map((rule) => movedRule(rule, move)),
    validations: validations.map((rule) => movedRule(rule, move)),
  };
}

function movedIsolation(isolation: Score["isolation"], move: Move): Score["isolation"] {
  return isolation.worktree_base === undefined
    ? isolation
    : { ...isolation, worktree_base: besideScore(isolation.worktree_base, move) };
}

/** Paths of rules lie in the context; only a judge's own program lies beside the score. */
function movedRule(rule: WrittenRule, move: Move): WrittenRule {
  const judge = rule.llm_judge;
  return judge?.agent === undefined ? rule : { ...rule, llm_judge: { ...judge, agent: movedAgent(judge.agent, move) } };
}

function movedAgent(agent: WrittenAgent, move: Move): WrittenAgent {
  if (typeof agent === "string" || "use" in agent) return agent;
  const [program, ...rest] = agent.command;
  return /^\.\.?\//.test(program) ? { ...agent, command: [besideScore(program, move), ...rest] } : agent;
}

/** A path with a template in it lies in the workspace or the context. */
function movedInjection(injection: Injection, move: Move): Injection {
  if (("directory" in injection ? injection.directory : injection.file).includes("{{")) return injection;
  return "directory" in injection
    ? { ...injection, directory: movedPath(injection.directory, move) }
    : { ...injection, file: movedPath(injection.file, move) };
}

function besideScore(path: string, move: Move): string {
  const moved = movedPath(path, move);
  return /^(?:\/|\.\.?(?:\/|$))/.test(moved) ? moved : `./${moved}`;
}

function movedPath(path: string, { from, to }: Move): string {
  return path.startsWith("/") ? path : relativePath(to, resolvedPath(from, path));
}

function relativePath(folder: string, path: string): string {
  const steps = path.split("/").slice(1);
  const base = folder.split("/").filter((step) => step !== "");
  let shared = 0;
  while (shared < base.length && base[shared] === steps[shared]) shared += 1;
  return [...base.slice(shared).map(() => ".."), ...steps.slice(shared)].join("/") || ".";
}

/** The plan of a written score, read back; `plan` is `null` when the score is not valid. */
export interface ReadBack {
  readonly plan: Plan | null;
  readonly problems: readonly Problem[];
}

/** Reads a text that was just made from a score. It may name the agents that the score it was made from could. */
export function readBack(text: string, source: ScoreSource, foreignAgents: ReadonlySet<string>): ReadBack {
  if (new TextEncoder().encode(text).length > maxScoreBytes) {
    return {
      plan: null,
      problems: [{ code: "V020", at: { line: 1, column: 1 }, path: [], message: "is larger than 1 MB" }],
    };
  }
  const opened = readDocument(text);
  if (opened.kind === "unreadable") return { plan: null, problems: opened.problems };
  const { document } = opened;
  const parsed = schema.safeParse(document.value);
  if (!parsed.success) return { plan: null, problems: problemsOf(parsed.error.issues, document) };
  const report = reportOn(document);
  const plan = buildPlan(
    { score: parsed.data, variables: exactMap(document, ["variables"]), foreignAgents },
    source,
    report,
  );
  return { plan, problems: report.problems.filter(isError) };
}
