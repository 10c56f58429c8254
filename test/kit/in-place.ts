import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { SheetId } from "../../src/base/ids.ts";
import type { Context } from "../../src/isolation/context.ts";
import { enterInPlace } from "../../src/isolation/levels/in-place.ts";
import { shown } from "./repository.ts";
import { type ContextWishes, type Wired, job, usualRequest } from "./wire.ts";

/** Makes a context of the user's own folder, as it is now. */
export function enter(
  wired: Wired,
  sheet: string,
  { earlier, ...wishes }: ContextWishes & Pick<Parameters<typeof enterInPlace>[2], "earlier"> = {},
): Promise<Context> {
  const whose = { job, sheet: sheet as SheetId, attempt: wishes.attempt ?? 1 };
  const request = usualRequest(wired, whose, { level: "none", ...wishes });
  return enterInPlace(wired.git, wired.places, { ...request, ...(earlier === undefined ? {} : { earlier }) });
}

/** A folder of the user's as git and as a person see it: every file, what is staged, where HEAD stands. */
export function picture({ repository }: Wired): unknown {
  const { path } = repository;
  const names = readdirSync(path, { recursive: true })
    .map(String)
    .filter((name) => name !== ".git" && !name.startsWith(".git/"))
    .sort();
  return {
    files: Object.fromEntries(names.map((name) => [name, shown(path, name)])),
    // A look of git's own would write the index; what it stages is all that counts here.
    staged: repository.git("ls-files", "--stage"),
    head: [repository.git("symbolic-ref", "HEAD"), repository.git("rev-parse", "HEAD")],
    isLocked: existsSync(join(path, ".git/index.lock")),
  };
}
