import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wireGit } from "../../../test/kit/git.ts";
import { makeJob, makePlan, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { type TestRepository, makeRepository, shown } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { realWorld } from "../../base/world/real-world.ts";
import type { Git } from "../../git/git.ts";
import type { Candidate, Landed } from "../candidate.ts";
import type { Ground } from "../ground.ts";
import type { LandingHands } from "../hands.ts";
import { advanceTarget } from "./advance-target.ts";
import { gitGround } from "./git-ground.ts";

const main = "refs/heads/main";
const text = Array.from({ length: 30 }, (_, line) => `line ${String(line)}\n`);
const withLine = (place: number, words: string): string => text.with(place, `${words}\n`).join("");
const noStop = new AbortController().signal;

/**
 * A repository whose target no worktree has checked out, and grounds on it with a home each; git's calls are counted.
 */
function scene() {
  const user = makeRepository({ "shared.txt": text.join(""), other: "1\n" });
  user.git("checkout", "-q", "-b", "aside");
  const calls: string[] = [];
  const opened: LandingHands[] = [];
  const open = async (): Promise<{ ground: Ground; hands: LandingHands }> => {
    const real = wireGit();
    const git: Git = { ...real, sealed: (call) => (calls.push(call.args[0] ?? ""), real.sealed(call)) };
    const usual = await landingHands(user);
    const hands = { ...usual, git, self: { ...usual.self, world: realWorld } };
    opened.push(hands);
    return { hands, ground: gitGround(hands, { ref: main, origin: null }) };
  };
  const close = (): Promise<unknown> =>
    Promise.all(opened.flatMap(({ objects, userObjects }) => [objects.close(), userObjects.close()]));
  return { user, calls, open, close };
}

/** Commits on the target, made by another person. */
function push(user: TestRepository, files: Readonly<Record<string, string>>, message = "outside"): CommitSha {
  user.git("checkout", "-q", "main");
  const commit = user.commit(files, message);
  user.git("checkout", "-q", "aside");
  return commit;
}

function resultOf(user: TestRepository, id: string, files: Readonly<Record<string, string>>): Candidate {
  const base = user.git("rev-parse", "main") as CommitSha;
  user.git("checkout", "-q", "--detach", base);
  const capture = user.commit(files, id);
  user.git("checkout", "-q", "aside");
  return candidateOf({
    job: makeJob("j", [], { plan: makePlan([makeSheet(id)]) }),
    sheet: makeSheet(id),
    base,
    capture,
  });
}

async function landNow(ground: Ground, candidate: Candidate): Promise<Landed> {
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  if (outcome.kind !== "layer") throw new Error(outcome.kind);
  const [landed] = await ground.commit(head, [{ layer: outcome.layer, level: "unvalidated", gates: [] }]);
  if (landed === undefined) throw new Error("nothing was made");
  expect(await ground.publish(head, [landed], noStop)).toEqual({ kind: "published" });
  return landed;
}

test("homes that know nothing of each other have their turns one after the other", async () => {
  const { open, close } = scene();
  const [one, other] = [await open(), await open()];
  const seen: string[] = [];
  let second: Promise<unknown> = Promise.resolve();
  await one.ground.inTurn({ lost: 1, cancel: noStop }, async () => {
    second = other.ground.inTurn({ lost: 1, cancel: noStop }, () => Promise.resolve(seen.push("second")));
    // Long enough for the other one to have asked.
    await one.ground.open();
    seen.push("first");
  });
  await second;
  expect(seen).toEqual(["first", "second"]);
  await close();
});

test("a turn that is called off while another process has it is not taken", async () => {
  const { open, close } = scene();
  const [one, other] = [await open(), await open()];
  const stop = new AbortController();
  const outcome = await one.ground.inTurn({ lost: 1, cancel: noStop }, async () => {
    const waiting = other.ground.inTurn({ lost: 1, cancel: stop.signal }, () => Promise.resolve("taken"));
    stop.abort();
    return { second: await waiting };
  });
  expect(outcome).toEqual({ second: undefined });
  await close();
});

test.each([
  [1, "moves it as ever", true],
  [2, "can't until it has been moved", false],
])(
  "after %i landings that came too late in a row, a person who pushes while a turn is taken %s",
  async (lost, _, isMoved) => {
    const { user, open, close } = scene();
    const { ground } = await open();
    const candidate = resultOf(user, "s", { new: "1\n" });
    const start = user.git("rev-parse", "main");
    const outside = user.git("commit-tree", "-p", "main", "-m", "outside", "main^{tree}");
    const pushes = (from: string): boolean => {
      try {
        user.git("-c", "core.filesRefLockTimeout=0", "update-ref", main, outside, from);
        return true;
      } catch {
        return false;
      }
    };
    await ground.inTurn({ lost, cancel: noStop }, async () => {
      expect(pushes(start)).toBe(isMoved);
      await landNow(ground, candidate);
    });
    expect(user.git("log", "--format=%s", "main").split("\n")).toHaveLength(isMoved ? 3 : 2);
    expect(pushes(user.git("rev-parse", "main"))).toBe(true);
    await close();
  },
);

test("a held target that a person switches to is let go first: its checkout is moved by git calls of its own", async () => {
  const { user, open, close } = scene();
  const { ground, hands } = await open();
  const from = user.git("rev-parse", "main") as CommitSha;
  const to = user.git(
    "commit-tree",
    "-p",
    from,
    "-m",
    "next",
    `${resultOf(user, "s", { new: "1\n" }).capture}^{tree}`,
  ) as CommitSha;
  const isHeld = (): boolean => existsSync(join(user.gitDir, `${main}.lock`));
  const held: boolean[] = [];
  const git: Git = { ...hands.git, checkout: (call) => (held.push(isHeld()), hands.git.checkout(call)) };
  const outcome = await ground.inTurn({ lost: 9, cancel: noStop }, () => {
    expect(isHeld()).toBe(true);
    user.git("checkout", "-q", "main");
    return advanceTarget({ ...hands, git }, main, { from, to });
  });
  expect([outcome, held.includes(true), held.length > 0]).toEqual([{ kind: "published" }, false, true]);
  expect([user.git("rev-parse", "main"), user.git("status", "--porcelain"), shown(user.path, "new")]).toEqual([
    to,
    "",
    "file 1\n",
  ]);
  await close();
});

test("a target that is checked out is never held: a person's git that switches elsewhere meanwhile does so, and leaves nothing staged", async () => {
  const { user, open, close } = scene();
  const { ground } = await open();
  user.git("switch", "-q", "-c", "side", "main");
  user.commit({ a: "of the side\n" });
  user.git("switch", "-q", "main");
  await ground.inTurn({ lost: 9, cancel: noStop }, () => Promise.resolve(user.git("switch", "-q", "side")));
  expect([user.git("branch", "--show-current"), user.git("status", "--porcelain")]).toEqual(["side", ""]);
  await close();
});

test("pushes of others are told from what landed before, without a git for it; a landing of the same result by another home is found", async () => {
  const { user, calls, open, close } = scene();
  const [one, other] = [await open(), await open()];
  const [mine, next] = [resultOf(user, "s", { own: "1\n" }), resultOf(user, "t", { more: "1\n" })];
  expect((await one.ground.settle(await one.ground.open(), [mine, next])).landed).toEqual([]);
  push(user, { other: "2\n" });
  push(user, { other: "3\n" }, "outside\n\nTutti-Job: another\nTutti-Sheet: s");
  calls.splice(0);
  expect((await one.ground.settle(await one.ground.open(), [mine, next])).landed).toEqual([]);
  expect(calls).toEqual([]);
  const { commit } = await landNow(other.ground, mine);
  push(user, { other: "4\n" });
  const found = await one.ground.settle(await one.ground.open(), [mine, next]);
  expect(found.landed.map((item) => [item.candidate.sheet.id, item.commit])).toEqual([["s", commit]]);
  // Nor is it forgotten when more is pushed.
  push(user, { other: "5\n" });
  calls.splice(0);
  expect((await one.ground.settle(await one.ground.open(), [mine])).landed.map((item) => item.commit)).toEqual([
    commit,
  ]);
  expect(calls).toEqual([]);
  await close();
});

test("a landing that was taken off the target again is none any more, also where it was seen before", async () => {
  const { user, calls, open, close } = scene();
  const { ground } = await open();
  const mine = resultOf(user, "s", { own: "1\n" });
  await landNow(ground, mine);
  expect((await ground.settle(await ground.open(), [mine])).landed).toHaveLength(1);
  user.git("update-ref", main, mine.base);
  push(user, { other: "9\n" });
  calls.splice(0);
  expect((await ground.settle(await ground.open(), [mine])).landed).toEqual([]);
  expect(calls).toEqual(["log"]);
  await close();
});

test("a landing that came with a merge is found", async () => {
  const { user, open, close } = scene();
  const { ground } = await open();
  const mine = resultOf(user, "s", { own: "1\n" });
  await ground.settle(await ground.open(), [mine]);
  user.git("checkout", "-q", "--detach", mine.base);
  const side = user.commit({ own: "1\n" }, "elsewhere\n\nTutti-Job: j\nTutti-Sheet: s");
  user.git("checkout", "-q", "main");
  user.git("merge", "-q", "--no-ff", "-m", "joined", side);
  user.git("checkout", "-q", "aside");
  expect((await ground.settle(await ground.open(), [mine])).landed.map(({ commit }) => commit)).toEqual([side]);
  await close();
});

test("a result that git had to merge is put on what others pushed since without asking git again; where they touch the same file it is asked", async () => {
  const { user, calls, open, close } = scene();
  const { ground, hands } = await open();
  const mine = resultOf(user, "s", { "shared.txt": withLine(3, "mine") });
  const layer = async (): Promise<string> => {
    calls.splice(0);
    const head = await ground.open();
    const outcome = await ground.layer(mine, { below: head.tree, head });
    if (outcome.kind !== "layer") return outcome.kind;
    const found = (await hands.objects.readTree(outcome.layer.tree)).map(async ({ id }) =>
      (await hands.objects.readBlob(id))?.toString(),
    );
    return (await Promise.all(found)).join("");
  };
  const theirs = withLine(20, "theirs");
  const merged = theirs.replace("line 3\n", "mine\n");
  push(user, { "shared.txt": theirs });
  expect(await layer()).toBe(`1\n${merged}`);
  expect(calls).toContain("merge-tree");
  push(user, { other: "2\n" });
  expect(await layer()).toBe(`2\n${merged}`);
  expect(calls).toEqual([]);
  push(user, { "shared.txt": theirs.replace("line 25\n", "more\n") });
  expect(await layer()).toBe(`2\n${merged.replace("line 25\n", "more\n")}`);
  expect(calls).toContain("merge-tree");
  push(user, { "shared.txt": theirs.replace("line 3\n", "not mine\n") });
  expect(await layer()).toBe("conflict");
  await close();
});
