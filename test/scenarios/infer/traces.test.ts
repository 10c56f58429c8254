import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { gitIn } from "../../kit/git.ts";
import { type Kit, embedded, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";
import { expectProven, inferred, loseDatabase, playUntil, sheets, subjects } from "./story.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

describe("traces that mislead", () => {
  it("snapshots and landings of another job of the same score are not taken for this one's", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const other = await kit.play({
      first: { script: "create first.txt other", validations: [{ file_exists: "first.txt" }] },
    });
    const mine = await playUntil(kit, "ready captured");
    loseDatabase(kit);

    const again = await kit.resume({ infer: { job: mine.job.id } });

    expect(again.job.id).toBe(mine.job.id);
    expect(again.states).toEqual({ first: "landed", broken: "landed", ready: "landed", untouched: "landed" });
    expect(subjects(kit).filter((subject) => subject === "first")).toHaveLength(2);
    const rest = await kit.resume({ infer: {} });
    expect(rest.job.id).toBe(other.job.id);
    expect(rest.states).toEqual({ first: "landed" });
    await expect(kit.resume({ infer: {} })).rejects.toMatchObject({ code: "job.unknown" });
  });

  itLong("snapshots that are no sheet's of this job are left alone", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await playUntil(kit, "ready captured");
    const store = (await kit.status())?.store ?? "";
    // Than anything of the job's own.
    const later = 4_000_000_000;
    const [parent = "", tree = ""] = kit.git("rev-parse", "main", "main^{tree}").split("\n");
    const keep = (of: { job: string; sheet: string; ref: string; at: number }): void => {
      const trailers = `Tutti-Snapshot-Job: ${of.job}\nTutti-Snapshot-Sheet: ${of.sheet}\nTutti-Snapshot-Attempt: 9\nTutti-Snapshot-Why: end\nTutti-Snapshot-Left-Out: 0`;
      const env = {
        GIT_AUTHOR_NAME: "Eve",
        GIT_AUTHOR_EMAIL: "e@x",
        GIT_COMMITTER_NAME: "Eve",
        GIT_COMMITTER_EMAIL: "e@x",
        GIT_COMMITTER_DATE: `${String(of.at)} +0000`,
      };
      const commit = gitIn(store, ["commit-tree", tree, "-p", parent, "-m", "snapshot", "-m", trailers], env);
      gitIn(store, ["update-ref", of.ref, commit]);
    };
    // The worktrees and clones of others that were adopted, a job whose id begins like this one's, and a ref that is
    // not what it says.
    keep({ job: "adopted", sheet: "stray", ref: "refs/tutti/snapshots/adopted/stray/1", at: later });
    keep({ job: `${job.id}-abcdef`, sheet: "ready", ref: `refs/tutti/snapshots/${job.id}-abcdef/ready/1`, at: later });
    keep({ job: job.id, sheet: "another", ref: `refs/tutti/snapshots/${job.id}/ready/99`, at: 1_000_000_000 });
    writeFileSync(join(kit.home, "jobs", `${job.id}.txt`), "");
    mkdirSync(join(kit.home, "jobs", `${job.id}-abcdef`));
    writeFileSync(join(kit.home, "jobs", `${job.id}-abcdef`, "archived.json"), "{}");
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.job.id).toBe(job.id);
    expect(again.job.sheets.map(({ id, state, attempts }) => `${id} ${state} ${String(attempts)}`)).toEqual([
      "first landed 1",
      "broken landed 2",
      "ready landed 1",
      "untouched landed 1",
    ]);
    await expectProven(kit, 4);
  });

  itLong("a rebased landing counts as landed", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await playUntil(kit, "ready captured");
    kit.git("reset", "--quiet", "--hard", "HEAD~1");
    kit.git("commit", "--quiet", "--allow-empty", "--message", "before it");
    kit.git("cherry-pick", "ORIG_HEAD");
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.states).toMatchObject({ first: "landed", ready: "landed", untouched: "landed" });
    expect(subjects(kit).filter((subject) => subject === "first")).toHaveLength(1);
  });

  it("a landing that was reverted does not come back by itself", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await kit.play({ gone: { script: "create gone.txt gone", validations: [{ file_exists: "gone.txt" }] } });
    kit.git("reset", "--quiet", "--hard", "HEAD~1");
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.states).toEqual({ gone: "landed" });
    expect(subjects(kit)).toEqual(["begin"]);
    expect((await inferred(kit))["gone"]).toContain("main does not have that commit any more");
    expect((await kit.verify()).missing).toHaveLength(1);
  });

  itLong("a result without validations can't be told from half of one, so its agent looks at it again", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    await playUntil(kit, "bare captured", { sheets: { bare: "create bare.txt bare" } });
    loseDatabase(kit);

    const again = await kit.resume({ infer: {} });

    expect(again.states).toEqual({ bare: "landed" });
    expect(again.job.sheets[0]?.attempts).toBe(2);
    expect((await inferred(kit))["bare"]).toContain("without validations");
  });
});

describe("which job", () => {
  itLong("one that the database has is refused", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await kit.play({ one: "create one.txt one" });

    await expect(kit.resume({ infer: { job: job.id } })).rejects.toMatchObject({
      code: "job.recorded",
      hint: expect.stringContaining("tutti resume") as string,
    });
    await expect(kit.resume({ infer: {} })).rejects.toMatchObject({ code: "job.unknown" });
    await expect(kit.resume({ infer: { job: "../../elsewhere" } })).rejects.toMatchObject({ code: "job.unknown" });
  });

  itLong("its score has to be named where what was kept of it is gone, and must be the job's", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await playUntil(kit, "ready captured");
    const kept = join(kit.home, "jobs", job.id, "job.json");
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    rmSync(kept);
    loseDatabase(kit);

    await expect(kit.resume({ infer: {} })).rejects.toMatchObject({ code: "job.no_score" });
    await expect(kit.resume({ infer: { sheets: { first: "create x.txt x" } } })).rejects.toMatchObject({
      code: "job.other_score",
    });
    const again = await kit.resume({ infer: { sheets } });

    expect(again.job.id).toBe(job.id);
    expect(again.states).toEqual({ first: "landed", broken: "landed", ready: "landed", untouched: "landed" });
    await expectProven(kit, 4);
  });

  itLong("with the whole home lost, landings alone tell what is done", async () => {
    kit = makeKit({ "a.txt": "a\n" }, embedded);
    const { job } = await playUntil(kit, "ready captured");
    rmSync(kit.home, { recursive: true });

    await expect(kit.resume({ infer: { sheets } })).rejects.toMatchObject({
      code: "job.unknown",
      hint: expect.stringContaining(job.id) as string,
    });
    const again = await kit.resume({ infer: { job: job.id, sheets } });

    expect(again.states).toMatchObject({ first: "landed", ready: "landed", untouched: "landed" });
    expect(subjects(kit).filter((subject) => subject === "first")).toHaveLength(1);
  });
});
