import { TuttiError } from "../base/error.ts";
import { maxScoreBytes } from "../score/parse.ts";
import { scoreText } from "../score/print/score-text.ts";
import type { WrittenBestOf } from "../score/contest/schema.ts";
import type { WrittenReview } from "../score/rules/judged/review.ts";
import type { CommandAgent } from "../score/schema/agent.ts";
import { usualIsolation } from "../score/schema/contexts/isolation.ts";
import { type WrittenLanding, usualLanding } from "../score/schema/landing.ts";
import type { Score } from "../score/schema/score.ts";
import type { WrittenSheet } from "../score/schema/sheet.ts";
import type { WrittenRule } from "../score/schema/validation.ts";
import { literal } from "./literal.ts";
import { uniqueIds } from "./unique-ids.ts";

/** A prompt that differs from the rest of its task. */
export interface AskedPrompt {
  readonly prompt: string;
  readonly agent?: string | undefined;
  readonly model?: string | undefined;
  /** Besides those of the task. */
  readonly validations?: readonly string[] | undefined;
  readonly timeoutMs?: number | undefined;
}

/** A task without a score. */
export interface AskedTask {
  /** Each is a sheet. */
  readonly prompts: readonly (string | AskedPrompt)[];
  /** The name of one: a profile, or `scripted`; `null`: that of the environment. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly fallbacks: readonly string[];
  /** Lines for a shell that must succeed on every result. */
  readonly validations: readonly string[];
  /** A result lands when a person says so. */
  readonly approve: boolean;
  /** A program that does the work of each prompt, in place of an agent. */
  readonly author?: CommandAgent | undefined;
  /** Another agent has to approve of each result; `true`: one of the task's own. */
  readonly review: string | boolean | WrittenReview;
  /** More about landing. */
  readonly landing?: Partial<Omit<WrittenLanding, "mode">>;
  /** Each prompt is given to several agents, of whose results one lands. */
  readonly bestOf?: WrittenBestOf | undefined;
  readonly target: string | null;
  readonly parallel: number | null;
  /** Of each attempt. */
  readonly timeoutMs: number | null;
  /** How often a sheet is tried. */
  readonly attempts?: number | undefined;
  readonly costPerSheetUsd: number | null;
  readonly costPerJobUsd: number | null;
  readonly name: string | null;
}

/** The score that asks for it: nothing in a prompt or a command is taken for more than its letters. */
export function taskScore(asked: AskedTask): string {
  const prompts = asked.prompts.map((one) => (typeof one === "string" ? { prompt: one } : one));
  requirePrompts(prompts);
  const text = scoreText({ score: scoreOf(asked, prompts), variables: new Map() });
  if (new TextEncoder().encode(text).length <= maxScoreBytes) return text;
  const hint =
    "Put long texts into files of the repository and name them in the prompt, or give fewer prompts at once.";
  throw new TuttiError("score.invalid", "the prompts make a score that is larger than 1 MB", {
    audience: "user",
    hint,
  });
}

function scoreOf(asked: AskedTask, prompts: readonly AskedPrompt[]): Score {
  const ids = taskIds(prompts.map(({ prompt }) => prompt));
  return {
    name: asked.name ?? (ids.length === 1 ? (ids[0] ?? "task") : "tasks"),
    ...(asked.target === null ? {} : { target: asked.target }),
    isolation: usualIsolation,
    ...(asked.parallel === null ? {} : { parallel: asked.parallel }),
    landing: { ...usualLanding, ...asked.landing, mode: asked.approve ? "approve" : "auto" },
    ...costOf(asked),
    ...reviewOf(asked.review),
    agents: {},
    ...(asked.author === undefined ? agentOf(asked) : { agent: asked.author }),
    ...(asked.fallbacks.length === 0 ? {} : { fallbacks: [...asked.fallbacks] }),
    ...(asked.timeoutMs === null ? {} : { timeout: asked.timeoutMs }),
    ...(asked.attempts === undefined ? {} : { retry: { attempts: asked.attempts } }),
    prelude: [],
    prompt_extensions: [],
    preconditions: [],
    validations: asked.validations.map(ruleOf),
    sheets: prompts.map((one, place) => ({
      ...sheetOf(ids[place] ?? "", one),
      ...(asked.bestOf === undefined ? {} : { best_of: asked.bestOf }),
    })),
  };
}

function ruleOf(command: string): WrittenRule {
  return { command: literal(command), stage: 1, retries: 0 };
}

function sheetOf(id: string, asked: AskedPrompt): WrittenSheet {
  const { prompt, validations = [], timeoutMs } = asked;
  const title = titleOf(prompt);
  return {
    id,
    ...(title === "" ? {} : { title: literal(title) }),
    ...agentOf({ agent: asked.agent ?? null, model: asked.model ?? null }),
    ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
    prompt: literal(prompt),
    cadenza: [],
    prompt_extensions: [],
    preconditions: [],
    validations: validations.map(ruleOf),
  };
}

function agentOf({ agent, model }: Pick<AskedTask, "agent" | "model">): Pick<Score, "agent"> {
  if (agent === null) return {};
  return { agent: model === null ? agent : { use: agent, model, args: [], env: {} } };
}

export function reviewOf(review: string | boolean | WrittenReview): Pick<Score, "review"> {
  if (review === false) return {};
  return { review: typeof review === "string" ? { agent: review } : review };
}

function costOf({ costPerSheetUsd: perSheet, costPerJobUsd: perJob }: AskedTask): Pick<Score, "cost"> {
  if (perSheet === null && perJob === null) return {};
  return {
    cost: { ...(perSheet === null ? {} : { per_sheet: perSheet }), ...(perJob === null ? {} : { per_job: perJob }) },
  };
}

function requirePrompts(prompts: readonly AskedPrompt[]): void {
  if (prompts.length === 0 || prompts.some(({ prompt }) => prompt.trim() === "")) {
    throw new TuttiError("cli.usage", "a prompt is empty", { audience: "user", hint: "Say what is to be done." });
  }
}

const mostWords = 5;
const longestId = 40;
const longestTitle = 72;

/** An id for each prompt, made of its first words: lower case, digits and hyphens, and no two the same. */
export function taskIds(prompts: readonly string[]): readonly string[] {
  return uniqueIds(prompts.map(wordsOf));
}

/** The first line that says something, in one line for people; empty where nothing in it can be shown. */
function titleOf(prompt: string): string {
  const line =
    prompt
      .slice(0, 10_000)
      .trimStart()
      .split(/[\n\r\u2028\u2029]/, 1)[0] ?? "";
  const letters = Array.from(line.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim());
  return letters.length <= longestTitle
    ? letters.join("")
    : `${letters
        .slice(0, longestTitle - 1)
        .join("")
        .trimEnd()}…`;
}

export function wordsOf(prompt: string): string {
  const plain = prompt
    .slice(0, 1_000)
    .normalize("NFKD")
    .replaceAll(/\p{M}+|['’]/gu, "")
    .toLowerCase();
  const words = plain.match(/[a-z\d]+/g) ?? [];
  let id = "";
  for (const word of words.slice(0, mostWords)) {
    const longer = id === "" ? word.slice(0, longestId) : `${id}-${word}`;
    if (longer.length > longestId) break;
    id = longer;
  }
  return id === "" ? "task" : id;
}
