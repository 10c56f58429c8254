import { TuttiError } from "../base/error.ts";
import { maxScoreBytes } from "../score/parse.ts";
import { scoreText } from "../score/print/score-text.ts";
import { usualIsolation } from "../score/schema/isolation.ts";
import { type WrittenLanding, usualLanding } from "../score/schema/landing.ts";
import type { Score } from "../score/schema/score.ts";
import type { WrittenSheet } from "../score/schema/sheet.ts";
import type { WrittenRule } from "../score/schema/validation.ts";
import { literal } from "./literal.ts";
import { uniqueIds } from "./unique-ids.ts";

/** A task without a score. */
export interface AskedTask {
  /** Each is a sheet. */
  readonly prompts: readonly string[];
  /** The name of one: a profile, or `scripted`; `null`: that of the environment. */
  readonly agent: string | null;
  readonly model: string | null;
  readonly fallbacks: readonly string[];
  /** Lines for a shell that must succeed on every result. */
  readonly validations: readonly string[];
  /** A result lands when a person says so. */
  readonly approve: boolean;
  /** Another agent has to approve of each result; `true`: one of the task's own. */
  readonly review: string | boolean;
  /** More about landing. */
  readonly landing?: Partial<Omit<WrittenLanding, "mode">>;
  readonly target: string | null;
  readonly parallel: number | null;
  readonly timeoutMs: number | null;
  readonly costPerSheetUsd: number | null;
  readonly costPerJobUsd: number | null;
  readonly name: string | null;
}

/** The score that asks for it: nothing in a prompt or a command is taken for more than its letters. */
export function taskScore(asked: AskedTask): string {
  requirePrompts(asked.prompts);
  const text = scoreText({ score: scoreOf(asked), variables: new Map() });
  if (new TextEncoder().encode(text).length <= maxScoreBytes) return text;
  const hint =
    "Put long texts into files of the repository and name them in the prompt, or give fewer prompts at once.";
  throw new TuttiError("score.invalid", "the prompts make a score that is larger than 1 MB", {
    audience: "user",
    hint,
  });
}

function scoreOf(asked: AskedTask): Score {
  const ids = idsFor(asked.prompts);
  return {
    name: asked.name ?? (ids.length === 1 ? (ids[0] ?? "task") : "tasks"),
    ...(asked.target === null ? {} : { target: asked.target }),
    isolation: usualIsolation,
    ...(asked.parallel === null ? {} : { parallel: asked.parallel }),
    landing: { ...usualLanding, ...asked.landing, mode: asked.approve ? "approve" : "auto" },
    ...costOf(asked),
    ...reviewOf(asked.review),
    agents: {},
    ...agentOf(asked),
    ...(asked.fallbacks.length === 0 ? {} : { fallbacks: [...asked.fallbacks] }),
    ...(asked.timeoutMs === null ? {} : { timeout: asked.timeoutMs }),
    prelude: [],
    prompt_extensions: [],
    preconditions: [],
    validations: asked.validations.map((command): WrittenRule => ({ command: literal(command), stage: 1, retries: 0 })),
    sheets: asked.prompts.map((prompt, place) => sheetOf(ids[place] ?? "", prompt)),
  };
}

function sheetOf(id: string, prompt: string): WrittenSheet {
  const title = titleOf(prompt);
  return {
    id,
    ...(title === "" ? {} : { title: literal(title) }),
    prompt: literal(prompt),
    cadenza: [],
    prompt_extensions: [],
    preconditions: [],
    validations: [],
  };
}

function agentOf({ agent, model }: AskedTask): Pick<Score, "agent"> {
  if (agent === null) return {};
  return { agent: model === null ? agent : { use: agent, model, args: [], env: {} } };
}

export function reviewOf(review: string | boolean): Pick<Score, "review"> {
  if (review === false) return {};
  return { review: review === true ? true : { agent: review } };
}

function costOf({ costPerSheetUsd: perSheet, costPerJobUsd: perJob }: AskedTask): Pick<Score, "cost"> {
  if (perSheet === null && perJob === null) return {};
  return {
    cost: { ...(perSheet === null ? {} : { per_sheet: perSheet }), ...(perJob === null ? {} : { per_job: perJob }) },
  };
}

function requirePrompts(prompts: readonly string[]): void {
  if (prompts.length === 0 || prompts.some((prompt) => prompt.trim() === "")) {
    throw new TuttiError("cli.usage", "a prompt is empty", { audience: "user", hint: "Say what is to be done." });
  }
}

const mostWords = 5;
const longestId = 40;
const longestTitle = 72;

/** An id for each prompt, made of its first words: lower case, digits and hyphens, and no two the same. */
function idsFor(prompts: readonly string[]): readonly string[] {
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
