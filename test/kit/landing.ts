import { mkdirSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import type { World } from "../../src/base/world/world.ts";
import { openRepository } from "../../src/git/repository.ts";
import { openObjectStore } from "../../src/isolation/store/object-store.ts";
import { advanceTarget } from "../../src/landing/ground/advance-target.ts";
import type { PublishOutcome } from "../../src/landing/ground.ts";
import { type HeldIndexLock, tryIndexLocks } from "../../src/landing/checkout/locks/index-lock.ts";
import type { PublishHands } from "../../src/landing/hands.ts";
import { tempFolder } from "./folders.ts";
import { hastyWorld, printedBy, wireGit } from "./git.ts";
import { type Files, type TestRepository, makeRepository } from "./repository.ts";

/** A repository of the user's, checked out at one commit, and a landing that would take it to the next. */
export interface Landing {
  readonly user: TestRepository;
  readonly hands: PublishHands;
  readonly from: CommitSha;
  readonly to: CommitSha;
  readonly land: () => Promise<PublishOutcome>;
  readonly status: () => string;
  /** Files of ours, or locks, that lie in the user's git folder. */
  readonly leftovers: () => readonly string[];
}

export interface LandingStory {
  readonly before: Files;
  readonly remove?: readonly string[];
  readonly change: Files;
  readonly world?: World;
  readonly format?: "sha1" | "sha256";
}

export async function makeLanding(story: LandingStory): Promise<Landing> {
  const user = makeRepository(story.before, story.format);
  const from = user.head();
  if (story.remove !== undefined) user.git("rm", "-rq", ...story.remove);
  const to = user.commit(story.change, "landed");
  user.git("reset", "-q", "--hard", from);
  // Long ago, as far as a landing can tell: it waits for one who wrote an index just now.
  utimesSync(join(user.gitDir, "index"), 1_600_000_000, 1_600_000_000);
  const git = wireGit();
  const scratch = join(tempFolder(), "scratch");
  mkdirSync(scratch);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const hands: PublishHands = { git, store, self: { world: story.world ?? hastyWorld, scratch, owner: "home.2" } };
  return {
    user,
    hands,
    from,
    to,
    land: () => advanceTarget(hands, "refs/heads/main", { from, to }),
    status: () => printedBy(user.path, ["status", "--porcelain", "--untracked-files=all", "--ignored"]),
    leftovers: () =>
      readdirSync(user.gitDir, { recursive: true })
        .map(String)
        .filter((name) => /lock|tutti/.test(name)),
  };
}

/** The lock of a Tutti that is about to move the user's checkout, or has begun to. */
export async function beginMove(
  { user, from, to }: Landing,
  by: { readonly owner: string; readonly stage: "looking" | "moving" },
): Promise<HeldIndexLock> {
  const taken = await tryIndexLocks([user.gitDir], { owner: by.owner, ref: "refs/heads/main", path: "", from, to });
  const lock = taken.kind === "held" ? taken.locks.get(user.gitDir) : undefined;
  if (lock === undefined) throw new Error("no lock");
  if (by.stage === "moving") await lock.announceMove({ path: user.path, from, to });
  return lock;
}
