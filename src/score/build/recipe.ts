import { globMatcher } from "../match/glob.ts";
import { commandTemplate } from "../plan/command.ts";
import type { Recipe, RecipeCommand } from "../plan/recipe.ts";
import type { WrittenPrepare } from "../schema/contexts/prepare.ts";
import type { KeyPath } from "../source/place.ts";

const usualTimeoutMs = 10 * 60_000;
const usualTeardownMs = 60_000;

/** How a score or a settings file wants contexts to be made ready. */
export function recipeOf(
  { commands, teardown, ...same }: WrittenPrepare,
  wrong: (path: KeyPath, why: string) => void,
): Recipe {
  for (const [index, { inputs }] of (commands ?? []).entries()) {
    const read = globMatcher(inputs ?? []);
    if (read.kind === "wrong") wrong(["prepare", "commands", index, "inputs"], read.why);
  }
  const said = {
    ...same,
    commands: commands?.map((one) => commandOf(one, usualTimeoutMs)),
    teardown: teardown?.map((one) => commandOf(one, usualTeardownMs)),
  };
  return Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
}

function commandOf(
  { run, timeout, inputs }: NonNullable<WrittenPrepare["commands"]>[number],
  usualMs: number,
): RecipeCommand {
  return { command: commandTemplate(run), timeoutMs: timeout ?? usualMs, inputs: inputs ?? null };
}
