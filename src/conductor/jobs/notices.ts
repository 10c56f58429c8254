import { uncountedWords } from "../../api/contract/cost/cost.ts";
import type { Job } from "../../sheet/job.ts";
import type { Entry } from "../../store/entry.ts";
import type { JobParts } from "./parts.ts";

type Environment = Readonly<Record<string, string>> | undefined;

/** Records sentences for people who follow a job. */
export function noticesOf({ world }: Pick<JobParts, "world">, { id }: Job, texts: readonly string[]): readonly Entry[] {
  const at = world.now();
  return texts.map((text) => ({ about: "note", job: id, sheet: null, event: { kind: "notice", at, text } }));
}

/** Names the agents that a job's cost limit can't hold. */
export async function uncountedAgents(
  { agents }: Pick<JobParts, "agents">,
  { plan, repository }: Job,
  environment: Environment,
): Promise<readonly string[]> {
  const words = uncountedWords(await agents.uncounted(plan, repository.top, environment));
  return words === null ? [] : [words];
}

/** A job starts although a fallback is missing, because it may never be needed; the person should know of it. */
export async function missingFallbacks(
  { agents }: Pick<JobParts, "agents">,
  { plan }: Job,
  { folder, environment }: { readonly folder: string; readonly environment?: Environment },
): Promise<readonly string[]> {
  const fallbacks = plan.sheets.flatMap((sheet) => sheet.fallbacks);
  const missing = fallbacks.length === 0 ? [] : await agents.missing(fallbacks, folder, environment);
  return missing.map((why) => `a fallback could not take over: ${why}`);
}
