import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { hastyWorld, wireGit } from "../../test/kit/git.ts";
import { makeJob, makeSheet } from "../../test/kit/jobs.ts";
import { clonePartially } from "../../test/kit/odd-repositories.ts";
import { makeRepository, person } from "../../test/kit/repository.ts";
import type { CommitSha, EpochMs } from "../base/ids.ts";
import { setEntries, storeBytes } from "../git/index.ts";
import { populate } from "../git/index.ts";
import { openRepository } from "../git/repository.ts";
import { writeCommit, writeTree } from "../git/trees.ts";
import { openObjectStore } from "../isolation/object-store.ts";
import { fetchMissing } from "../isolation/special/partial.ts";
import type { LandingHands } from "./hands.ts";
import { type LandingLock, advanceTarget } from "./publish.ts";
import { stackCandidate } from "./stack.ts";

const ten = (first: string, last: string): string => [first, ..."bcdefghi", last, ""].join("\n");

it("a sheet lands on a target whose files a partial clone has not fetched", async () => {
  const origin = makeRepository({ "a.txt": ten("a", "j"), "b.txt": "b\n" });
  const base = origin.head();
  const user = clonePartially(origin, "blob:none");
  user.git("checkout", "-q", "--detach", base);
  const git = wireGit();
  const scratch = join(tempFolder(), "scratch");
  mkdirSync(scratch);
  const store = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  const hands: LandingHands = { git, store, world: hastyWorld, scratch, owner: "home.1", validate: () => Promise.resolve({ kind: "unvalidated" }) };

  // The sheet's result: the last line, by an agent who had the base's files.
  await fetchMissing(git, store, [base]);
  const place = { gitDir: store.gitDir, workTree: join(scratch, "files"), index: join(scratch, "index") };
  mkdirSync(place.workTree);
  await populate(git, place, base);
  const blob = await storeBytes(git, store.gitDir, Buffer.from(ten("a", "the sheet's")));
  await setEntries(git, place, [{ mode: "100644", blob, path: "a.txt" }]);
  const tree = await writeTree(git, store.gitDir, place.index);
  const capture = await writeCommit(git, store.gitDir, { tree, parents: [base], message: "capture\n", by: person, at: 1_700_000_000_000 as EpochMs });

  // Meanwhile others changed the first line, and the user fetched that without its files.
  const onto = origin.commit({ "a.txt": ten("the others'", "j"), "c.txt": "c\n" });
  user.git("fetch", "-q", "origin");
  user.git("update-ref", "refs/heads/main", onto);
  const candidate = { sheet: makeSheet("s"), attempt: 1, base, capture, verdict: { kind: "unvalidated" as const }, intent: null };
  const outcome = await stackCandidate(hands, makeJob("job-1", ["s"]), { candidate, onto });
  expect(outcome.kind).toBe("stacked");
  const to = (outcome as Extract<typeof outcome, { kind: "stacked" }>).stacked.commit;
  expect(await advanceTarget(hands, { ref: "refs/heads/main" } as LandingLock, { from: onto, to })).toEqual({ kind: "published" });
  expect(user.git("show", "main:a.txt")).toBe(ten("the others'", "the sheet's").trimEnd());
  expect(user.git("rev-parse", "main^") as CommitSha).toBe(onto);
});
