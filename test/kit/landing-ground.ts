import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openObjects } from "../../src/git/objects/objects.ts";
import { openRepository } from "../../src/git/repository.ts";
import { openObjectStore } from "../../src/isolation/store/object-store.ts";
import type { Candidate } from "../../src/landing/candidate.ts";
import { readGateFile } from "../../src/landing/gates/file.ts";
import type { LandingHands } from "../../src/landing/hands.ts";
import { nothingSpentYet } from "../../src/sheet/cost/usage.ts";
import { usualMessage } from "../../src/score/plan/landing-plan.ts";
import { tempFolder } from "./folders.ts";
import { hastyWorld, wireGit } from "./git.ts";
import type { TestRepository } from "./repository.ts";

/** A result that wants to land, as far as a test says anything of it. */
export function candidateOf(
  own: Pick<Candidate, "job" | "sheet" | "base" | "capture"> & Partial<Candidate>,
): Candidate {
  const { agent } = own.sheet;
  return {
    attempt: 1,
    verdict: { kind: "unvalidated" },
    agent,
    spent: nothingSpentYet,
    isReviewed: false,
    intent: null,
    ...own,
  };
}

type HandsWishes = Partial<LandingHands> & Pick<LandingHands["self"], "notice">;

/** Real hands for landing in a repository that only this test uses; the test decides validations and gates. */
export async function landingHands(
  user: Pick<TestRepository, "path">,
  { notice, ...more }: HandsWishes = {},
): Promise<LandingHands> {
  const git = wireGit();
  const scratch = join(tempFolder(), "scratch");
  mkdirSync(scratch);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const format = store.repository.objectFormat;
  return {
    git,
    store,
    self: { scratch, world: hastyWorld, owner: "home.1", ...(notice === undefined ? {} : { notice }) },
    objects: openObjects(git, store.gitDir, { format, takesAll: true }),
    userObjects: openObjects(git, store.repository.commonDir, { format, isUsers: true }),
    sheets: {
      validate: () => Promise.resolve({ kind: "unvalidated" }),
      message: () => usualMessage,
      promised: () => [],
      startedFrom: ({ base }) => Promise.resolve(base),
      job: () => Promise.resolve(undefined),
    },
    gates: { file: (commit) => readGateFile(git, store.gitDir, commit), test: () => Promise.resolve([]) },
    alone: (_, work) => work(),
    ...more,
  };
}
