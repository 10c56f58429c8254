import { afterEach, expect, test } from "vitest";
import { type Kit, makeKit } from "../kit/kit.ts";
import { itLong } from "../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

test("a user with uncommitted changes keeps them, staged, unstaged and untracked, while sheets land around them", async () => {
  kit = makeKit({ "mine.txt": "mine\n", "staged.txt": "staged\n", "work.txt": "work\n" });
  kit.write("mine.txt", "mine, edited\n");
  kit.write("staged.txt", "staged, edited\n");
  kit.git("add", "staged.txt");
  kit.write("untracked.txt", "new\n");

  const played = await kit.play({ a: "edit work.txt work done", b: "create other.txt other" });

  expect(played.job.landsOn).toBe("refs/heads/main");
  expect(kit.git("status", "--porcelain")).toBe(" M mine.txt\nM  staged.txt\n?? untracked.txt\n");
  expect(kit.read("mine.txt")).toBe("mine, edited\n");
  expect(kit.read("work.txt")).toBe("done\n");
});

test("a landing that would overwrite a user's change goes to a branch of its own, and so do those after it", async () => {
  kit = makeKit({ "shared.txt": "shared\n" });
  const before = kit.git("rev-parse", "main");
  kit.write("shared.txt", "the user's\n");

  const played = await kit.play({ a: "edit shared.txt shared theirs", b: { script: "create b.txt b", after: ["a"] } });

  expect(played.states).toEqual({ a: "landed", b: "landed" });
  expect(played.job.landsOn).toBe(`refs/heads/tutti/${played.job.id}`);
  expect(played.job.diverted).toContain("shared.txt");
  expect(kit.git("rev-parse", "main")).toBe(before);
  expect(kit.read("shared.txt")).toBe("the user's\n");
  expect(kit.at(`tutti/${played.job.id}`, "shared.txt")).toBe("theirs\n");
  expect(kit.at(`tutti/${played.job.id}`, "b.txt")).toBe("b\n");
});

test("an untracked or ignored file of the user's in the way is not overwritten", async () => {
  kit = makeKit({ ".gitignore": "secret.env\n" });
  kit.write("secret.env", "password\n");

  const played = await kit.play({ a: "create notes.txt hi\ncommit ok", b: { script: "create keep.txt hi" } });
  expect(played.job.diverted).toBeNull();

  kit.write("new.txt", "the user's\n");
  const second = await kit.play({ a: "create new.txt the agent's" });

  expect(second.job.diverted).toContain("new.txt");
  expect(kit.read("new.txt")).toBe("the user's\n");
  expect(kit.read("secret.env")).toBe("password\n");
});

test("a target that is not checked out moves by itself, and the user's checkout stays as it is", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.git("branch", "release");

  const played = await kit.play({ a: "create b.txt b" }, { score: { target: "release" } });

  expect(played.states).toEqual({ a: "landed" });
  expect(kit.git("status", "--porcelain")).toBe("");
  expect(kit.at("release", "b.txt")).toBe("b\n");
  expect(kit.git("ls-tree", "--name-only", "main")).toBe("a.txt\n");
});

test("commits that the user makes meanwhile stay, and sheets land on top of them", async () => {
  kit = makeKit({ "a.txt": "a\n" });

  const played = await kit.play(
    { a: "create b.txt b", late: { script: "create c.txt c", after: ["a"] } },
    {
      watch: (progress) => {
        if (progress.kind !== "sheet" || progress.sheet !== "late" || progress.event.kind !== "started") return;
        kit.write("user.txt", "user\n");
        kit.git("add", "user.txt");
        kit.git("commit", "--quiet", "--message", "by the user");
      },
    },
  );

  expect(played.states).toEqual({ a: "landed", late: "landed" });
  expect(kit.git("log", "--format=%s").trim().split("\n")).toEqual(["chore: late", "by the user", "chore: a", "begin"]);
  expect(kit.read("user.txt")).toBe("user\n");
});

itLong("a user's branch called tutti does not stand in the way of a diversion", async () => {
  kit = makeKit({ "shared.txt": "shared\n" });
  kit.git("branch", "tutti");
  kit.write("shared.txt", "the user's\n");

  const played = await kit.play({ a: "edit shared.txt shared theirs" });

  expect(played.states).toEqual({ a: "landed" });
  expect(kit.at(`tutti-${played.job.id}`, "shared.txt")).toBe("theirs\n");
});

test("a target that is a symbolic ref stays one, and the branch behind it moves", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");

  const played = await kit.play({ a: "create b.txt b" }, { score: { target: "alias" } });

  expect(played.states).toEqual({ a: "landed" });
  expect(kit.git("symbolic-ref", "refs/heads/alias").trim()).toBe("refs/heads/main");
  expect(kit.read("b.txt")).toBe("b\n");
});

itLong("a checkout on a symbolic ref goes along with the branch behind it", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.git("symbolic-ref", "refs/heads/alias", "refs/heads/main");
  kit.git("checkout", "--quiet", "alias");

  const played = await kit.play({ a: "create b.txt b" });

  expect(played.states).toEqual({ a: "landed" });
  expect(kit.read("b.txt")).toBe("b\n");
  expect(kit.git("status", "--porcelain")).toBe("");
});
