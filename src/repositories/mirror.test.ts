import { existsSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { gitIn, hastyWorld, printedBy, wireGit } from "../../test/kit/git.ts";
import type { EpochMs } from "../base/ids.ts";
import { placesIn } from "../isolation/home/places.ts";
import { requireAddress } from "./address.ts";
import { type RepositoryParts, syncMirror } from "./mirror.ts";
import { openManaged } from "./open.ts";
import { readHoldings, removalFaults } from "./remove.ts";

interface Scene {
  readonly parts: RepositoryParts;
  readonly bare: string;
  readonly address: ReturnType<typeof requireAddress>;
  readonly heard: string[];
  /** How often the network was asked for something. */
  readonly asked: string[];
  /** Somebody commits and pushes. */
  readonly push: (file: string, ...more: readonly string[]) => void;
}

/** `faults`: what the first calls to the network end with. */
function makeScene(faults: readonly string[] = []): Scene {
  const root = tempFolder();
  const bare = join(root, "remote.git");
  const work = join(root, "work");
  gitIn(root, ["init", "-q", "--bare", "-b", "main", bare]);
  gitIn(root, ["init", "-q", "-b", "main", work]);
  const push: Scene["push"] = (file, ...more) => {
    writeFileSync(join(work, file), `${file}\n`);
    gitIn(work, ["add", "-A"]);
    gitIn(work, ["-c", "user.name=Bob", "-c", "user.email=b@x", "commit", "-q", ...more, "-m", file]);
    gitIn(work, ["push", "-q", "--force", bare, "HEAD:main"]);
  };
  push("a.txt");
  const git = wireGit();
  const left = [...faults];
  const [heard, asked]: [string[], string[]] = [[], []];
  let now = 1;
  const parts: RepositoryParts = {
    places: placesIn(join(root, "home")),
    world: { ...hastyWorld, now: () => (now += 1) as EpochMs },
    notice: (text) => heard.push(text),
    git: {
      ...git,
      network: (call) => {
        asked.push(call.args.find((word) => word === "fetch" || word === "ls-remote") ?? "");
        const stderr = left.shift();
        if (stderr === undefined) return git.network(call);
        return Promise.resolve({ code: 128, droppedBytes: 0, stdout: Buffer.alloc(0), stderr });
      },
    },
  };
  return { parts, bare, address: requireAddress(`file://${bare}`), heard, asked, push };
}

describe("a mirror", () => {
  it("of many packs is packed after a fetch, and keeps what no branch names any more", async () => {
    const { parts, address, push, heard } = makeScene();
    const { gitDir, branches } = await syncMirror(parts, address);
    const old = branches.get("main") ?? "";
    for (let count = 0; count < 41; count += 1) {
      const blob = printedBy(gitDir, ["hash-object", "-w", "--stdin"], { input: `${String(count)}\n` }).trim();
      printedBy(gitDir, ["pack-objects", "-q", join(gitDir, "objects/pack/pack")], { input: `${blob}\n` });
      gitIn(gitDir, ["prune-packed"]);
    }
    push("b.txt", "--amend");
    await syncMirror(parts, address);
    const packs = readdirSync(join(gitDir, "objects/pack")).filter((name) => name.endsWith(".pack"));
    expect([packs.length, heard]).toEqual([1, [`packing ${gitDir}`]]);
    expect(gitIn(gitDir, ["cat-file", "-t", old])).toBe("commit");
    expect(gitIn(gitDir, ["fsck", "--connectivity-only"])).not.toContain("missing");
  });

  it("is fetched after faults that pass, and only where the remote has news", async () => {
    const host = "fatal: unable to access 'https://x/': Could not resolve host: x";
    const { parts, address, heard, asked, push, bare } = makeScene([host, host]);
    const { gitDir, record } = await syncMirror(parts, address);
    expect([record.base, heard.length, asked]).toEqual(["main", 2, ["ls-remote", "ls-remote", "ls-remote", "fetch"]]);
    await syncMirror(parts, address);
    expect(asked.slice(4)).toEqual(["ls-remote"]);
    push("b.txt");
    await syncMirror(parts, address);
    expect(asked.slice(5)).toEqual(["ls-remote", "fetch"]);
    expect(gitIn(gitDir, ["rev-parse", "main"])).toBe(gitIn(bare, ["rev-parse", "main"]));
  });

  it("stays as it is where the remote can't be reached, and a new one leaves nothing behind", async () => {
    const { parts, address, bare } = makeScene();
    const { gitDir } = await syncMirror(parts, address);
    const before = gitIn(gitDir, ["for-each-ref"]);
    renameSync(bare, `${bare}.away`);
    await expect(syncMirror(parts, address)).rejects.toMatchObject({ code: "repository.unreachable" });
    expect(gitIn(gitDir, ["for-each-ref"])).toBe(before);
    const gone = requireAddress(`file://${bare}/nothing`);
    await expect(syncMirror(parts, gone)).rejects.toMatchObject({ code: "repository.unreachable" });
    expect(readdirSync(join(parts.places.home, "mirrors")).length).toBe(2);
    renameSync(`${bare}.away`, bare);
    await syncMirror(parts, address);
  });

  it("follows a remote that was rewritten, keeps what landed here and was not pushed, and is not removed then", async () => {
    const { parts, address, push, bare } = makeScene();
    const { gitDir } = await syncMirror(parts, address);
    push("rewritten.txt", "--amend");
    await syncMirror(parts, address);
    expect(gitIn(gitDir, ["rev-parse", "main"])).toBe(gitIn(bare, ["rev-parse", "main"]));
    const tree = gitIn(gitDir, ["rev-parse", "main^{tree}"]);
    const identity = ["-c", "user.name=T", "-c", "user.email=t@x"];
    const landed = gitIn(gitDir, [...identity, "commit-tree", "-p", "main", "-m", "landed", tree]);
    gitIn(gitDir, ["update-ref", "refs/heads/main", landed]);
    push("theirs.txt");
    const { record } = await syncMirror(parts, address);
    expect([record.unpushed, gitIn(gitDir, ["rev-parse", "main"])]).toEqual([["main"], landed]);
    const jobs = [
      { id: "good", isOver: true, unlanded: 0 },
      { id: "running", isOver: false, unlanded: 1 },
      { id: "kept", isOver: true, unlanded: 2 },
    ];
    expect(removalFaults(await readHoldings(parts, address, jobs))).toEqual([
      "main has 1 commit that the remote does not have",
      "job running is not finished",
      "job kept has 2 results that did not land",
    ]);
  });

  it("has a checkout of the base for each environment, which follows it and keeps what a person changed", async () => {
    const { parts, address, push, heard } = makeScene();
    const wanted = { address, environment: "web", base: null };
    const { folder, base } = await openManaged(parts, wanted);
    expect([base, folder]).toEqual(["main", join(parts.places.managed("web"), "checkouts", address.name)]);
    push("b.txt");
    await openManaged(parts, wanted);
    expect(existsSync(join(folder, "b.txt"))).toBe(true);
    writeFileSync(join(folder, "c.txt"), "mine\n");
    push("c.txt");
    await openManaged(parts, wanted);
    expect([
      heard.some((text) => text.includes("was not brought up to date")),
      existsSync(join(folder, "c.txt")),
    ]).toEqual([true, true]);
    await expect(openManaged(parts, { ...wanted, base: "gone" })).rejects.toMatchObject({ code: "git.no_target" });
  });
});
