import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { hastyWorld, hermetic } from "../../../test/kit/git.ts";
import { type Landing, makeLanding } from "../../../test/kit/landing.ts";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import { candidateOf, landingHands } from "../../../test/kit/landing-ground.ts";
import { untilMade } from "../../../test/kit/pause.ts";
import { shown } from "../../../test/kit/repository.ts";
import type { World } from "../../base/world/world.ts";
import type { Git } from "../../git/git.ts";
import { advanceTarget } from "./advance-target.ts";
import { gitGround } from "./git-ground.ts";
import { makeLatecomers } from "./latecomers.ts";
import { itLong } from "../../../test/kit/long.ts";

const before = { "a.txt": "one\n", "slow.f": "s\n", ".gitattributes": "*.f filter=slow\n", "mine.txt": "m\n" };
const change = { "a.txt": "ONE\n", "new/file.txt": "new\n" };

/**
 * A landing on main, in a repository whose person is on another branch; `moment` is made when git comes to it, and git
 * goes on with `go`.
 */
async function makeScene(world = hastyWorld) {
  const folder = tempFolder();
  const [moment, go] = [join(folder, "moment"), join(folder, "go")];
  const pause = (meanwhile = ":") =>
    `${meanwhile}; touch '${moment}'; until test -e '${go}'; do ${meanwhile}; sleep 0.01; done`;
  const landing = await makeLanding({ before, change, world });
  const { user } = landing;
  user.git("switch", "-q", "-c", "side");
  user.git("rm", "-q", "slow.f");
  user.git("commit", "-q", "-m", "aside");
  age(landing);
  return {
    ...landing,
    pause,
    came: (over: Promise<unknown>) => untilMade(moment, over),
    go: () => {
      writeFileSync(go, "");
    },
  };
}

/** A git that has something happen before each of its calls. */
function beforeEach(git: Git, happens: () => void): Git {
  return {
    ...git,
    sealed: (call) => (happens(), git.sealed(call)),
    checkout: (call) => (happens(), git.checkout(call)),
    ask: (cwd, args) => (happens(), git.ask(cwd, args)),
  };
}

function age({ user }: Landing): void {
  utimesSync(join(user.gitDir, "index"), 1_600_000_000, 1_600_000_000);
}

function switchToMain({ user }: Landing): Promise<unknown> {
  const git = spawn("git", ["switch", "-q", "main"], { cwd: user.path, env: hermetic, stdio: "ignore" });
  return once(git, "exit").then(([code]) => expect(code).toBe(0));
}

