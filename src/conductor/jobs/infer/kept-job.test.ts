import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { makeJob } from "../../../../test/kit/jobs.ts";
import { readKeptJob, writeKeptJob } from "./kept-job.ts";

const job = makeJob("story", ["one"]);

/** Every write to the draft of a job's record finds the disk full. */
function fullDisk(jobs: string): void {
  mkdirSync(join(jobs, job.id), { recursive: true });
  symlinkSync("/dev/full", join(jobs, job.id, "job.json.new"));
}

describe("the record of a job", () => {
  it("on a full disk is refused as such, with what to do, and leaves nothing", async () => {
    const jobs = tempFolder();
    fullDisk(jobs);
    await expect(writeKeptJob({ jobs }, job)).rejects.toMatchObject({
      code: "store.write_failed",
      audience: "environment",
      message: expect.stringContaining("the disk is full") as string,
      hint: expect.stringContaining("Make room") as string,
    });
    expect(readdirSync(jobs)).toEqual([]);
  });

  it("that can't be changed stays as it was", async () => {
    const jobs = tempFolder();
    await writeKeptJob({ jobs }, job);
    fullDisk(jobs);
    await expect(writeKeptJob({ jobs }, { ...job, parallel: 7 })).rejects.toMatchObject({ code: "store.write_failed" });
    expect(await readKeptJob({ jobs }, job.id)).toEqual(job);
    expect(existsSync(join(jobs, job.id, "job.json.new"))).toBe(false);
  });

  it("that the system refuses for another reason says which", async () => {
    const jobs = join(tempFolder(), "jobs");
    writeFileSync(jobs, "");
    await expect(writeKeptJob({ jobs }, job)).rejects.toMatchObject({
      code: "store.write_failed",
      message: expect.stringMatching(/ENOTDIR|EEXIST/) as string,
    });
  });

  it("is written though jobs come and go beside it", async () => {
    const jobs = tempFolder();
    mkdirSync(join(jobs, job.id));
    symlinkSync("gone", join(jobs, job.id, "tasks"));
    await writeKeptJob({ jobs }, job);
    expect(await readKeptJob({ jobs }, job.id)).toEqual(job);
  });
});
