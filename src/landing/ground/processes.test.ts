import { expect, it } from "vitest";
import { hastyWorld, wireGit } from "../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { openObjects } from "../../git/objects/objects.ts";
import { gateFileIn } from "../gates/file.ts";
import { makeQueue } from "../queue/queue.ts";
import { gitGround } from "./git-ground.ts";

const names = Array.from({ length: 20 }, (_, place) => `file-${String(place)}`);

it("results that land together take two processes, one for each repository, and what stays open serves the next ones", async () => {
  const user = makeRepository(Object.fromEntries(names.map((name) => [name, "old\n"])));
  user.git("checkout", "-q", "-b", "aside");
  const real = wireGit();
  const calls: string[] = [];
  const git: typeof real = {
    ...real,
    sealed: (call) => (calls.push(call.args[0] ?? ""), real.sealed(call)),
    ask: (cwd, args) => (calls.push(args[0] ?? ""), real.ask(cwd, args)),
    converse: (talk) => (calls.push(`${talk.args[0] ?? ""} to stay`), real.converse(talk)),
  };
  const plain = await landingHands(user);
  const { store } = plain;
  const objects = openObjects(git, store.gitDir, "sha1");
  const userObjects = openObjects(git, store.repository.commonDir, "sha1");
  const hands = {
    ...plain,
    git,
    objects,
    userObjects,
    gates: { ...plain.gates, file: (commit: CommitSha) => gateFileIn(objects, commit) },
  };
  const ground = gitGround(hands, { ref: "refs/heads/main", origin: "refs/heads/main" });
  const queue = makeQueue({ ground, world: hastyWorld, rules: () => ({ isPaused: false, first: [] }) });
  const job = makeJob("j", [], { plan: makePlan(names.map((name) => makeSheet(name))) });
  const land = async (some: readonly string[]): Promise<readonly string[]> => {
    const base = user.git("rev-parse", "main") as CommitSha;
    const { tree } = await objects.readCommit(base);
    const candidates = await Promise.all(
      some.map(async (name) => {
        const entries = (await objects.readTree(tree)).map((entry) =>
          entry.name === name ? { ...entry, id: objects.writeBlob(Buffer.from(`${name}\n`)) } : entry,
        );
        const capture = objects.writeCommit({
          tree: objects.writeTree(entries),
          parents: [base],
          message: "result\n",
          by: person,
          at: 0 as EpochMs,
        });
        return candidateOf({ job, sheet: makeSheet(name), base, capture });
      }),
    );
    await objects.flush();
    calls.splice(0);
    const record = {
      stop: new AbortController().signal,
      wants: () => true,
      job: () => Promise.resolve(job),
      sheets: () => Promise.resolve(),
    };
    await queue.offer({ candidates, record });
    // A process that stays goes when it is not needed for a while, which may be while this machine is busy.
    return calls.splice(0).filter((call) => !call.endsWith("to stay"));
  };
  await land(names.slice(0, 1));
  expect((await land(names.slice(1))).map((call) => call.replace(/^(unpack-objects|index-pack)$/, "stores"))).toEqual([
    "stores",
    "stores",
  ]);
  expect(user.git("rev-list", "--count", "main")).toBe("21");
  expect(user.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts").split("\n")).toHaveLength(20);
  expect(user.git("fsck", "--strict", "--no-dangling")).toBe("");
  await Promise.all([objects.close(), userObjects.close(), plain.objects.close(), plain.userObjects.close()]);
});
