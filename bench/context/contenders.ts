import { readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { isolate } from "../../src/library.ts";
import { git } from "./repository.ts";

export const contenders = ["tutti clone", "tutti worktree", "git worktree add", "git clone --shared"] as const;
export type Contender = (typeof contenders)[number];

/** Where contexts of one repository are made and cleared away again. */
export interface Yard {
  make(contender: Contender, atOnce: number): Promise<void>;
  clear(): Promise<void>;
  /** How often `git worktree add` had to be tried again: several at once get in each other's way. */
  failures(): number;
}

export function makeYard(folder: string, repository: string): Yard {
  const home = join(folder, "home");
  const made = join(folder, "made");
  let number = 0;
  let failed = 0;
  const addWorktree = async (path: string): Promise<void> => {
    for (;;) {
      try {
        await git(repository, ["worktree", "add", "-q", "-f", "--detach", path]);
        return;
      } catch {
        failed += 1;
      }
    }
  };
  const isolated = async (level: "clone" | "worktree"): Promise<void> => {
    const isolation = await isolate(repository, `task-${(number += 1)}`, level, { home });
    await isolation.close();
  };
  const makeOne: Readonly<Record<Contender, () => Promise<void>>> = {
    "tutti clone": () => isolated("clone"),
    "tutti worktree": () => isolated("worktree"),
    "git worktree add": () => addWorktree(join(made, `worktree-${(number += 1)}`)),
    "git clone --shared": () =>
      git(folder, ["clone", "-q", "--shared", repository, join(made, `clone-${(number += 1)}`)]),
  };
  return {
    make: async (contender, atOnce) => {
      await Promise.all(Array.from({ length: atOnce }, makeOne[contender]));
    },
    clear: async () => {
      const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
      await Promise.all(
        [made, join(home, "jobs"), join(home, "contexts"), join(repository, ".git", "worktrees")].map(remove),
      );
      await Promise.all(hubsIn(home).map((hub) => remove(join(hub, "worktrees"))));
    },
    failures: () => failed,
  };
}

function hubsIn(home: string): readonly string[] {
  try {
    return readdirSync(join(home, "repositories")).map((name) => join(home, "repositories", name, "worktrees.git"));
  } catch {
    return [];
  }
}
