import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { TuttiError } from "../../base/error.ts";
import { checkoutAround } from "../../base/files/checkout-around.ts";
import type { Repository } from "../../git/repository.ts";

/** Contexts in a checkout would be part of the user's files. */
export async function requireOutside(folder: string, repository: Pick<Repository, "top" | "commonDir">): Promise<void> {
  await requireBeside(folder, placesOf(repository));
}

/** A `git clean` in the checkout must not take all snapshots with it. */
export async function requireHomeOutside(
  home: string,
  repository: Pick<Repository, "top" | "commonDir">,
): Promise<void> {
  const inside = await placeAround(home, placesOf(repository));
  if (inside === undefined) return;
  throw new TuttiError("home.unusable", `Tutti's own folder ${home} lies inside ${inside}`, {
    audience: "user",
    hint: "Name a folder outside the repository: TUTTI_HOME=<folder>.",
  });
}

/**
 * Refuses a home inside the checkout that is to be worked on, before the home is made. Looks only for a `.git`: asking
 * git needs a home.
 */
export async function requireHomeApart({ home }: { readonly home: string }, folder: string): Promise<void> {
  const top = await checkoutAround(folder);
  if (top !== undefined) await requireHomeOutside(resolve(home), { top, commonDir: join(top, ".git") });
}

/** Sweeping and clean-up in Tutti's own folder must not meet a user's work. */
export async function requireOutsideHome(folder: string, home: string): Promise<void> {
  await requireBeside(folder, [home]);
}

async function requireBeside(folder: string, places: readonly string[]): Promise<void> {
  const inside = await placeAround(folder, places);
  if (inside === undefined) return;
  throw new TuttiError("context.inside_checkout", `contexts can't lie in ${folder}, which is inside ${inside}`, {
    audience: "user",
    hint: "Name a folder beside the repository in the score: isolation: { worktree_base: ../contexts }",
  });
}

/** Around a linked worktree's common folder lies the main checkout. */
function placesOf({ top, commonDir }: Pick<Repository, "top" | "commonDir">): readonly string[] {
  const main = basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
  return [...(top === null ? [] : [top]), main];
}

async function placeAround(folder: string, places: readonly string[]): Promise<string | undefined> {
  const real = await realFolder(folder);
  return places.find((place) => real === place || real.startsWith(`${place}/`));
}

/** Its last parts may not exist yet. */
async function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(async () =>
    dirname(folder) === folder ? folder : join(await realFolder(dirname(folder)), basename(folder)),
  );
}
