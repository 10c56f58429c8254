import { dirname } from "node:path";
import * as fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { gitIn, printedBy, wireGit } from "../../../test/kit/git.ts";
import { type TestRepository, makeRepository } from "../../../test/kit/repository.ts";
import { makeJob, makeSheet } from "../../../test/kit/jobs.ts";
import type { CommitSha, EpochMs, TreeSha } from "../../base/ids.ts";
import { type Objects, openObjects } from "../../git/objects/objects.ts";
import type { Landed } from "../candidate.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { type ClaimContext, type Receipt, claimOf, receiptDigest, receiptOf } from "./receipt.ts";
import { parseReceipt, readReceipt, readReceipts } from "./read.ts";
import { writeReceipts } from "./write.ts";

const git = wireGit();
const job = makeJob("job-1", ["a"]);
const commit = "c".repeat(40) as CommitSha;
const tree = "d".repeat(40) as TreeSha;
const context: ClaimContext = { target: "refs/heads/main", strategy: "squash", signed: false, at: 1000 as EpochMs };

function landedAs(sheet: string, name = commit): Landed {
  const gate = {
    name: "build",
    digest: "g",
    toolchain: "t",
    tree,
    passed: true,
    isFlaky: false,
    isCached: false,
    ms: 5,
    at: 900 as EpochMs,
    reason: "printed",
    log: "/home/gates/log",
  };
  return {
    candidate: {
      job,
      sheet: makeSheet(sheet),
      attempt: 2,
      base: commit,
      capture: commit,
      verdict: { kind: "judged", results: [{ index: 0, description: "it builds", passed: true, reason: "" }] },
      agent: { kind: "profile", name: "claude", model: "opus", args: [], env: { TOKEN: "secret" }, account: null },
      spent: { ...nothingSpentYet, inputTokens: 10, usd: 0.25 },
      isReviewed: true,
      intent: null,
    },
    tree,
    commits: [name],
    commit: name,
    parent: commit,
    level: "validated-as-landed",
    gates: [gate],
    flags: ["it edited its own gate"],
  };
}

const receiptFor = (sheet: string, name = commit): Receipt => receiptOf(landedAs(sheet, name), context);

const opened: Objects[] = [];
afterAll(() => Promise.all(opened.map((objects) => objects.close())));

async function write(repository: TestRepository, receipts: readonly Receipt[]): Promise<void> {
  const objects = openObjects(git, repository.gitDir, repository.head().length === 40 ? "sha1" : "sha256");
  opened.push(objects);
  await writeReceipts({ objects }, receipts);
}

describe.each(["sha1", "sha256"] as const)("a receipt in a %s repository", (format) => {
  const name = (format === "sha1" ? commit : "c".repeat(64)) as CommitSha;

  it("is read back as it was written, with any name of its sheet, and leaves nothing beside the ref", async () => {
    const repository = makeRepository({}, format);
    const ids = ["a", "A", "with space", "größe", "../../etc", "line\nbreak", ".git", "a/b"];
    await write(
      repository,
      ids.map((id) => receiptFor(id, name)),
    );
    for (const id of ids)
      expect(await readReceipt(git, repository, { job: "job-1", sheet: id })).toEqual(receiptFor(id, name));
    expect(await readReceipt(git, repository, { job: "job-1", sheet: "b" })).toBeUndefined();
    expect(await readReceipt(git, repository, { job: "job-2", sheet: "a" })).toBeUndefined();
    expect(await readReceipt(git, { ...repository, of: "meant" }, { job: "job-1", sheet: "a" })).toBeUndefined();
    expect(repository.git("log", "--all", "--format=%s")).toBe("first");
    expect(repository.git("status", "--porcelain")).toBe("");
    expect(repository.git("fsck", "--strict", "--no-dangling")).toBe("");
  });

  it("is added to those there are, by many at once, and writing it again changes nothing", async () => {
    const repository = makeRepository({}, format);
    await Promise.all(
      Array.from({ length: 8 }, (_, place) => write(repository, [receiptFor(`s${String(place)}`, name)])),
    );
    const before = gitIn(repository.path, ["rev-parse", "refs/tutti/receipts"]);
    await write(repository, [receiptFor("s3", name)]);
    expect(gitIn(repository.path, ["rev-parse", "refs/tutti/receipts"])).toBe(before);
    expect(gitIn(repository.path, ["ls-tree", "-r", "--name-only", "refs/tutti/receipts"]).split("\n")).toHaveLength(8);
  });
});

