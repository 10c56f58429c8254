import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { literally } from "../../base/ignore/gitignore-words.ts";
import { realWorld } from "../../base/world/real-world.ts";
import { firstFew } from "../../base/text.ts";
import type { Git } from "../../git/git.ts";
import { type PrivateIndex, listSpecial } from "../../git/index.ts";
import type { Repository } from "../../git/repository.ts";
import type { Context } from "../context.ts";
import type { Preparation, PreparedPart } from "../../score/plan/preparation.ts";
import type { ShowIn } from "./prepared.ts";
import { lendFrom } from "./above.ts";
import { giveIncluded } from "./include.ts";
import { giveLfs } from "./lfs.ts";
import type { GivenModules } from "./submodules.ts";
import { type Borrowed, isNested, lendAgain, lendWithin } from "./within.ts";

/** Files that a context needs from the checkout and that git does not have. */
export interface PreparePlan extends Borrowed {
  /** Gives what is installed in the checkout; absent: links do for the folders of `borrow`. */
  readonly showInstalled?: ShowIn;
  /** A folder above the context, in which programs that look upwards find the rest; absent: it has them already. */
  readonly above?: string;
  /** Patterns, as in `.gitignore`, of ignored files of the checkout that it gets a copy of. */
  readonly include?: readonly string[];
  /** The state of the commit's submodules. */
  readonly modules?: GivenModules;
}

/**
 * Makes a new context ready to work. `store`: the git dir that its index belongs to. Packages that an agent installs
 * stay in the context. The result holds the facts that later captures and clean-ups need.
 */
export async function prepare(
  git: Git,
  context: Context,
  plan: PreparePlan & { readonly store: string; readonly repository: Repository },
): Promise<Context> {
  const startedAt = realWorld.ticks();
  const { top, borrow, repository, modules: given } = plan;
  const place = { gitDir: plan.store, workTree: context.path, index: context.index };
  const modules = (): Promise<readonly string[]> => modulesOf(git, place);
  const shown = (await plan.showInstalled?.({ folder: context.path, named: borrow, modules })) ?? {
    parts: [],
    links: borrow,
    problems: [],
  };
  const linked = await lendByLinks(context, { ...plan, borrow: shown.links }, modules);
  const included = await giveIncluded(git, { repository, folder: context.path, patterns: plan.include ?? [] });
  const fetched = await giveLfs(git, place, repository.commonDir);
  const lent = [...shown.parts.map(({ path }) => path), ...linked.within, ...included.files];
  if (lent.length > 0) await hideFromGit(context.path, lent);
  const prepared: Preparation = {
    parts: [
      ...shown.parts,
      ...[...linked.above, ...linked.within].map((path): PreparedPart => ({ path, how: "links" })),
      ...together(included.files, "copy"),
      ...together([...(given?.filled ?? []), ...fetched.files], "checkout"),
    ],
    problems: [
      ...shown.problems,
      ...included.problems,
      ...fetched.problems,
      ...(given?.empty ?? []).map(({ path, why }) => `submodule ${path} is empty in contexts: ${why}`),
    ],
    tookMs: realWorld.ticks() - startedAt,
  };
  return {
    ...context,
    ...(lent.length === 0 ? {} : { lent }),
    ...(top === null || linked.within.length === 0 ? {} : { lentFrom: top }),
    ...(prepared.parts.length + prepared.problems.length === 0 ? {} : { prepared }),
  };
}

/** There may be thousands of files, and every attempt records its parts. */
function together(files: readonly string[], how: PreparedPart["how"]): readonly PreparedPart[] {
  return files.length === 0 ? [] : [{ path: firstFew(files), how }];
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

async function modulesOf(git: Git, place: PrivateIndex): Promise<readonly string[]> {
  const { submodules } = await listSpecial(git, place);
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
