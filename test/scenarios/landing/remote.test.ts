import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { gitIn } from "../../kit/git.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

/** A repository with a bare remote that has its branch, and what is done there by others. */
function withRemote(files: Readonly<Record<string, string>>): {
  readonly bare: string;
  readonly main: () => readonly string[];
  readonly othersPush: (path: string, text: string) => void;
} {
  kit = makeKit(files);
  const bare = join(kit.root, "remote.git");
  gitIn(kit.root, ["clone", "-q", "--bare", kit.repository, bare]);
  kit.git("remote", "add", "origin", bare);
  const other = join(kit.root, "other");
  gitIn(kit.root, ["clone", "-q", bare, other]);
  return {
    bare,
    main: () => gitIn(bare, ["log", "--format=%s", "--reverse", "main"]).trim().split("\n"),
    othersPush: (path, text) => {
      gitIn(other, ["pull", "-q", "--ff-only"]);
      gitIn(other, ["config", "user.name", "Other"]);
      gitIn(other, ["config", "user.email", "o@x"]);
      kit.write(`../other/${path}`, text);
      gitIn(other, ["add", "-A"]);
      gitIn(other, ["commit", "-q", "-m", `others: ${path}`]);
      gitIn(other, ["push", "-q", "origin", "main"]);
    },
  };
}

const pushing = { landing: { push: "origin" } };

describe("a target that is pushed", () => {
  it("has at its remote what landed", async () => {
    const { main } = withRemote({ "a.txt": "a\n" });
    const played = await kit.play({ one: "create one.txt 1", two: "create two.txt 2" }, { score: pushing });
    expect(played.states).toEqual({ one: "landed", two: "landed" });
    expect(main().toSorted()).toEqual(["begin", "chore: one", "chore: two"]);
  });

  it("takes what others pushed before, by a fast-forward, and lands on top of it", async () => {
    const { main, othersPush } = withRemote({ "a.txt": "a\n" });
    othersPush("theirs.txt", "x\n");
    await kit.play({ one: "create one.txt 1" }, { score: pushing });
    expect(main()).toEqual(["begin", "others: theirs.txt", "chore: one"]);
    expect([kit.read("theirs.txt"), kit.git("status", "--porcelain")]).toEqual(["x\n", ""]);
  });

  itLong("is joined with the pushes of others during a landing here, and no work is lost", async () => {
    const { main, othersPush } = withRemote({ "a.txt": "a\n" });
    kit.write(".tutti/gates.yaml", 'gates:\n  - {name: always, run: "true"}\n');
    kit.git("add", "-A");
    kit.git("commit", "-q", "-m", "local");
    othersPush("theirs.txt", "x\n");
    const played = await kit.play({ one: "create one.txt 1" }, { score: pushing });
    expect(played.states).toEqual({ one: "landed" });
    expect(main().toSorted()).toEqual(["Merge main of origin", "begin", "chore: one", "local", "others: theirs.txt"]);
    expect(gitIn(kit.repository, ["rev-parse", "main"])).toBe(
      gitIn(join(kit.root, "remote.git"), ["rev-parse", "main"]),
    );
  });

  it("costs no landing when it cannot be reached, but the job ends only after the push", async () => {
    const { main, bare } = withRemote({ "a.txt": "a\n" });
    gitIn(kit.root, ["-C", kit.repository, "remote", "set-url", "origin", join(kit.root, "nowhere.git")]);
    const played = await kit.play({ one: "create one.txt 1" }, { score: pushing });
    expect([played.states, played.how]).toMatchObject([
      { one: "landed" },
      { kind: "broken", code: "landing.push_failed" },
    ]);
    expect(main()).toEqual(["begin"]);
    gitIn(kit.root, ["-C", kit.repository, "remote", "set-url", "origin", bare]);
    expect((await kit.resume()).how).toEqual({ kind: "finished", failed: 0 });
    expect(main()).toEqual(["begin", "chore: one"]);
  });
});

