import { resolve } from "node:path";
import { asAsked } from "../../score/isolation.ts";
import { agentsHere, uncountedHere } from "../agents-here.ts";
import { readScoreText } from "../../score/load.ts";
import type { IsolationLevel } from "../../score/plan.ts";
import { requireHomeApart } from "../../daemon/home-apart.ts";
import { parallelHere } from "../parallel.ts";
import { dryRun } from "../dry-run/dry-run.ts";
import { environmentHere } from "../environment.ts";
import { makeFresh, sayUnfinished } from "../fresh.ts";
import { scoreFrom } from "../jobs/score-text.ts";
import { playInFront } from "../play.ts";
import { settingFrom } from "../setting.ts";
import type { Terminal } from "../terminal.ts";
import { uncountedLines } from "../validate/cost-lines.ts";

export interface RunOptions {
  readonly score: string;
  readonly repo: string;
  readonly parallel?: number;
  readonly priority?: number;
  readonly isolation?: IsolationLevel;
  /** A context for each sheet, or one for all. */
  readonly per?: "sheet" | "job";
  /** The same as the level `none`. */
  readonly noIsolation?: true;
  /** A pull request for each sheet instead of landing it. */
  readonly pr?: true;
  readonly draft?: true;
  readonly startSheet?: string;
  readonly fresh?: true;
  readonly yes?: true;
  readonly detach?: true;
  readonly noStart?: true;
  readonly dryRun?: true;
  readonly json?: true;
}

export async function run(terminal: Terminal, options: RunOptions): Promise<number> {
  // A wrong score is refused before anything is opened or made.
  const folder = resolve(options.repo);
  const score = await scoreFrom(terminal, options.score, folder);
  const { plan: written } = readScoreText({ ...score, path: options.score }, await agentsHere(folder));
  const level = options.noIsolation === true ? "none" : options.isolation;
  const pullRequest = pullRequestFrom(options);
  const plan = asAsked(written, { level, per: options.per, pulls: pullRequest });
  if (options.dryRun === true) return dryRun(terminal, plan, { ...options, folder });
  await requireHomeApart(settingFrom(process.env), folder);
  const parallel = options.parallel ?? (await parallelHere(folder));
  // Whoever watches the job hears it from there.
  if (options.detach === true)
    for (const line of uncountedLines(terminal, await uncountedHere(plan, folder))) terminal.err(line);
  const about = { score: score.path, folder };
  return playInFront(
    terminal,
    { json: options.json === true, detach: options.detach === true, noStart: options.noStart === true },
    async (tutti, key) => {
      if (options.fresh === true) await makeFresh(terminal, tutti, { ...about, isAgreed: options.yes === true });
      else await sayUnfinished(terminal, tutti, about);
      return tutti.call("job.submit", {
        score,
        folder,
        environment: environmentHere(),
        key,
        ...(parallel === null ? {} : { parallel }),
        ...(options.priority === undefined ? {} : { priority: options.priority }),
        ...(level === undefined ? {} : { isolation: level }),
        ...(options.per === undefined ? {} : { per: options.per }),
        ...(pullRequest === undefined ? {} : { pullRequest }),
        ...(options.startSheet === undefined ? {} : { startSheet: options.startSheet }),
      });
    },
  );
}

/** A draft is a pull request too. */
export function pullRequestFrom({
  pr,
  draft,
}: Pick<RunOptions, "pr" | "draft">): { readonly draft: boolean } | undefined {
  return pr === true || draft === true ? { draft: draft === true } : undefined;
}