describe("a receipt", () => {
  it("says who did what, how it was judged and what it took, and neither the prompt nor what a gate printed", () => {
    const receipt = receiptFor("a");
    expect(receipt).toEqual({
      version: 2,
      job: "job-1",
      sheet: "a",
      title: "do a",
      attempt: 2,
      target: "refs/heads/main",
      strategy: "squash",
      parent: commit,
      base: commit,
      capture: commit,
      tree,
      level: "validated-as-landed",
      by: { name: "Ada", email: "ada@example.com" },
      agent: { name: "claude", model: "opus" },
      cost: { inputTokens: 10, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0, usd: 0.25, unknown: 0 },
      promptSha256: receipt.promptSha256,
      validations: [{ description: "it builds", passed: true }],
      gates: [
        {
          name: "build",
          digest: "g",
          toolchain: "t",
          tree,
          passed: true,
          isFlaky: false,
          isCached: false,
          ms: 5,
          at: 900,
        },
      ],
      flags: ["it edited its own gate"],
      approved: true,
      signed: false,
      at: 1000,
      commit,
      commits: [commit],
    });
    expect(receipt.promptSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(receipt)).not.toMatch(/please do|printed|secret/);
  });

  it.each<[string, string]>([
    ["is no JSON", "hello"],
    ["is no object", "[]"],
    ["is of no version that is known", JSON.stringify({ ...receiptFor("a"), version: 3 })],
    ["has no commits", JSON.stringify({ ...receiptFor("a"), commits: "all" })],
    ["has a gate that says nothing", JSON.stringify({ ...receiptFor("a"), gates: [{}] })],
    ["has no tree", JSON.stringify({ ...receiptFor("a"), tree: undefined })],
  ])("that %s is none", (_, text) => {
    expect(parseReceipt(text)).toBeUndefined();
  });

  it("that was damaged is told from one that is not there", async () => {
    const repository = makeRepository();
    await write(repository, [receiptFor("a")]);
    const place = repository.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts");
    put(repository, place, "damaged\n");
    expect(
      await readReceipts(git, repository, [
        { job: "job-1", sheet: "a" },
        { job: "job-1", sheet: "b" },
        { job: "", sheet: "" },
      ]),
    ).toEqual([{ kind: "damaged" }, { kind: "none" }, { kind: "none" }]);
  });

  it("of an earlier version is found in its old place, until there is a new one", async () => {
    const repository = makeRepository();
    const old = { ...receiptFor("a"), version: 1 as const };
    put(repository, "job-1/a.json", JSON.stringify(old));
    expect(await readReceipts(git, repository, [{ job: "job-1", sheet: "a" }])).toEqual([
      { kind: "old", receipt: old },
    ]);
    await write(repository, [receiptFor("a")]);
    expect(await readReceipt(git, repository, { job: "job-1", sheet: "a" })).toEqual(receiptFor("a"));
    expect(repository.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts")).toContain("job-1/a.json");
  });

  it("rewrites no more than the folder of its group, however many there are", async () => {
    const repository = makeRepository();
    await write(
      repository,
      Array.from({ length: 600 }, (_, place) => receiptFor(`s${String(place)}`)),
    );
    const groups = Map.groupBy(
      repository.git("ls-tree", "-r", "--name-only", "refs/tutti/receipts").split("\n"),
      dirname,
    );
    const sizes = [...groups.values()].map((files) => files.length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(600);
    expect(Math.max(...sizes)).toBeLessThan(12);
    const objects = (): number =>
      repository.git("cat-file", "--batch-check", "--batch-all-objects", "--unordered").split("\n").length;
    const before = objects();
    await write(repository, [receiptFor("one more")]);
    // The receipt, its group, its job, and the root.
    expect(objects() - before).toBe(4);
  });
});

describe("the digest of a receipt", () => {
  it("is known before the commits are, and names everything else in it", () => {
    const digest = receiptDigest(claimOf(landedAs("a"), context));
    expect(claimOf(landedAs("a"), context)).not.toHaveProperty("commit");
    expect(receiptDigest(receiptFor("a"))).toBe(digest);
    expect(receiptDigest(receiptFor("a", "e".repeat(40) as CommitSha))).toBe(digest);
    for (const key of Object.keys(receiptFor("a")).filter((name) => name !== "commit" && name !== "commits")) {
      expect([key, receiptDigest({ ...receiptFor("a"), [key]: "other" })]).not.toEqual([key, digest]);
    }
    expect(receiptDigest({ ...receiptFor("a"), more: 1 } as Receipt)).not.toBe(digest);
  });

  it("is the same after any trip through JSON, in any order of keys", () => {
    fc.assert(
      fc.property(fc.json(), fc.string({ unit: "binary" }), (text, title) => {
        const receipt = { ...receiptFor("a"), title, extra: JSON.parse(text) as unknown };
        const turned = Object.fromEntries(Object.entries(receipt).toReversed()) as unknown as Receipt;
        expect(receiptDigest(turned)).toBe(receiptDigest(receipt));
        expect(receiptDigest(JSON.parse(JSON.stringify(receipt)) as Receipt)).toBe(receiptDigest(receipt));
      }),
    );
  });
});

/** Puts a file into the receipts as a person with git could. */
function put(repository: TestRepository, path: string, text: string): void {
  const env = { GIT_INDEX_FILE: `${repository.gitDir}/other-index` };
  const found = gitIn(repository.path, ["for-each-ref", "--format=%(objectname)", "refs/tutti/receipts"]);
  gitIn(repository.path, found === "" ? ["read-tree", "--empty"] : ["read-tree", found], env);
  const blob = printedBy(repository.path, ["hash-object", "-w", "--stdin"], { input: text }).trim();
  gitIn(repository.path, ["update-index", "--add", "--cacheinfo", `100644,${blob},${path}`], env);
  repository.git("update-ref", "refs/tutti/receipts", gitIn(repository.path, ["write-tree"], env));
}
