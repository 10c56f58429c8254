import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { ContextId } from "../../base/ids.ts";
import { clean, planCleaning } from "./clean.ts";
import type { ContextParts } from "./parts.ts";

/**
 * Cleans up by the rules of the environment. Never fails; calls wait for each other, since two would plan the same
 * steps.
 */
export type CleanUp = () => Promise<void>;

const byTheRules = { olderThanDays: null, maxContexts: null, maxBytes: null, allTrash: false };

export function makeCleanUp(parts: ContextParts, notice: (text: string) => void): CleanUp {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last
      .then(() => cleanByPolicy(parts, notice))
      .catch((error: unknown) => {
        notice(`nothing could be cleaned up: ${messageOf(error)}`);
      });
    return last;
  };
}

/** Trash is waste and goes without a word; what becomes of a context is said. */
async function cleanByPolicy(parts: ContextParts, notice: (text: string) => void): Promise<void> {
  const { steps, stuck } = await planCleaning(parts, byTheRules);
  for (const { name, why } of stuck) await noticeOnce(parts, { name, why }, notice);
  for (const { step, problem } of await clean(parts, steps)) {
    if (problem !== null) await noticeOnce(parts, { name: step.name, why: problem }, notice);
    else if (step.kind === "remove-context")
      notice(`${step.name} was captured and its context taken away: ${step.why}`);
    else if (step.kind === "drop-artefacts")
      notice(`files that git ignores were taken out of ${step.name}: ${step.why}`);
  }
}

/** This runs at every job's end: what stays for the same reason as before is not said again. */
async function noticeOnce(
  { places }: ContextParts,
  stays: { readonly name: string; readonly why: string },
  notice: (text: string) => void,
): Promise<void> {
  const text = `${stays.name} could not be cleaned up and stays: ${stays.why}`;
  const mark = join(places.admin(stays.name as ContextId), "stays");
  if ((await readFile(mark, "utf8").catch(() => "")) === text) return;
  notice(text);
  // Trash has no notes of Tutti's, and then it is said again.
  await writeFile(mark, text).catch(() => undefined);
}
