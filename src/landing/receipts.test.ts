import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../test/kit/folders.ts";
import { gitIn, wireGit } from "../../test/kit/git.ts";
import { makeJob, makeSheet } from "../../test/kit/jobs.ts";
import { makeRepository } from "../../test/kit/repository.ts";
import type { CommitSha } from "../base/ids.ts";
import { type Receipt, readReceipt, receiptOf, writeReceipts } from "./receipts.ts";

const git = wireGit();
const job = makeJob("job-1", ["a"]);
const commit = "c".repeat(40) as CommitSha;

function receiptFor(sheet: string): Receipt {
  const verdict = { kind: "judged" as const, results: [{ index: 0, description: "it builds", passed: true, reason: "" }] };
  const candidate = { sheet: makeSheet(sheet), attempt: 2, base: commit, capture: commit, verdict, intent: null };
  return receiptOf(job, "refs/heads/main", { candidate, commit, parent: commit, level: "validated-as-landed", isToCheck: false });
}

describe.each(["sha1", "sha256"] as const)("a receipt in a %s repository", (format) => {
  it("is read back as it was written, whatever the sheet is called, and leaves nothing beside the ref", async () => {
    const repository = makeRepository({}, format);
    const scratch = tempFolder();
    const ids = ["a", "A", "with space", "größe", "../../etc", "line\nbreak", ".git", "a/b"];
    await writeReceipts(
      git,
      { gitDir: repository.gitDir, scratch },
      ids.map((id) => receiptFor(id)),
    );
    for (const id of ids) expect(await readReceipt(git, repository.gitDir, { job: "job-1", sheet: id })).toEqual(receiptFor(id));
    expect(await readReceipt(git, repository.gitDir, { job: "job-1", sheet: "b" })).toBeUndefined();
    expect(await readReceipt(git, repository.gitDir, { job: "job-2", sheet: "a" })).toBeUndefined();
    expect(readdirSync(scratch)).toEqual([]);
    expect(repository.git("log", "--all", "--format=%s")).toBe("first");
    expect(repository.git("status", "--porcelain")).toBe("");
  });

  it("is added to those there are, by many at once, and writing it again changes nothing", async () => {
    const repository = makeRepository({}, format);
    const way = { gitDir: repository.gitDir, scratch: tempFolder() };
    await Promise.all(Array.from({ length: 8 }, (_, place) => writeReceipts(git, way, [receiptFor(`s${place}`)])));
    const before = gitIn(repository.path, ["rev-parse", "refs/tutti/receipts"]);
    await writeReceipts(git, way, [receiptFor("s3")]);
    expect(gitIn(repository.path, ["rev-parse", "refs/tutti/receipts"])).toBe(before);
    expect(gitIn(repository.path, ["ls-tree", "-r", "--name-only", "refs/tutti/receipts"]).split("\n")).toHaveLength(8);
  });
});

describe("a receipt", () => {
  it("says how it was validated, and not what it was asked to do, only the hash of it", () => {
    const receipt = receiptFor("a");
    expect(receipt).toMatchObject({
      version: 1,
      job: "job-1",
      sheet: "a",
      attempt: 2,
      target: "refs/heads/main",
      level: "validated-as-landed",
      validations: [{ description: "it builds", passed: true }],
    });
    expect(receipt.promptSha256).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(receipt)).not.toContain("please do");
  });

  it("that somebody damaged is none", async () => {
    const repository = makeRepository();
    await writeReceipts(git, { gitDir: repository.gitDir, scratch: tempFolder() }, [receiptFor("a")]);
    const blob = repository.git("rev-parse", "HEAD:README.md");
    const tree = gitIn(repository.path, ["rev-parse", "refs/tutti/receipts"]);
    repository.git("read-tree", `--index-output=${repository.gitDir}/damaged`, tree);
    gitIn(repository.path, ["update-index", "--add", "--cacheinfo", `100644,${blob},job-1/a.json`], { GIT_INDEX_FILE: `${repository.gitDir}/damaged` });
    repository.git("update-ref", "refs/tutti/receipts", gitIn(repository.path, ["write-tree"], { GIT_INDEX_FILE: `${repository.gitDir}/damaged` }));
    expect(await readReceipt(git, repository.gitDir, { job: "job-1", sheet: "a" })).toBeUndefined();
  });
});
