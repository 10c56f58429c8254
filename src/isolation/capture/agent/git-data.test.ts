import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { readTips } from "./git-data.ts";

const [base, other] = ["a".repeat(40), "b".repeat(40)];

function gitDirWith(refs: number): string {
  const gitDir = tempFolder();
  mkdirSync(join(gitDir, "refs/heads"), { recursive: true });
  mkdirSync(join(gitDir, "logs"));
  for (let number = 0; number < refs; number += 1)
    writeFileSync(join(gitDir, "refs/heads", String(number)), `${base}\n`);
  return gitDir;
}

describe("the commits that a context's repository mentions", () => {
  it("are all of them where there are few", () => {
    const gitDir = gitDirWith(3);
    writeFileSync(join(gitDir, "refs/heads/own"), `${other}\n`);
    expect(readTips(gitDir, base)).toEqual({ names: [other], isCut: false });
  });

  it("are said to be cut where there are more refs than are read, even if those that were read name one commit", () => {
    expect(readTips(gitDirWith(1100), base).isCut).toBe(true);
  });

  it("are said to be cut where a log is longer than is read", () => {
    const gitDir = gitDirWith(0);
    writeFileSync(join(gitDir, "logs/HEAD"), `${base} ${base} x\n`.repeat(60_000));
    appendFileSync(join(gitDir, "logs/HEAD"), `${base} ${other} the last\n`);
    expect(readTips(gitDir, base).isCut).toBe(true);
  });
});
