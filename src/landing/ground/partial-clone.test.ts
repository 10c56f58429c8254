import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { clonePartially } from "../../../test/kit/odd-repositories.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { setEntries, storeBytes } from "../../git/index.ts";
import { populate } from "../../git/index.ts";
import { writeCommit, writeTree } from "../../git/history/trees.ts";
import { fetchMissing } from "../../isolation/store/partial.ts";
import { gitGround } from "./git-ground.ts";

const ten = (first: string, last: string): string => [first, ..."bcdefghi", last, ""].join("\n");

it("a sheet lands on a target whose files a partial clone has not fetched", async () => {
  const origin = makeRepository({ "a.txt": ten("a", "j"), "b.txt": "b\n" });
  const base = origin.head();
  const user = clonePartially(origin, "blob:none");
  user.git("checkout", "-q", "--detach", base);
  const hands = await landingHands(user);
  const {
    git,
    store,
    self: { scratch },
  } = hands;

  // The sheet's result: the last line, by an agent who had the base's files.
  await fetchMissing(git, store, [base]);
  const place = { gitDir: store.gitDir, workTree: join(scratch, "files"), index: join(scratch, "index") };
  mkdirSync(place.workTree);
  await populate(git, place, base);
  const blob = await storeBytes(git, store.gitDir, Buffer.from(ten("a", "the sheet's")));
  await setEntries(git, place, [{ mode: "100644", blob, path: "a.txt" }]);
  const tree = await writeTree(git, store.gitDir, place.index);
  const capture = await writeCommit(git, store.gitDir, {
    tree,
    parents: [base],
    message: "capture\n",
    by: person,
    at: 1_700_000_000_000 as EpochMs,
  });

  // Meanwhile others changed the first line, and the user fetched that without its files.
  const onto = origin.commit({ "a.txt": ten("the others'", "j"), "c.txt": "c\n" });
  user.git("fetch", "-q", "origin");
  user.git("update-ref", "refs/heads/main", onto);
  const candidate = candidateOf({ job: makeJob("job-1", ["s"]), sheet: makeSheet("s"), base, capture });
  const ground = gitGround(hands, { ref: "refs/heads/main", origin: null });
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  expect(outcome.kind).toBe("layer");
  const { layer } = outcome as Extract<typeof outcome, { kind: "layer" }>;
  const stack = await ground.commit(head, [{ layer, level: "unvalidated", gates: [] }]);
  expect(await ground.publish(head, stack, new AbortController().signal)).toEqual({ kind: "published" });
  expect(user.git("show", "main:a.txt")).toBe(ten("the others'", "the sheet's").trimEnd());
  expect(user.git("rev-parse", "main^") as CommitSha).toBe(onto);
});