describe("a pushed target that comes apart", () => {
  it("is not joined with what does not pass its gates, and is not pushed", async () => {
    const { main } = withRemote({ "a.txt": "a\n" });
    // Another client pushes while the gate runs for the first time.
    const script = join(kit.root, "push.sh");
    const push =
      "echo x > left.txt && git add -A && git -c user.name=O -c user.email=o@x commit -q -m others && git push -q origin main";
    kit.write("../push.sh", `cd '${join(kit.root, "other")}' && test ! -e left.txt && ${push}\n`);
    const gates = [
      { name: "notboth", run: `env -u GIT_DIR sh '${script}'; ! { test -e left.txt && test -e right.txt; }` },
    ];
    const played = await kit.play(
      { right: "create right.txt 1" },
      { score: { landing: { ...pushing.landing, gates } } },
    );
    expect([played.states, played.how]).toMatchObject([
      { right: "landed" },
      { kind: "broken", code: "landing.push_failed" },
    ]);
    expect(main()).toEqual(["begin", "others"]);
    expect(kit.git("log", "--merges", "--format=%s", "main")).toBe("");
  });

  it("waits with its push for gates that are asked at the end", async () => {
    const { main } = withRemote({ "a.txt": "a\n" });
    const landing = { ...pushing.landing, tests: "final", gates: [{ name: "good", run: "test ! -e bad.txt" }] };
    const played = await kit.play({ bad: "create bad.txt 1" }, { score: { landing } });
    expect([played.how, main()]).toMatchObject([{ kind: "broken", code: "landing.final_failed" }, ["begin"]]);
  });

  itLong("leaves a branch that results were diverted to where it is", async () => {
    const { bare } = withRemote({ "a.txt": "a\n" });
    kit.write("a.txt", "mine\n");
    const played = await kit.play({ one: "edit a.txt a b" }, { score: pushing });
    expect(played.states).toEqual({ one: "landed" });
    expect(gitIn(bare, ["for-each-ref", "--format=%(refname)"])).toBe("refs/heads/main");
  });

  itLong("may be named by a path from its repository", async () => {
    const { main } = withRemote({ "a.txt": "a\n" });
    kit.git("remote", "set-url", "origin", "../remote.git");
    expect((await kit.play({ one: "create one.txt 1" }, { score: pushing })).how).toEqual({
      kind: "finished",
      failed: 0,
    });
    expect(main()).toEqual(["begin", "chore: one"]);
  });
});

describe("gates that wait for the end", () => {
  const final = { landing: { tests: "final", gates: [{ name: "all", run: "test ! -e bad.txt" }] } };

  it("are asked once, when all has landed", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play({ one: "create one.txt 1", two: "create two.txt 2" }, { score: final });
    expect(played.how).toEqual({ kind: "finished", failed: 0 });
  });

  it("keep the job from being done when they fail, and are asked again by resume", async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play({ one: "create bad.txt 1" }, { score: final });
    expect([played.states, played.how]).toMatchObject([
      { one: "landed" },
      { kind: "broken", code: "landing.final_failed" },
    ]);
    kit.git("rm", "-q", "bad.txt");
    kit.git("commit", "-q", "-m", "remove it");
    // The gate passes because the person removed the landed file: the job is over, and says that its work is gone.
    expect((await kit.resume()).how).toEqual({ kind: "finished", failed: 0, lost: 1 });
  });
});

it.each<{ why: string; landing: object; files: Readonly<Record<string, string>>; code: string }>([
  { why: "a remote that there is not", landing: { push: "nope" }, files: {}, code: "landing.push_failed" },
  { why: "no remote at all", landing: { push: true }, files: {}, code: "landing.push_failed" },
  {
    why: "gates that can't be read",
    landing: {},
    files: { ".tutti/gates.yaml": "gates: 2\n" },
    code: "landing.gates_invalid",
  },
])("a job that could never land for $why is refused before an agent runs", async ({ landing, files, code }) => {
  kit = makeKit({ "a.txt": "a\n", ...files });
  await expect(kit.play({ one: "create one.txt 1" }, { score: { landing } })).rejects.toMatchObject({ code });
  expect(await kit.status()).toBe(undefined);
});
