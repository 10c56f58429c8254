import { type IsolationLevel, isolationLevels, levels } from "./score/plan/levels.ts";
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { tempFolder } from "../test/kit/folders.ts";
import { gitIn } from "../test/kit/git.ts";
import { type TestRepository, makeRepository, shown } from "../test/kit/repository.ts";
import { isolate } from "./library.ts";

let user: TestRepository;
let home: string;
beforeEach(() => {
  user = makeRepository({ "a.txt": "a\n" });
  home = join(tempFolder(), "home");
  vi.stubEnv("TUTTI_HOME", home);
  vi.stubEnv("GIT_CONFIG_GLOBAL", "/dev/null");
});

/** Work of one task from its beginning to its end. */
async function work(id: string, level: IsolationLevel): Promise<boolean> {
  const task = await isolate(user.path, id, level);
  writeFileSync(join(task.context.path, `${id}.txt`), id);
  const proof = await task.snapshot();
  return proof.changed && (await task.destroy(proof)) === "destroyed";
}

const made = isolationLevels.filter((level) => !levels[level].hasContainer);

describe.each(made)("at level %s", (level) => {
  it("several tasks of one process are done at once, and nothing of them is left behind", async () => {
    expect(await Promise.all(["one", "two", "three", "four"].map((id) => work(id, level)))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect([readdirSync(join(home, "contexts")), readdirSync(join(home, "scratch"))]).toEqual([[], []]);
    expect(readdirSync(user.path).toSorted()).toEqual([
      ".git",
      "a.txt",
      ...(level === "none" ? ["four.txt", "one.txt", "three.txt", "two.txt"] : []),
    ]);
  });

  it("the same id is the same context again", async () => {
    const first = await isolate(user.path, "task", level);
    writeFileSync(join(first.context.path, "half.txt"), "half\n");
    await first.close();
    const again = await isolate(user.path, "task", level);
    expect([again.context, shown(again.context.path, "half.txt")]).toEqual([first.context, "file half\n"]);
    // Closing the first once more takes nothing from the second.
    await first.close();
    expect(existsSync(join(home, "contexts", again.context.id, "lock"))).toBe(true);
    await again.close();
  });
});

it("a level whose programs run in containers is refused: the library runs none", async () => {
  await expect(isolate(user.path, "one", "container")).rejects.toMatchObject({ code: "container.unavailable" });
});

it("whoever wants a folder that another works in waits for it", async () => {
  const first = await isolate(user.path, "one", "none");
  const order: string[] = [];
  const second = isolate(user.path, "two", "none").then(async (task) => {
    order.push("second");
    await task.close();
  });
  // Long enough for the other, if nothing held it up.
  for (let count = 0; count < 10; count += 1) await first.snapshot();
  order.push("first");
  await first.close();
  await second;
  expect(order).toEqual(["first", "second"]);
});

it("a task of level branch is on its own branch apart from the checkout, whatever it commits", async () => {
  writeFileSync(join(user.path, "mine.txt"), "not committed\n");
  const task = await isolate(user.path, "task", "branch");
  const { path } = task.context;
  expect([
    path.startsWith(home),
    gitIn(path, ["branch", "--show-current"]),
    existsSync(join(path, "mine.txt")),
  ]).toEqual([true, "main-task-task", false]);
  const before = [user.head(), user.git("status", "--porcelain"), user.git("branch", "--format=%(refname)")];
  writeFileSync(join(path, "b.txt"), "b\n");
  gitIn(path, ["add", "--all"]);
  gitIn(path, ["commit", "--quiet", "--message", "by the agent"]);
  expect([user.head(), user.git("status", "--porcelain"), user.git("branch", "--format=%(refname)")]).toEqual(before);
  const proof = await task.snapshot();
  expect(await task.publish(proof, "the result")).toMatchObject({ kind: "named" });
  expect(await task.destroy(proof)).toBe("destroyed");
  expect([user.head(), user.git("status", "--porcelain"), user.git("show", "main-task-task:b.txt")]).toEqual([
    before[0],
    before[1],
    "b",
  ]);
  expect(gitIn(task.store, ["log", "--no-walk", "--format=%s", "--glob=refs/tutti/agent"])).toBe("by the agent");
});

it("a context whose folder somebody deleted can be made again", async () => {
  const task = await isolate(user.path, "task", "worktree");
  await task.close();
  const { context } = task;
  rmSync(context.path, { recursive: true });
  const again = await isolate(user.path, "task", "worktree");
  expect([again.context.path, shown(context.path, "a.txt")]).toEqual([context.path, "file a\n"]);
  await again.close();
});

it("contexts lie where they are to lie, and start from what they are to start from", async () => {
  const first = user.head();
  user.commit({ "b.txt": "b\n" });
  const directories = tempFolder();
  const task = await isolate(user.path, "task", "clone", { directories, from: first });
  const { context } = task;
  expect([context.path, context.base, readdirSync(context.path).toSorted()]).toEqual([
    join(directories, "tasks/task"),
    first,
    [".git", "a.txt"],
  ]);
  await task.close();
});

it("a relative folder for contexts is one from the current folder", async () => {
  const directories = tempFolder();
  const task = await isolate(user.path, "task", "clone", { directories: relative(process.cwd(), directories) });
  const { path } = task.context;
  expect([path, gitIn(path, ["status", "--porcelain"]), shown(path, "a.txt")]).toEqual([
    join(directories, "tasks/task"),
    "",
    "file a\n",
  ]);
  writeFileSync(join(path, "b.txt"), "b\n");
  expect(await task.destroy(await task.snapshot())).toBe("destroyed");
});

describe("it is refused", () => {
  it.each([
    ["an empty id", () => isolate(user.path, "", "clone"), "id.invalid"],
    ["a commit that is not there", () => isolate(user.path, "task", "clone", { from: "nowhere" }), "git.no_commit"],
    [
      "a folder for contexts inside the checkout",
      () => isolate(user.path, "task", "clone", { directories: join(user.path, "contexts") }),
      "context.inside_checkout",
    ],
    ["git in a folder without it", () => isolate(tempFolder(), "task", "clone"), "git.no_repository"],
  ])("%s", async (_, call, code) => {
    await expect(call()).rejects.toMatchObject({ code });
    expect(readdirSync(join(home, "scratch"))).toEqual([]);
  });

  it("a second level for one id", async () => {
    await (await isolate(user.path, "task", "clone")).close();
    await expect(isolate(user.path, "task", "worktree")).rejects.toMatchObject({ code: "context.create_failed" });
  });
});

it("a folder that is in no repository is copied as it is, and its results are told from it", async () => {
  const folder = join(tempFolder(), "plain");
  mkdirSync(folder);
  writeFileSync(join(folder, "a.txt"), "a\n");
  const task = await isolate(folder, "task", "directory");
  expect(shown(task.context.path, "a.txt")).toBe("file a\n");
  writeFileSync(join(task.context.path, "b.txt"), "b\n");
  const { commit, changed } = await task.snapshot();
  expect([changed, gitIn(task.store, ["diff", "--name-only", task.context.base, commit]), readdirSync(folder)]).toEqual(
    [true, "b.txt", ["a.txt"]],
  );
  await task.close();
});
