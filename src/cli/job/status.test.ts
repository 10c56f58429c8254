import { noCounts } from "../../sheet/counts.ts";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { tutti } from "../../../test/kit/command-line.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, makePlan, makeSheet, submitted } from "../../../test/kit/jobs.ts";
import { makeRepository, writeFiles } from "../../../test/kit/repository.ts";
import { makeShelf } from "../../../test/kit/snapshots.ts";
import type { CommitSha, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import { type SheetState } from "../../sheet/state.ts";
import { nothingSpentYet } from "../../sheet/cost/usage.ts";
import { openStore } from "../../store/sqlite/open.ts";

const lostId = "story-abc234";

/** The user stands in a repository with a home of its own. */
function makeHome() {
  const repository = makeRepository();
  const home = join(tempFolder(), "home");
  mkdirSync(home);
  vi.stubEnv("TUTTI_HOME", home);
  vi.spyOn(process, "cwd").mockReturnValue(repository.path);
  const { gitDir, path } = repository;
  return { home, repository, place: { commonDir: gitDir, gitDir, top: path, objectFormat: "sha1" } as const };
}

describe.each(["status", "list"])("tutti %s without a database", (command) => {
  it("says that there are no jobs where there never were any", async () => {
    makeHome();
    expect(await tutti(command)).toMatchObject({ code: 0, out: "No jobs yet. Start one with: tutti run score.yaml" });
  });

  it("says that jobs left traces, and how to rebuild them; not of those that were put away", async () => {
    const { home } = makeHome();
    writeFiles(home, {
      [`jobs/${lostId}/job.json`]: "{}",
      "jobs/old-abc234/job.json": "{}",
      "jobs/old-abc234/archived.json": "{}",
      "jobs/tasks/x": "",
    });
    const { out } = await tutti(command);
    expect(out).toContain(`there are traces of 1 job: ${lostId}\n`);
    expect(out).toContain("tutti resume --infer");
  });

  it("finds a job of which only snapshots are left, and takes nothing adopted for one", async () => {
    const { home, repository } = makeHome();
    const shelf = await makeShelf(repository, home);
    await shelf.keep("../x", shelf.tree({ "a.txt": "a\n" }), { job: "adopted" as JobId });
    expect((await tutti(command)).out).toContain("No jobs yet");
    await shelf.keep("fix", shelf.tree({ "a.txt": "a\n" }), { job: lostId as JobId, at: 1_800_000_000_000 });
    expect((await tutti(command)).out).toContain(`traces of 1 job: ${lostId}`);
  });
});

it("Mozart's -w FOLDER, which is --watch here, is answered with the line to type; a name that is no folder is no job", async () => {
  const { repository } = makeHome();
  vi.stubEnv("TUTTI_LOCAL", "1");
  const folder = await tutti("status", "-w", repository.path);
  expect([folder.code, folder.err]).toEqual([2, expect.stringContaining("a job knows its workspace")]);
  expect(folder.err).toContain("tutti status JOB");
  expect((await tutti("status", "-w", "nowhere")).err).toContain("no job nowhere");
});

it("says that there are jobs elsewhere, where this repository has none", async () => {
  const { home, place } = makeHome();
  const store = await openStore(home);
  await store.journal.append([submitted(makeJob(lostId, ["fix"], { repository: place }))]);
  await store.close();
  vi.spyOn(process, "cwd").mockReturnValue(makeRepository().path);
  expect((await tutti("status")).out).toContain("No jobs in this repository yet; tutti list shows 1 job of others.");
});

it("a very long id is cut in the table, and the sheet can be named by its number", async () => {
  const { home, place } = makeHome();
  const long = `${"x".repeat(300)} end`;
  const job = makeJob(lostId, ["fix me", long], { repository: place });
  const store = await openStore(home);
  await store.journal.append([submitted(job)]);
  for (const sheet of ["fix me", long] as readonly string[] as readonly SheetId[]) {
    const next = {
      kind: "cancelled",
      attempt: 1,
      context: null,
      session: null,
      counts: noCounts,
      kept: "c".repeat(40) as CommitSha,
    } as const;
    await store.journal.append([
      { about: "sheet", job: job.id, sheet, event: { kind: "cancelled", at: 1 as EpochMs, capture: null }, next },
    ]);
  }
  await store.close();
  const { out } = await tutti("status");
  expect(
    Math.max(
      ...out
        .split("\n")
        .slice(2)
        .map((line) => line.length),
    ),
  ).toBeLessThan(120);
  expect(out).toMatch(/^ {2}x+…x+ end \(2\) {2}cancelled/m);
  expect(out).toContain(`tutti show 2 --job ${lostId}`);
  expect(out).toContain(`tutti show 'fix me' --job ${lostId}`);
  expect((JSON.parse((await tutti("status", "--json")).out) as { sheets: unknown }).sheets).toMatchObject([
    { id: "fix me" },
    { id: long },
  ]);
});

it("names the agents that the cost limit can't hold, and shows a cost that is unknown as unknown", async () => {
  const { home, place } = makeHome();
  const aider = { kind: "profile", name: "aider", model: null, args: [], env: {}, account: null } as const;
  const plan = makePlan([{ ...makeSheet("a"), agent: aider }], {
    cost: { perSheetUsd: null, perJobUsd: 2, warnAt: 0.8 },
  });
  const job = makeJob(lostId, ["a"], { repository: place, plan });
  const store = await openStore(home);
  const next = {
    kind: "waiting",
    attempt: 1,
    context: null,
    session: null,
    counts: { ...noCounts, attempts: 1, spent: { ...nothingSpentYet, unknown: 1 } },
    why: "again",
  } as unknown as SheetState;
  await store.journal.append([
    submitted(job),
    { about: "sheet", job: job.id, sheet: "a" as SheetId, event: { kind: "retried", at: 1 as EpochMs }, next },
  ]);
  await store.close();
  const { out } = await tutti("status");
  expect(out).toContain(
    "\n  Cost: unknown of at most $2.00\n  the cost limit does not hold for aider (it reports no cost); such runs count as unknown\n",
  );
  expect(JSON.parse((await tutti("status", "--json")).out)).toMatchObject({
    cost: { uncounted: [{ agent: "aider", why: "it reports no cost" }] },
  });
});

it("does not promise a sheet a moment that is over", async () => {
  const { home, place } = makeHome();
  const job = makeJob(lostId, ["a"], { repository: place });
  const store = await openStore(home);
  const next = {
    kind: "waiting",
    attempt: 1,
    context: null,
    session: null,
    counts: { ...noCounts, attempts: 1 },
    why: "rate-limit",
    notBefore: 1_000_000,
  } as unknown as SheetState;
  await store.journal.append([
    submitted(job),
    { about: "sheet", job: job.id, sheet: "a" as SheetId, event: { kind: "retried", at: 1 as EpochMs }, next },
  ]);
  await store.close();
  expect((await tutti("status")).out).toMatch(/rate-limit until .+, which is over; tutti explain/);
});

it("says that the disk has too little room, the limit and what to do, of a job that is not over", async () => {
  const { home, place } = makeHome();
  vi.stubEnv("TUTTI_DISK_FLOOR_GB", "1000000");
  const store = await openStore(home);
  await store.journal.append([submitted(makeJob(lostId, ["a"], { repository: place }))]);
  await store.close();
  const { out } = await tutti("status");
  expect(out).toMatch(
    /\n {2}\d+(\.\d GB| MB) free on the disk, and the floor is 1000000\.0 GB \(limits\.disk_floor\): agents are halted until .*\n {4}Free space on .* tutti clean /,
  );
});
