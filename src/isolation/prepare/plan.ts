import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../../git/git.ts";
import { openRepository } from "../../git/repository.ts";
import type { PreparationChoice } from "../../score/plan/preparation.ts";
import { listOf } from "../../base/text.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { findDependencies } from "./installed/dependencies.ts";
import { makeViews } from "./installed/views.ts";
import { type CopyTools, type Obstacles, type Way, chooseWay } from "./installed/ways.ts";

/** How contexts of a checkout would be prepared. */
export interface PreparationOutlook {
  readonly way: Way;
  readonly obstacles: Obstacles;
  /** Found in the checkout; `null`: not in a repository. */
  readonly folders: readonly string[] | null;
}

export interface PlanParts {
  readonly git: Git;
  readonly tools: CopyTools;
  /** Tutti's home, or the nearest folder that exists: a trial is made on its disk, and removed. */
  readonly disk: string;
  readonly choice: PreparationChoice;
}

export async function planPreparation(
  { git, tools, disk, choice }: PlanParts,
  folder: string,
): Promise<PreparationOutlook> {
  const scratch = await mkdtemp(join(disk, ".tutti-trial-"));
  try {
    const views = makeViews({ ...tools, places: { scratch, views: join(scratch, "views") } });
    const obstacles = { overlay: await views.whyNot(), reflink: await views.whyNoReflink() };
    return { way: chooseWay(choice, obstacles), obstacles, folders: await foldersIn(git, folder) };
  } finally {
    await removeTree(scratch);
  }
}

async function foldersIn(git: Git, folder: string): Promise<readonly string[] | null> {
  const repository = await openRepository(git, folder).catch(() => undefined);
  return repository === undefined ? null : (await findDependencies(git, repository)).map(({ path }) => path);
}

/** The installed folders that programs in contexts would find, as one line. */
export function planWords({ way, folders }: PreparationOutlook): string {
  const found = listOf(folders ?? []);
  if (found === "") return "nothing is installed in the checkout";
  if (way.kind === "off") return `contexts get nothing of ${found}: prepare.way is off`;
  if (way.kind === "none") return `contexts get nothing of ${found}: ${way.why}`;
  if (way.kind === "links") return `contexts share ${found} with the checkout by links`;
  return `contexts get ${found} by ${way.kind}`;
}
