import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { literally } from "../../base/ignore/gitignore-words.ts";
import { realWorld } from "../../base/real-world.ts";
import type { Git } from "../../git/git.ts";
import { listSpecial } from "../../git/index.ts";
import type { Repository } from "../../git/repository.ts";
import type { Context } from "../context.ts";
import type { Preparation, PreparedPart } from "../../score/plan/preparation.ts";
import type { ShowInstalled } from "./prepared.ts";
import { lendFrom } from "./above.ts";
import { type Borrowed, isNested, lendAgain, lendWithin } from "./within.ts";

/** What a context needs that the checkout has and git does not. */
export interface PreparePlan extends Borrowed {
  /** Gives what is installed in the checkout; absent: links do for the folders of `borrow`. */
  readonly showInstalled?: ShowInstalled;
  /** A folder above the context, in which programs that look upwards find the rest; absent: it has them already. */
  readonly above?: string;
  /** Patterns, as in `.gitignore`, of ignored files of the checkout that it gets a copy of. */
  readonly include?: readonly string[];
}

/**
 * Makes a new context ready to work. `store`: the git dir that its index belongs to. What an agent installs stays in
 * the context. The result says what later captures and clean-ups have to know.
 */
export async function prepare(
  git: Git,
  context: Context,
  plan: PreparePlan & { readonly store: string; readonly repository: Repository },
): Promise<Context> {
  const startedAt = realWorld.ticks();
  const { top, borrow, repository } = plan;
  const modules = (): Promise<readonly string[]> => modulesOf(git, context, plan.store);
  const shown = (await plan.showInstalled?.({ repository, folder: context.path, named: borrow, modules })) ?? {
    parts: [],
    links: borrow,
    problems: [],
  };
  const linked = await lendByLinks(context, { ...plan, borrow: shown.links }, modules);
  const lent = [...shown.parts.map(({ path }) => path), ...linked.within];
  if (lent.length > 0) await hideFromGit(context.path, lent);
  const parts = [
    ...shown.parts,
    ...[...linked.above, ...linked.within].map((path): PreparedPart => ({ path, how: "links" })),
  ];
  const isNothing = parts.length + shown.problems.length === 0;
  return {
    ...context,
    ...(lent.length === 0 ? {} : { lent }),
    ...(top === null || linked.within.length === 0 ? {} : { lentFrom: top }),
    ...(isNothing
      ? {}
      : { prepared: { parts, problems: shown.problems, tookMs: realWorld.ticks() - startedAt } satisfies Preparation }),
  };
}

interface Linked {
  readonly above: readonly string[];
  readonly within: readonly string[];
}

async function lendByLinks(
  { path }: Context,
  plan: PreparePlan,
  modules: () => Promise<readonly string[]>,
): Promise<Linked> {
  const { top, borrow, above } = plan;
  const isDeep = top !== null && borrow.some(isNested);
  return {
    above: above === undefined ? [] : await lendFrom(above, plan),
    within: isDeep ? await lendWithin(path, { top, borrow, modules: await modules() }) : [],
  };
}

/** Prepares a context that is entered again: clean-up may have removed some of it. */
export async function prepareAgain(context: Context, { above, ...borrowed }: PreparePlan): Promise<void> {
  if (above !== undefined) await lendFrom(above, borrowed);
  await lendAgain(context);
}

async function modulesOf(git: Git, { path, index }: Context, store: string): Promise<readonly string[]> {
  const { submodules } = await listSpecial(git, { gitDir: store, workTree: path, index });
  return submodules.map((module) => Buffer.from(module, "latin1").toString("utf8"));
}

/**
 * So that `git add -A` leaves lent folders out even when an installer replaced them. A worktree has no such list.
 */
async function hideFromGit(path: string, lent: readonly string[]): Promise<void> {
  const info = join(path, ".git", "info");
  if (await exists(info))
    await appendFile(join(info, "exclude"), lent.map((folder) => `/${literally(folder)}\n`).join(""));
}
