import { chmodSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, hermetic, printedBy, wireGit } from "../../../test/kit/git.ts";
import { makeRepository, type TestRepository } from "../../../test/kit/repository.ts";
import type { CommitSha } from "../../base/ids.ts";
import { fetchRef } from "./fetch.ts";
import { pushBranch, type Push, type PushOutcome } from "./push.ts";
import { readRemoteAddress, remoteOf } from "./remotes.ts";

const git = wireGit();
const none = "0".repeat(40) as CommitSha;

/** A user's repository, a bare remote of it, and another person's clone. */
function makeRemote(): { user: TestRepository; remote: string; other: string } {
  const user = makeRepository({ "a.txt": "a\n" });
  const remote = join(tempFolder(), "remote.git");
  gitIn("/", ["clone", "-q", "--bare", user.path, remote]);
  user.git("remote", "add", "origin", remote);
  const other = join(tempFolder(), "other");
  gitIn("/", ["clone", "-q", remote, other]);
  return { user, remote, other };
}

function pushFrom(user: TestRepository, more: Partial<Push> & Pick<Push, "expected">): Promise<PushOutcome> {
  return pushBranch(git, {
    gitDir: user.gitDir,
    remote: "origin",
    commit: user.head(),
    ref: "refs/heads/main",
    as: "target",
    ...more,
  });
}

function commitIn(folder: string, file: string): CommitSha {
  writeFileSync(join(folder, file), "x\n");
  gitIn(folder, ["add", "--all"]);
  gitIn(folder, ["-c", "user.name=Eve", "-c", "user.email=eve@x", "commit", "-q", "-m", file]);
  return gitIn(folder, ["rev-parse", "HEAD"]) as CommitSha;
}

const tip = (remote: string, ref = "refs/heads/main"): string =>
  gitIn(remote, ["for-each-ref", "--format=%(objectname)", ref]);
const hook = (remote: string, script: string): void => {
  mkdirSync(join(remote, "hooks"), { recursive: true });
  writeFileSync(join(remote, "hooks/pre-receive"), `#!/bin/sh\n${script}`);
  chmodSync(join(remote, "hooks/pre-receive"), 0o755);
};

describe("a target that is pushed", () => {
  it("moves from what it is expected to stand at, and nothing of the user's moves with it", async () => {
    const { user, remote } = makeRemote();
    const before = user.head();
    user.git("tag", "-a", "-m", "t", "mine");
    user.git("config", "push.followTags", "true");
    user.git("fetch", "-q", "origin");
    const refs = (): string => user.git("for-each-ref");
    user.commit({ "b.txt": "b\n" });
    const kept = refs();
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "pushed" });
    expect(tip(remote)).toBe(user.head());
    expect(refs()).toBe(kept);
    expect(gitIn(remote, ["tag"])).toBe("");
    // A second time, as after a crash in between.
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "pushed" });
  });

  it("that another person moved is left alone, and its current commit is reported", async () => {
    const { user, remote, other } = makeRemote();
    const before = user.head();
    const theirs = commitIn(other, "theirs.txt");
    gitIn(other, ["push", "-q", "origin", "HEAD:main"]);
    user.commit({ "b.txt": "b\n" });
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "moved", now: theirs });
    expect(tip(remote)).toBe(theirs);
    gitIn(remote, ["update-ref", "-d", "refs/heads/main"]);
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "moved", now: null });
  });

  it("that is moved within the server after the lease was looked at is left alone too", async () => {
    const { user, remote, other } = makeRemote();
    const before = user.head();
    const theirs = commitIn(other, "theirs.txt");
    gitIn(other, ["push", "-q", "origin", "HEAD:refs/heads/side"]);
    hook(remote, `unset GIT_QUARANTINE_PATH; git update-ref refs/heads/main ${theirs}\n`);
    user.commit({ "b.txt": "b\n" });
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "moved", now: theirs });
    expect(tip(remote)).toBe(theirs);
  });

  it("is never replaced by what does not contain it, even when the lease holds", async () => {
    const { user, remote } = makeRemote();
    const before = user.head();
    user.git("commit", "-q", "--amend", "-m", "rewritten");
    const outcome = await pushFrom(user, { expected: before });
    expect(outcome).toMatchObject({
      kind: "refused",
      words: expect.stringMatching(/not be a fast-forward$/) as string,
    });
    expect(tip(remote)).toBe(before);
    expect(await pushFrom(user, { expected: none })).toMatchObject({ kind: "refused" });
  });

  it("that a hook protects stays, and the hook's words are told, cleaned and bounded", async () => {
    const { user, remote } = makeRemote();
    const before = user.head();
    hook(
      remote,
      `printf '\\033[31mmain is protected\\033[0m\\nask https://bot:t0k@x.example/y\\n' >&2; head -c 9000 /dev/zero | tr '\\0' z >&2; exit 1\n`,
    );
    user.commit({ "b.txt": "b\n" });
    const outcome = await pushFrom(user, { expected: before });
    expect(outcome.kind).toBe("refused");
    const { words } = outcome as Extract<PushOutcome, { kind: "refused" }>;
    expect(words).toMatch(/pre-receive hook declined/);
    expect(words).toMatch(/main is protected/);
    expect(words).toContain("https://***@x.example/y");
    expect(words).not.toMatch(/\u001b|t0k/);
    expect(words.length).toBeLessThanOrEqual(2001);
    expect(tip(remote)).toBe(before);
  });
});

