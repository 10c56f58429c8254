import { readdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it, test } from "vitest";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { beginRepository } from "../../../test/kit/new-repository.ts";
import { type TestRepository, makeRepository, person } from "../../../test/kit/repository.ts";
import type { CommitSha, EpochMs, JobId, TreeSha } from "../../base/ids.ts";
import { releaseKept } from "../../git/objects/bytes/kept-pack.ts";
import { openObjects } from "../../git/objects/objects.ts";
import type { LandingHands } from "../hands.ts";
import type { Closing } from "../receipts/closing.ts";
import { writeClosing } from "../receipts/write.ts";
import { gitGround } from "./git-ground.ts";

const nobody = new AbortController().signal;
const ref = "refs/heads/main";

/** Makes the commits of a result that adds one file to what main has now; `publish` lands them. */
async function prepare(hands: LandingHands, user: TestRepository, name: string) {
  const { objects } = hands;
  const base = user.git("rev-parse", "main") as CommitSha;
  const entries = [
    ...(await objects.readTree(user.git("rev-parse", "main^{tree}") as TreeSha)),
    { mode: "100644", name, id: objects.writeBlob(Buffer.from(name)) },
  ];
  const capture = objects.writeCommit({
    tree: objects.writeTree(entries),
    parents: [base],
    message: "result\n",
    by: person,
    at: 0 as EpochMs,
  });
  await objects.flush();
  const candidate = candidateOf({ job: makeJob("job-1", [name]), sheet: makeSheet(name), base, capture });
  const ground = gitGround(hands, { ref, origin: null });
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  if (outcome.kind !== "layer") throw new Error(outcome.kind);
  const stack = await ground.commit(head, [{ layer: outcome.layer, level: "unvalidated", gates: [] }]);
  return async (between: () => unknown = () => undefined): Promise<void> => {
    expect(await ground.publish(head, stack, nobody)).toEqual({ kind: "published" });
    between();
    await ground.receipt(stack);
  };
}

async function land(hands: LandingHands, user: TestRepository, name: string): Promise<void> {
  await (await prepare(hands, user, name))();
}

function makeUser(): TestRepository {
  const user = makeRepository({ "README.md": "hello\n" });
  user.git("switch", "-q", "-c", "aside");
  return user;
}

const closing = (user: TestRepository): Closing => ({
  version: 1,
  job: "job-1" as JobId,
  target: ref,
  commit: user.git("rev-parse", "main") as CommitSha,
  tree: user.git("rev-parse", "main^{tree}") as TreeSha,
  promised: 1,
  kept: 1,
  unasked: 0,
  lost: [],
  at: 0 as EpochMs,
});

const receiptsOf = (user: TestRepository): number =>
  user.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts").split("\n").length;

test.each([
  ["git gc --prune=now", ["gc", "-q", "--prune=now"]],
  ["git gc --aggressive --prune=now", ["gc", "-q", "--aggressive", "--prune=now"]],
  ["git repack -ad", ["repack", "-a", "-d", "-q"]],
  ["git prune", ["prune", "--expire=now"]],
])("%s in the middle of a landing takes nothing away that it needs", async (_, command) => {
  const user = makeUser();
  const hands = await landingHands(user);
  const publish = await prepare(hands, user, "one.txt");
  user.git(...command);
  await publish(() => user.git(...command));
  user.git(...command);
  await land(hands, user, "two.txt");
  expect(user.git("ls-tree", "--name-only", "main").split("\n")).toEqual(["README.md", "one.txt", "two.txt"]);
  expect([receiptsOf(user), user.git("fsck", "--strict", "--no-dangling")]).toEqual([2, ""]);
});

it("Tutti's store has what its receipts need, though objects go in the user's repository", async () => {
  const user = makeUser();
  const hands = await landingHands(user);
  await land(hands, user, "one.txt");
  rmSync(join(user.gitDir, "objects"), { recursive: true });
  const listed = await hands.git.sealed({
    gitDir: hands.store.gitDir,
    args: ["rev-list", "--objects", "refs/tutti/meant"],
  });
  expect([listed.code, listed.stdout.toString("utf8").trim().split("\n").length]).toEqual([0, 4]);
});

test.each(["the user's repository", "Tutti's store"])(
  "receipts that name objects which are gone from %s are repaired by the next landing, and it is said",
  async (where) => {
    const user = makeUser();
    const said: string[] = [];
    const hands = await landingHands(user, { notice: (text) => said.push(text) });
    await land(hands, user, "one.txt");
    await writeClosing({ objects: hands.objects, of: "meant" }, closing(user));
    await writeClosing({ objects: hands.userObjects }, closing(user));
    const isUsers = where === "the user's repository";
    // A tree that leads to nothing, as a gc leaves it that looked before the ref was moved.
    const { userObjects, objects } = hands;
    const broken = isUsers ? userObjects : objects;
    const name = isUsers ? "refs/tutti/receipts" : "refs/tutti/meant";
    const args = ["hash-object", "-t", "tree", "-w", "--literally", "--stdin"];
    const lost = await hands.git.sealed({ gitDir: broken.gitDir, args, stdin: treeOf("job-1", "1".repeat(40)) });
    await hands.git.sealed({ gitDir: broken.gitDir, args: ["update-ref", name, lost.stdout.toString("utf8").trim()] });
    const fresh = await landingHands(user, { store: hands.store, objects, notice: (text) => said.push(text) });
    await land(fresh, user, "two.txt");
    expect(receiptsOf(user)).toBe(3);
    expect(said.join("\n")).toContain(
      `${name} in ${broken.gitDir} named 1 objects that are gone: 0 receipts were whole, 2 were brought back`,
    );
  },
);

it("a repository that was deleted and made again at the same path takes landings as any other", async () => {
  const user = makeUser();
  const first = await landingHands(user);
  await land(first, user, "one.txt");
  await Promise.all([first.objects.close(), first.userObjects.close()]);
  rmSync(user.gitDir, { recursive: true });
  beginRepository(user.path, ["--template="]);
  user.commit({ "other.txt": "another one\n" });
  user.git("switch", "-q", "-c", "aside");
  const { store } = first;
  await land(
    await landingHands(user, { store, objects: openObjects(first.git, store.gitDir, "sha1") }),
    user,
    "two.txt",
  );
  expect([receiptsOf(user), user.git("fsck", "--strict", "--no-dangling")]).toEqual([1, ""]);
});

it("packs that a landing brought are given back to the user's gc after an hour", async () => {
  const user = makeUser();
  const hands = await landingHands(user);
  await land(hands, user, "one.txt");
  const folder = join(user.gitDir, "objects/pack");
  const kept = (): readonly string[] => readdirSync(folder).filter((file) => file.endsWith(".keep"));
  expect(kept()).not.toEqual([]);
  expect(await releaseKept(user.gitDir, Date.now())).toBe(0);
  for (const file of kept()) utimesSync(join(folder, file), 1_600_000_000, 1_600_000_000);
  expect(await releaseKept(user.gitDir, Date.now())).toBe(1);
  expect(kept()).toEqual([]);
});

function treeOf(name: string, id: string): Buffer {
  return Buffer.concat([Buffer.from(`40000 ${name}\0`), Buffer.from(id, "hex")]);
}
