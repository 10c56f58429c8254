import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EpochMs, SheetId } from "../../src/base/ids.ts";
import { type Context, type ContextRequest, contextIdOf } from "../../src/isolation/context.ts";
import { enterPlace } from "../../src/isolation/levels/in-place.ts";
import { person, shown } from "./repository.ts";
import { type Wired, job } from "./wire.ts";

/** Makes a context of the user's own folder, as it is now. */
export function enter(wired: Wired, sheet: string, more: Partial<ContextRequest> = {}): Promise<Context> {
  const { git, places, store, repository } = wired;
  const whose = { job, sheet: sheet as SheetId, attempt: more.attempt ?? 1 };
  return enterPlace(git, places, {
    ...whose,
    id: contextIdOf(job, whose.sheet, whose.attempt),
    path: repository.path,
    level: "branch",
    base: repository.head(),
    continueFrom: null,
    checkedOut: "main",
    branch: null,
    state: places.state(job),
    objects: "shared",
    lock: true,
    identity: person,
    store,
    fallback: null,
    at: 1_700_000_000_000 as EpochMs,
    ...more,
  });
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
