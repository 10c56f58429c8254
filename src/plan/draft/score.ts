import { TuttiError } from "../../base/error.ts";
import { listOf } from "../../base/text.ts";
import { maxScoreBytes } from "../../score/parse.ts";
import { scoreText } from "../../score/print/score-text.ts";
import type { WrittenAgent } from "../../score/schema/agent.ts";
import { usualIsolation } from "../../score/schema/contexts/isolation.ts";
import { usualLanding } from "../../score/schema/landing.ts";
import type { Score } from "../../score/schema/score.ts";
import type { WrittenSheet } from "../../score/schema/sheet.ts";
import type { WrittenRule } from "../../score/schema/validation.ts";
import { literal } from "../literal.ts";
import { reviewOf } from "../task.ts";
import { type Draft, type Task, taskKinds } from "./draft.ts";
import { inOrder } from "./graph.ts";
import type { Requirement } from "./requirements.ts";

/** How the tasks of a plan are to be done. */
export interface DraftTerms {
  readonly name: string;
  readonly requirements: readonly Requirement[];
  readonly agent: WrittenAgent;
  readonly fallbacks: readonly string[];
  /** Lines for a shell that must succeed on every result. */
  readonly validations: readonly string[];
  /** Who reviews every result; `false`: only tasks with a criterion that no command tells are reviewed. */
  readonly review: string | boolean;
  readonly approve: boolean;
  readonly target: string | null;
  readonly parallel: number | null;
  readonly timeoutMs: number | null;
  readonly costUsd: number | null;
}

/** The score that a plan becomes: an ordinary one, for `tutti run`. Nothing a planner wrote is taken for a template. */
export function draftScore(draft: Draft, terms: DraftTerms): string {
  const comments = [
    "Made by tutti plan. Edit it as you like; tutti run plays it.",
    ...terms.requirements.map(({ id, text }) => `${id} (${coveredBy(draft, id)}): ${text}`),
  ];
  const text = scoreText({ score: scoreOf(draft, terms), variables: new Map() }, { comments });
  if (new TextEncoder().encode(text).length <= maxScoreBytes) return text;
  throw new TuttiError("score.invalid", "the plan makes a score that is larger than 1 MB", {
    audience: "user",
    hint: "Plan less at once.",
  });
}

function coveredBy({ tasks }: Draft, requirement: string): string {
  return listOf(tasks.filter(({ covers }) => covers.includes(requirement)).map(({ id }) => id));
}

function scoreOf(draft: Draft, terms: DraftTerms): Score {
  const { name, agent, fallbacks, approve, target, parallel, timeoutMs, costUsd } = terms;
  return {
    name,
    description: draft.goal,
    ...(target === null ? {} : { target }),
    isolation: usualIsolation,
    ...(parallel === null ? {} : { parallel }),
    landing: { ...usualLanding, mode: approve ? "approve" : "auto" },
    ...(costUsd === null ? {} : { cost: { per_job: costUsd } }),
    ...reviewOf(terms.review),
    agents: {},
    agent,
    ...(fallbacks.length === 0 ? {} : { fallbacks: [...fallbacks] }),
    ...(timeoutMs === null ? {} : { timeout: timeoutMs }),
    prelude: [],
    prompt_extensions: [],
    preconditions: [],
    validations: terms.validations.map((command) => ruleOf(command)),
    sheets: inOrder(draft.tasks).map((task) => sheetOf(draft, task)),
  };
}

function ruleOf(command: string, description?: string): WrittenRule {
  const said = description === undefined ? {} : { description: literal(description.replaceAll(/\s+/g, " ")) };
  return { command: literal(command), ...said, stage: 1, retries: 0 };
}

function sheetOf(draft: Draft, task: Task): WrittenSheet {
  const judged = task.criteria.flatMap(({ text, command }) => (command === undefined ? [literal(text)] : []));
  return {
    id: task.id,
    title: literal(task.title),
    ...(task.after.length === 0 ? {} : { after: [...task.after] }),
    commit: { type: taskKinds[task.kind] },
    ...(judged.length > 0 ? { review: { criteria: judged } } : {}),
    prompt: literal(promptOf(draft, task)),
    cadenza: [],
    prompt_extensions: [],
    preconditions: [],
    validations: task.criteria.flatMap(({ text, command }) => (command === undefined ? [] : [ruleOf(command, text)])),
  };
}

/** The agent of a task sees nothing of the others but what has landed. */
function promptOf({ goal }: Draft, { description, criteria, files }: Task): string {
  const listed = (lines: readonly string[]): string => lines.map((line) => `- ${line}`).join("\n");
  return [
    `One task of a larger goal, which others work on at the same time: ${goal.trim()}`,
    `The task is done when:\n${listed(criteria.map(({ text }) => text))}`,
    ...(files.length === 0
      ? []
      : [
          `The plan expects changes in these files:\n${listed(files.map(({ path, new: isNew }) => (isNew ? `${path} (new)` : path)))}`,
        ]),
    `Do this task, and only this:\n\n${description.trim()}`,
  ].join("\n\n");
}
