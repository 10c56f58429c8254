import { titleOf } from "../../kit/subjects.ts";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { JobView } from "../../../src/api/contract/job.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import type { Live } from "../../kit/live.ts";

/** A sheet by its script, or by all that a score may say of it. */
type Sheet =
  | string
  | {
      readonly script: string;
      readonly after?: readonly string[];
      readonly validations?: readonly object[];
      readonly retry?: object;
      readonly best_of?: object;
    };

/** A score of scripted sheets, each tried once and without a pause. */
export function scoreOf(sheets: Readonly<Record<string, Sheet>>, more: object = {}): string {
  const written = Object.entries(sheets).map(([id, sheet]) => {
    const { script, ...rest } = typeof sheet === "string" ? { script: sheet } : sheet;
    return { id, prompt: script, ...rest };
  });
  // JSON is YAML.
  return JSON.stringify({
    name: "story",
    agent: "scripted",
    isolation: { mode: "clone" },
    retry: { attempts: 1, completions: 0, base_delay: "0s", max_delay: "0s" },
    ...more,
    sheets: written,
  });
}

/** Sheet → state. */
function statesIn({ sheets }: JobView): Readonly<Record<string, string>> {
  return Object.fromEntries(sheets.map(({ id, state }) => [id, state]));
}

export async function states(live: Live, job: JobId): Promise<Readonly<Record<string, string>>> {
  return statesIn(await live.status(job));
}

/** The commits of a branch, newest first, without the first commit. */
export function landed(repository: string, branch = "main"): readonly string[] {
  return gitIn(repository, ["log", "--format=%s", branch]).split("\n").slice(0, -1).map(titleOf);
}

export function fileAt(repository: string, path: string): string {
  return gitIn(repository, ["show", `main:${path}`]);
}

/** A file outside of every context that an agent makes, to say that it has come so far. */
export function makeSign(): { readonly path: string; readonly seen: () => Promise<unknown> } {
  const path = join(tempFolder(), "sign");
  return { path, seen: () => until(() => (existsSync(path) ? true : undefined)) };
}
