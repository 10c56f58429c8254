import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { Git } from "../../../git/git.ts";
import type { Repository } from "../../../git/repository.ts";
import { findDependencies } from "../../../isolation/prepare/installed/dependencies.ts";

/** Files that installers rewrite each time. */
const written = [".", ".package-lock.json", ".modules.yaml", ".yarn-state.yml", "pyvenv.cfg"];

/** Changes whenever something is installed in the checkout or removed from it. */
export async function installedMark(git: Git, repository: Repository): Promise<readonly string[]> {
  const { top } = repository;
  if (top === null) return [];
  const folders = await findDependencies(git, repository);
  const marks = folders.map(async ({ path }) => {
    const times = written.map((name) =>
      stat(join(top, path, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    );
    return `${path} ${(await Promise.all(times)).join(" ")}`;
  });
  return Promise.all(marks);
}