describe("a branch of our own", () => {
  const ref = "refs/heads/tutti/j/s";

  it("is made only when it is not there, and replaced only when it is as we left it", async () => {
    const { user, remote, other } = makeRemote();
    const first = user.commit({ "b.txt": "b\n" });
    expect(await pushFrom(user, { ref, as: "branch", expected: null })).toEqual({ kind: "pushed" });
    user.git("commit", "-q", "--amend", "-m", "second attempt");
    expect(await pushFrom(user, { ref, as: "branch", expected: null })).toEqual({ kind: "moved", now: first });
    expect(await pushFrom(user, { ref, as: "branch", expected: first })).toEqual({ kind: "pushed" });
    expect(tip(remote, ref)).toBe(user.head());
    // A reviewer pushed to it.
    const theirs = commitIn(other, "review.txt");
    gitIn(other, ["push", "-q", "-f", "origin", `HEAD:${ref}`]);
    const ours = user.head();
    user.git("commit", "-q", "--amend", "-m", "third");
    expect(await pushFrom(user, { ref, as: "branch", expected: ours })).toEqual({ kind: "moved", now: theirs });
    expect(tip(remote, ref)).toBe(theirs);
  });

  it("is refused where the server forbids to replace", async () => {
    const { user, remote } = makeRemote();
    const first = user.commit({ "b.txt": "b\n" });
    await pushFrom(user, { ref, as: "branch", expected: null });
    gitIn(remote, ["config", "receive.denyNonFastForwards", "true"]);
    user.git("commit", "-q", "--amend", "-m", "second attempt");
    expect(await pushFrom(user, { ref, as: "branch", expected: first })).toMatchObject({ kind: "refused" });
    expect(tip(remote, ref)).toBe(first);
  });

  it("may be made of objects that the user's repository does not have, and does not get", async () => {
    const { user, remote } = makeRemote();
    const store = join(tempFolder(), "store.git");
    gitIn("/", ["clone", "-q", "--bare", user.path, store]);
    const tree = gitIn(store, ["rev-parse", "HEAD^{tree}"]);
    const commit = gitIn(store, [
      "-c",
      "user.name=T",
      "-c",
      "user.email=t@x",
      "commit-tree",
      "-p",
      "HEAD",
      "-m",
      "in the store",
      tree,
    ]) as CommitSha;
    await expect(pushFrom(user, { ref, commit, as: "branch", expected: null })).rejects.toMatchObject({
      code: "git.no_commit",
    });
    expect(
      await pushFrom(user, { ref, commit, objects: join(store, "objects"), as: "branch", expected: null }),
    ).toEqual({ kind: "pushed" });
    expect(tip(remote, ref)).toBe(commit);
    expect(() => user.git("cat-file", "-e", commit)).toThrow();
    expect(user.git("fsck", "--no-dangling")).toBe("");
  });
});

