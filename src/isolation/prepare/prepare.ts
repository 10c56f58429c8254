import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { exists } from "../../base/files/exists.ts";
import { literally } from "../../base/ignore/gitignore-words.ts";
import { realWorld } from "../../base/real-world.ts";
import type { Git } from "../../git/git.ts";
import { listSpecial } from "../../git/index.ts";
import type { Repository } from "../../git/repository.ts";
import type { Context } from "../context.ts";
import type { PreparedPart, ShowInstalled } from "./prepared.ts";
import { lendFrom } from "./above.ts";
import { type Borrowed, isNested, lendAgain, lendWithin } from "./within.ts";

/** What a context needs that the checkout has and git does not. */
export interface PreparePlan extends Borrowed {
  /** Shows what is installed in the checkout by an overlay; absent: links do for the folders of `borrow`. */
  readonly showInstalled?: ShowInstalled;
  /** A folder above the context, in which programs that look upwards find the rest; absent: it has them already. */
  readonly above?: string;
  /** Patterns, as in `.gitignore`, of ignored files of the checkout that it gets a copy of. */
  readonly include?: readonly string[];
}

/**
 * Makes a new context ready to work: by an overlay, or else by links. `store`: the git dir that its index belongs to.
 * What an agent installs stays in the context. The result says what later captures and clean-ups have to know.
 */
export async function prepare(
  git: Git,
  context: Context,
  plan: PreparePlan & { readonly store: string; readonly repository: Repository },
): Promise<Context> {
  const startedAt = realWorld.ticks();
  const { top, borrow, above } = plan;
  const modules = (): Promise<readonly string[]> => modulesOf(git, context, plan.store);
  const shown = await plan.showInstalled?.({
    repository: plan.repository,
    folder: context.path,
    named: borrow,
    modules,
  });
  const tookMs = (): number => realWorld.ticks() - startedAt;
  if (shown?.kind === "overlay") {
    await hideFromGit(context.path, shown.folders);
    const parts = shown.folders.map((path): PreparedPart => ({ path, how: "overlay" }));
    return { ...context, lent: shown.folders, prepared: { parts, tookMs: tookMs() } };
  }
  const linked = above === undefined ? [] : await lendFrom(above, plan);
  const isDeep = top !== null && borrow.some(isNested);
  const lent = isDeep ? await lendWithin(context.path, { top, borrow, modules: await modules() }) : [];
  if (lent.length > 0) await hideFromGit(context.path, lent);
  const parts = [
    ...linked.map((path): PreparedPart => ({ path, how: "linked above" })),
    ...lent.map((path): PreparedPart => ({ path, how: "links within" })),
  ];
  const { folders = [], why = "" } = shown?.kind === "impossible" ? shown : {};
  const missing = folders.filter((folder) => !parts.some(({ path }) => path === folder));
  return {
    ...context,
    ...(top === null || lent.length === 0 ? {} : { lent, lentFrom: top }),
    ...(parts.length + missing.length === 0
      ? {}
      : {
          prepared: {
            parts,
            tookMs: tookMs(),
            ...(missing.length === 0 ? {} : { missing: { folders: missing, why } }),
          },
        }),
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
