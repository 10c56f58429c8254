import { realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { Repository } from "../../git/repository.ts";

/** Contexts in a checkout would be part of the user's own files, and of each other's. */
export async function requireOutside(folder: string, repository: Pick<Repository, "top" | "commonDir">): Promise<void> {
  await requireBeside(folder, placesOf(repository));
}

/** A `git clean` in the checkout must not take all custody with it. */
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

/** What a start sweeps in Tutti's own folder, and what clean-up empties there, must not be anybody's work. */
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

/** Of a linked worktree the main checkout lies around the common folder. */
function placesOf({ top, commonDir }: Pick<Repository, "top" | "commonDir">): readonly string[] {
  const main = basename(commonDir) === ".git" ? dirname(commonDir) : commonDir;
  return [...(top === null ? [] : [top]), main];
}

async function placeAround(folder: string, places: readonly string[]): Promise<string | undefined> {
  const real = await realFolder(folder);
  return places.find((place) => real === place || real.startsWith(`${place}/`));
}

/** The folder as it will be: its last parts may not exist yet. */
async function realFolder(folder: string): Promise<string> {
  return realpath(folder).catch(async () =>
    dirname(folder) === folder ? folder : join(await realFolder(dirname(folder)), basename(folder)),
  );
}