describe("a remote that can't be reached", () => {
  it.each([
    ["/nowhere/at/all.git", /nowhere/],
    ["http://127.0.0.1:1/a/b.git", /127\.0\.0\.1/],
    ["https://user:s3cret@127.0.0.1:1/a/b.git", /127\.0\.0\.1/],
    ["ext::sh -c touch% /tmp/never", /ext/],
    ["--upload-pack=touch", /upload-pack/],
  ])("is a value: %s", async (remote, words) => {
    const { user } = makeRemote();
    const place = { gitDir: user.gitDir, remote, ref: "refs/heads/main" };
    const outcomes = [await pushFrom(user, { remote, expected: user.head() }), await fetchRef(git, place)];
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ kind: "unreachable", words: expect.stringMatching(words) as string });
    expect(JSON.stringify(outcomes)).not.toContain("s3cret");
  });

  it("is a value when a login is asked for, without a prompt", async () => {
    const { user } = makeRemote();
    const folder = tempFolder();
    writeFileSync(join(folder, "ask"), `#!/bin/sh\ntouch ${folder}/asked\necho x\n`);
    chmodSync(join(folder, "ask"), 0o755);
    user.git("config", "core.askPass", join(folder, "ask"));
    const server = createServer((_, response) =>
      response.writeHead(401, { "www-authenticate": 'Basic realm="x"' }).end(),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const remote = `http://127.0.0.1:${String(port)}/a/b.git`;
    const asking = wireGit({ ...hermetic, SSH_ASKPASS: join(folder, "ask") });
    const outcome = await pushBranch(asking, {
      gitDir: user.gitDir,
      remote,
      commit: user.head(),
      ref: "refs/heads/main",
      expected: null,
      as: "branch",
    });
    server.closeAllConnections();
    server.close();
    expect(outcome).toMatchObject({
      kind: "unreachable",
      words: expect.stringMatching(/could not read Username|Authentication failed/) as string,
    });
    expect(readdirSync(folder)).toEqual(["ask"]);
  });

  it("is given up when it never answers", async () => {
    const { user } = makeRemote();
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const exit = await git.network({
      gitDir: user.gitDir,
      args: ["ls-remote", `http://127.0.0.1:${String(port)}/a/b.git`],
      timeoutMs: 200,
    });
    server.closeAllConnections();
    server.close();
    expect(exit).toMatchObject({ code: 124, stderr: "no answer in time" });
  });

  it("does not run the user's hooks", async () => {
    const { user } = makeRemote();
    const before = user.head();
    mkdirSync(join(user.gitDir, "hooks"));
    writeFileSync(join(user.gitDir, "hooks/pre-push"), "#!/bin/sh\nexit 1\n");
    chmodSync(join(user.gitDir, "hooks/pre-push"), 0o755);
    user.commit({ "b.txt": "b\n" });
    expect(await pushFrom(user, { expected: before })).toEqual({ kind: "pushed" });
  });
});