function hook({ user }: Landing, script: string, name = "post-index-change"): void {
  mkdirSync(join(user.gitDir, "hooks"), { recursive: true });
  writeFileSync(join(user.gitDir, "hooks", name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(user.gitDir, "hooks", name), 0o755);
}

function expectOnMain({ user, to, status, leftovers }: Landing): void {
  expect([user.git("symbolic-ref", "HEAD"), user.head(), status()]).toEqual(["refs/heads/main", to, ""]);
  expect([shown(user.path, "a.txt"), shown(user.path, "new/file.txt")]).toEqual(["file ONE\n", "file new\n"]);
  expect(leftovers()).toEqual([]);
}

/** A world whose waits call `happens` with how many there were. */
function waiting(happens: (count: number) => void): World {
  let waits = 0;
  return {
    ...hastyWorld,
    after: (delayMs: number, call: () => void) => {
      waits += 1;
      happens(waits);
      // By the clock, as the age of an index is.
      setTimeout(call, delayMs);
      return () => undefined;
    },
  };
}

/** Not a child of this process, as no git of a person's is one of Tutti's. Returns what waits for its end. */
async function byPerson({ user }: Landing, command: string): Promise<() => Promise<unknown>> {
  const done = join(tempFolder(), "done");
  const script = `(${command}; echo $? > '${done}') >/dev/null 2>&1 &`;
  await once(spawn("sh", ["-c", script], { cwd: user.path, env: hermetic, stdio: "ignore" }), "exit");
  return () => untilMade(done, new Promise(() => undefined));
}

const old = "touch -d '1 hour ago' .git/index; touch -d '2 hours ago' .git/logs/HEAD";

it("a landing waits for a git that is writing the files of the target, and the checkout has what landed", async () => {
  const goes: (() => void)[] = [];
  const scene = await makeScene(waiting(() => goes[0]?.()));
  goes.push(scene.go);
  scene.user.git("config", "filter.slow.smudge", `${scene.pause()}; cat`);
  const switched = switchToMain(scene);
  await scene.came(switched);
  expect(await scene.land()).toEqual({ kind: "published" });
  await switched;
  expectOnMain(scene);
});

it.each([
  ["whose index is fresh", "touch .git/index"],
  ["whose index is newer than the lock that Tutti drafted", "touch -d '1 second' .git/index"],
  ["that wrote its index long ago", old],
])("a git %s, and that has not yet written HEAD or the branch, is waited for", async (_, freshen) => {
  for (const [from, command] of [
    ["side", "git switch -q main"],
    ["main", "git reset -q --hard"],
  ] as const) {
    const goes: (() => void)[] = [];
    const scene = await makeScene(waiting((count) => (count === 4 ? goes[0]?.() : undefined)));
    goes.push(scene.go);
    scene.user.git("switch", "-q", from);
    age(scene);
    hook(scene, scene.pause(freshen));
    writeFileSync(join(scene.user.path, "mine.txt"), from === "main" ? "mine\n" : "m\n");
    const ended = await byPerson(scene, command);
    await scene.came(ended());
    const outcome = await scene.land();
    scene.go();
    await ended();
    expect(outcome).toEqual({ kind: "published" });
    expectOnMain(scene);
  }
});

itLong(
  "a branch never moves under a git reset that is between its index and its branch, however long that takes",
  async () => {
    const scene = await makeScene();
    const { user } = scene;
    user.git("switch", "-q", "main");
    const before = user.head();
    hook(scene, scene.pause(old));
    writeFileSync(join(user.path, "mine.txt"), "mine\n");
    const ended = await byPerson(scene, "git reset -q --hard");
    await scene.came(ended());
    expect((await scene.land()).kind).not.toBe("published");
    expect(user.head()).toBe(before);
    scene.go();
    await ended();
  },
);

it("a git that has written HEAD, and is in a hook of its person's, keeps nothing from landing", async () => {
  const scene = await makeScene();
  hook(scene, scene.pause(), "post-checkout");
  const ended = await byPerson(scene, "git switch -q main");
  await scene.came(ended());
  age(scene);
  expect(await scene.land()).toEqual({ kind: "published" });
  scene.go();
  await ended();
  expectOnMain(scene);
});

it("a checkout that comes onto the target with the files from before it moved is brought along when the target is looked at next", async () => {
  const scene = await makeScene();
  hook(scene, scene.pause());
  const hands = await landingHands(scene.user);
  const latecomers = makeLatecomers(hands, "refs/heads/main");
  await latecomers.look();
  const switched = switchToMain(scene);
  await scene.came(switched);
  age(scene);
  expect(await scene.land()).toEqual({ kind: "published" });
  latecomers.note(scene.from);
  scene.go();
  await switched;
  expect(scene.status()).not.toBe("");
  await latecomers.look();
  expectOnMain(scene);
});

it("a checkout that came onto the target while a Tutti moved it and died is brought along by the next one", async () => {
  const scene = await makeScene();
  const { user, from, to: capture } = scene;
  const hands = await landingHands(user);
  const candidate = candidateOf({ job: makeJob("j", ["s"]), sheet: makeSheet("s"), base: from, capture });
  const ground = gitGround(hands, { ref: "refs/heads/main", origin: null });
  const head = await ground.open();
  const outcome = await ground.layer(candidate, { below: head.tree, head });
  const stack = await ground.commit(
    head,
    outcome.kind === "layer" ? [{ layer: outcome.layer, level: "unvalidated", gates: [] }] : [],
  );
  const to = stack[0]?.commit ?? from;
  // As it is when the swap was the last thing done, and a git that had read the branch before came to stand there.
  user.git("switch", "-q", "main");
  user.git("update-ref", "refs/heads/main", to);
  age(scene);
  expect(scene.status()).not.toBe("");
  const next = gitGround(await landingHands(user, { store: hands.store }), { ref: "refs/heads/main", origin: null });
  const settled = await next.settle(await next.open(), [{ ...candidate, intent: to }]);
  expect(settled.landed.map(({ commit }) => commit)).toEqual([to]);
  expectOnMain({ ...scene, to });
});

it("a lock that a killed git left in a worktree with another branch keeps nothing from landing, nor does a worktree that is gone", async () => {
  const scene = await makeScene();
  const [left, gone] = [join(tempFolder(), "left"), join(tempFolder(), "gone")];
  for (const path of [left, gone]) scene.user.git("worktree", "add", "-q", "--detach", path);
  const locks = ["left", "gone"].map((name) => join(scene.user.gitDir, "worktrees", name, "index.lock"));
  for (const lock of locks) {
    writeFileSync(lock, "");
    utimesSync(lock, 1_600_000_000, 1_600_000_000);
  }
  rmSync(gone, { recursive: true });
  expect(await scene.land()).toEqual({ kind: "published" });
  expect([scene.user.git("rev-parse", "main"), ...locks.map((lock) => existsSync(lock))]).toEqual([
    scene.to,
    true,
    true,
  ]);
});

it("a worktree with the target that its person removes at any moment of a landing is no fault, and nothing is left in the way of git", async () => {
  const outcomes = new Set<string>();
  for (let moment = 1; ; moment += 1) {
    const scene = await makeScene();
    const { user, hands } = scene;
    const visit = join(tempFolder(), "visit");
    user.git("worktree", "add", "-q", visit, "main");
    let calls = 0;
    const countdown = (): void => {
      calls += 1;
      if (calls === moment) user.git("worktree", "remove", "--force", visit);
    };
    const git = beforeEach(hands.git, countdown);
    const outcome = await advanceTarget({ ...hands, git }, "refs/heads/main", scene);
    outcomes.add(outcome.kind);
    expect([user.git("rev-parse", "main"), scene.leftovers()]).toEqual([
      outcome.kind === "published" ? scene.to : scene.from,
      [],
    ]);
    if (calls < moment) break;
  }
  expect(outcomes).toEqual(new Set(["moved", "published"]));
});
