import { realpath } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { usage } from "../terminal/input.ts";

/**
 * Typed paths, as paths from the top of the repository, which tools and git use.
 * None of them: everywhere.
 */
export async function pathsFrom(typed: readonly string[], top: string): Promise<readonly string[]> {
  const [here, above] = await Promise.all([realpath(process.cwd()), realpath(top)]);
  const paths = typed.map((path) => {
    const below = relative(above, resolve(here, path));
    if (below === ".." || below.startsWith("../"))
      throw usage(
        `${path} is not in ${above}`,
        "Name files, directories or globs of this repository; --repo names another.",
      );
    return below;
  });
  // The top includes everything else.
  return paths.includes("") ? [] : paths;
}