describe("a fetched branch", () => {
  it.each(["origin", "by address"])("comes as objects alone: %s", async (name) => {
    const { user, remote, other } = makeRemote();
    user.git("fetch", "-q", "origin");
    user.git("config", "remote.origin.tagOpt", "--tags");
    const theirs = commitIn(other, "theirs.txt");
    gitIn(other, ["tag", "v1"]);
    gitIn(other, ["push", "-q", "origin", "HEAD:main", "v1"]);
    const files = readdirSync(user.gitDir).filter((file) => file !== "FETCH_HEAD");
    const refs = user.git("for-each-ref");
    const head = user.git("rev-parse", "HEAD");
    writeFileSync(join(user.gitDir, "FETCH_HEAD"), "mine\n");
    const from = name === "origin" ? "origin" : remote;
    expect(await fetchRef(git, { gitDir: user.gitDir, remote: from, ref: "refs/heads/main" })).toEqual({
      kind: "fetched",
      commit: theirs,
    });
    expect(user.git("show", `${theirs}:theirs.txt`)).toBe("x");
    expect([
      user.git("for-each-ref"),
      user.git("rev-parse", "HEAD"),
      printedBy(user.gitDir, ["hash-object", "FETCH_HEAD"]),
    ]).toEqual([refs, head, printedBy(user.gitDir, ["hash-object", "--stdin"], { input: "mine\n" })]);
    expect(readdirSync(user.gitDir).filter((file) => file !== "FETCH_HEAD")).toEqual(files);
  });

  it("is nothing where there is no such branch, though others end in its name", async () => {
    const { user, remote } = makeRemote();
    gitIn(remote, ["update-ref", "refs/x/refs/heads/gone", "HEAD"]);
    expect(await fetchRef(git, { gitDir: user.gitDir, remote: "origin", ref: "refs/heads/gone" })).toEqual({
      kind: "absent",
    });
  });

  it("is not taken when it is unsound", async () => {
    const { user, remote, other } = makeRemote();
    const blob = gitIn(other, ["rev-parse", "HEAD:a.txt"]);
    const bytes = Buffer.concat([Buffer.from("100644 .git\0"), Buffer.from(blob, "hex")]);
    const file = join(tempFolder(), "tree");
    writeFileSync(file, bytes);
    const tree = gitIn(remote, ["hash-object", "-t", "tree", "-w", "--literally", file]);
    const evil = gitIn(remote, [
      "-c",
      "user.name=E",
      "-c",
      "user.email=e@x",
      "commit-tree",
      "-p",
      "HEAD",
      "-m",
      "evil",
      tree,
    ]);
    gitIn(remote, ["update-ref", "refs/heads/main", evil]);
    expect(await fetchRef(git, { gitDir: user.gitDir, remote: "origin", ref: "refs/heads/main" })).toMatchObject({
      kind: "unsound",
    });
    expect(() => user.git("cat-file", "-e", evil)).toThrow();
  });
});

describe("the address of a remote", () => {
  it("is the one that git would push to", async () => {
    const user = makeRepository();
    user.git("remote", "add", "origin", "gh:acme/next.js");
    user.git("config", "url.git@github.com:.insteadOf", "gh:");
    expect(await readRemoteAddress(git, user.gitDir, "origin")).toBe("git@github.com:acme/next.js");
    user.git("remote", "set-url", "--push", "origin", "gh:me/next.js");
    expect(await readRemoteAddress(git, user.gitDir, "origin")).toBe("git@github.com:me/next.js");
    expect(await readRemoteAddress(git, user.gitDir, "gone")).toBeUndefined();
    expect(await readRemoteAddress(git, user.gitDir, "--all")).toBeUndefined();
  });
});

describe("the remote of a branch", () => {
  it("is that of its upstream, else origin, else the only one", async () => {
    const user = makeRepository();
    const of = (ref = "refs/heads/main"): Promise<string | undefined> => remoteOf(git, user.gitDir, ref);
    expect(await of()).toBeUndefined();
    user.git("remote", "add", "some.where", "https://x.example/a/b");
    expect(await of()).toBe("some.where");
    user.git("remote", "add", "else", "https://x.example/a/c");
    expect(await of()).toBeUndefined();
    user.git("remote", "add", "origin", "https://x.example/a/d");
    expect(await of()).toBe("origin");
    user.git("config", "branch.fea.ture/x.remote", "some.where");
    expect(await of("refs/heads/fea.ture/x")).toBe("some.where");
    user.git("config", "branch.main.remote", ".");
    expect(await of()).toBe("origin");
    user.git("config", "branch.main.remote", "gone");
    expect(await of()).toBe("origin");
  });
});
