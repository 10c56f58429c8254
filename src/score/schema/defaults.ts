import { z } from "zod";
import { TuttiError } from "../../base/error.ts";
import { firstLines } from "../../base/text.ts";
import type { WrittenDefaults } from "../plan/isolation.ts";
import { strict } from "../source/shape.ts";
import { container } from "./contexts/container.ts";
import { cost } from "./cost.ts";
import { branch } from "./fields.ts";
import { prepare } from "./contexts/prepare.ts";
import type { Score } from "./score.ts";
import { prompts, settings } from "./sheet.ts";

/** Keys given beside a score, in its words: they hold where the score says nothing. */
const scoreDefaults = strict({
  target: branch.optional(),
  agent: settings.agent,
  fallbacks: settings.fallbacks,
  timeout: settings.timeout,
  parallel: z.int().min(1).max(1_000).optional(),
  cost: cost.optional(),
  prepare: prepare.optional(),
  container: container.optional(),
  /** They follow those of the score. */
  prompt_extensions: prompts.prompt_extensions.optional(),
});

export const defaultKeys = scoreDefaults.shape;

export type ScoreDefaults = z.infer<typeof scoreDefaults>;

export function readDefaults(written: WrittenDefaults | undefined): ScoreDefaults | undefined {
  if (written === undefined) return undefined;
  const read = scoreDefaults.safeParse(written);
  if (read.success) return read.data;
  const what = read.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  throw new TuttiError(
    "score.invalid",
    `what is given beside the score is not valid: ${firstLines(what, 5).join("; ")}`,
    {
      audience: "user",
      hint: "Check the environment: tutti env check",
    },
  );
}

/** A chain of agents belongs together: a score that names its agent, or routes, keeps its own fallbacks. */
export function withDefaults(score: Score, given: ScoreDefaults | undefined): Score {
  if (given === undefined) return score;
  const { agent, fallbacks, prompt_extensions: texts = [], ...rest } = given;
  const isUncast = score.agent === undefined && score.routing === undefined;
  const prepared = { ...given.prepare, ...score.prepare };
  const environment = { ...given.prepare?.environment, ...score.prepare?.environment };
  return {
    ...present(rest),
    ...(isUncast ? present({ agent, fallbacks }) : {}),
    ...score,
    ...(given.cost === undefined ? {} : { cost: { ...given.cost, ...score.cost } }),
    ...(given.container === undefined ? {} : { container: { ...given.container, ...score.container } }),
    ...(Object.keys(prepared).length === 0
      ? {}
      : { prepare: Object.keys(environment).length === 0 ? prepared : { ...prepared, environment } }),
    prompt_extensions: [...score.prompt_extensions, ...texts],
  };
}

/** Without the keys that have no value. */
function present<T extends object>(map: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
