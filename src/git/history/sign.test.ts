import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { gitIn, hermetic, wireGit } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository, person } from "../../../test/kit/repository.ts";
import { codeOf } from "../../base/error.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { openObjectStore } from "../../isolation/store/object-store.ts";
import { openRepository } from "../repository.ts";
import { checkSignature, signCommit } from "./sign.ts";

const git = wireGit();

const has = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: "ignore" }).error === undefined;

interface Ground {
  readonly user: TestRepository;
  readonly store: string;
  readonly tree: TreeSha;
}

async function makeGround(): Promise<Ground> {
  const user = makeRepository();
  const { gitDir } = await openObjectStore(git, tempFolder(), await openRepository(git, user.path));
  return { user, store: gitDir, tree: user.git("rev-parse", "HEAD^{tree}") as TreeSha };
}

async function sign({ user, store, tree }: Ground, door = git, message = "signed\n"): Promise<CommitSha> {
  return signCommit(
    door,
    { gitDir: user.gitDir, store },
    { tree, parents: [user.head()], message, by: person, at: 5000 as EpochMs },
  );
}

/** A user's own key, and a file that says whose it is. */
function setUpSsh(user: TestRepository): void {
  const folder = tempFolder();
  const key = join(folder, "key");
  spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-C", "", "-f", key]);
  const publicKey = spawnSync("ssh-keygen", ["-y", "-f", key]).stdout.toString("utf8").trim();
  writeFileSync(join(folder, "signers"), `${person.email} namespaces="git" ${publicKey}\n`);
  user.git("config", "gpg.format", "ssh");
  user.git("config", "user.signingkey", key);
  user.git("config", "gpg.ssh.allowedSignersFile", join(folder, "signers"));
}

describe.skipIf(!has("ssh-keygen", "-?"))("a commit signed with an SSH key (needs ssh-keygen)", () => {
  it("holds, is all that was asked for, and appears in the store only", async () => {
    const ground = await makeGround();
    setUpSsh(ground.user);
    ground.user.git("config", "i18n.commitEncoding", "latin1");
    const commit = await sign(ground, git, "größe\n\nRefs: 1\n");
    expect(await checkSignature(git, ground.store, commit)).toBe("unknown");
    expect(() => gitIn(ground.user.path, ["cat-file", "-e", commit])).toThrow();
    gitIn(ground.user.path, ["fetch", "-q", ground.store, commit]);
    expect(await checkSignature(git, ground.user.gitDir, commit)).toBe("good");
    expect(
      gitIn(ground.user.path, ["log", "-1", "--format=%T %P %an %ae %at %cn %ct %e%n%B", "--encoding=UTF-8", commit]),
    ).toBe(
      Buffer.from(`${ground.tree} ${ground.user.head()} Ada ada@example.com 5 Ada 5 \ngröße\n\nRefs: 1\n`).toString(
        "latin1",
      ),
    );
  });

  it("is by its own author where that is another person", async () => {
    const ground = await makeGround();
    setUpSsh(ground.user);
    const author = { name: "Agent", email: "agent@example.com", at: 3000 as EpochMs };
    const place = { gitDir: ground.user.gitDir, store: ground.store };
    const commit = await signCommit(git, place, {
      tree: ground.tree,
      parents: [],
      message: "m\n",
      by: person,
      at: 5000 as EpochMs,
      author,
    });
    expect(gitIn(ground.store, ["log", "-1", "--format=%an %ae %at %cn %ct", commit])).toBe(
      "Agent agent@example.com 3 Ada 5",
    );
  });

  it("is bad once it was changed, unknown by another's key, and none without a signature, even if its message claims one", async () => {
    const ground = await makeGround();
    const { user } = ground;
    setUpSsh(user);
    const commit = await sign(ground);
    gitIn(user.path, ["fetch", "-q", ground.store, commit]);
    const content = gitIn(user.path, ["cat-file", "commit", commit]);
    const file = join(tempFolder(), "commit");
    writeFileSync(file, content.replace("\n\nsigned", "\n\nforged\n"));
    const forged = user.git("hash-object", "-t", "commit", "-w", file) as CommitSha;
    expect(await checkSignature(git, user.gitDir, forged)).toBe("bad");
    user.git("commit", "-q", "--allow-empty", "-m", "x\n\ngpgsig -----BEGIN SSH SIGNATURE-----");
    expect(await checkSignature(git, user.gitDir, user.head())).toBe("none");
    setUpSsh(user);
    expect(await checkSignature(git, user.gitDir, commit)).toBe("unknown");
    user.git("config", "--unset", "gpg.ssh.allowedSignersFile");
    expect(await checkSignature(git, user.gitDir, commit)).toBe("unknown");
  });

  it("runs no hook of the user's, and is not made at all where there is no key", async () => {
    const ground = await makeGround();
    const { user } = ground;
    setUpSsh(user);
    const ran = join(user.path, "hook-ran");
    mkdirSync(join(user.gitDir, "hooks"), { recursive: true });
    for (const name of ["pre-commit", "commit-msg", "prepare-commit-msg", "post-commit", "reference-transaction"])
      writeFileSync(join(user.gitDir, "hooks", name), `#!/bin/sh\ntouch "${ran}"\n`, { mode: 0o755 });
    await sign(ground);
    expect(existsSync(ran)).toBe(false);
    user.git("config", "user.signingkey", join(user.path, "no-such-key"));
    const failure = await sign(ground).catch((error: unknown) => error);
    expect(codeOf(failure)).toBe("landing.sign_failed");
    expect(String(failure)).toContain("no-such-key");
  });
});

describe.skipIf(!has("gpg", "--version"))("a commit signed with an OpenPGP key (needs gpg)", () => {
  const home = join(tempFolder(), "gnupg");
  const door = wireGit({ ...hermetic, GNUPGHOME: home });
  const gpg = (...args: readonly string[]): number | null =>
    spawnSync("gpg", ["--batch", "--quiet", ...args], { env: { ...hermetic, GNUPGHOME: home }, stdio: "ignore" })
      .status;
  afterAll(() => {
    spawnSync("gpgconf", ["--kill", "all"], { env: { ...hermetic, GNUPGHOME: home }, stdio: "ignore" });
  });

  it("holds for people with the key, and can't be checked by others", async () => {
    mkdirSync(home, { mode: 0o700 });
    const made = gpg(
      "--passphrase",
      "",
      "--pinentry-mode",
      "loopback",
      "--quick-generate-key",
      `${person.name} <${person.email}>`,
      "ed25519",
      "sign",
      "never",
    );
    expect(made).toBe(0);
    const ground = await makeGround();
    const commit = await sign(ground, door);
    gitIn(ground.user.path, ["fetch", "-q", ground.store, commit]);
    expect(await checkSignature(door, ground.user.gitDir, commit)).toBe("good");
    const empty = join(tempFolder(), "empty");
    mkdirSync(empty, { mode: 0o700 });
    expect(await checkSignature(wireGit({ ...hermetic, GNUPGHOME: empty }), ground.user.gitDir, commit)).toBe(
      "unknown",
    );
  });
});
