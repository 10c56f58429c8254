import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../../kit/conductor.ts";
import { makeFleetKit, writeScore } from "../../kit/fleet.ts";
import { itLong } from "../../kit/long.ts";
import { postgresUrl } from "../../kit/postgres.ts";
import { makeRepository } from "../../kit/repository.ts";

test("a sheet is played by a worker with a home of its own, and its result lands here", async () => {
  const kit = await makeFleetKit({ TUTTI_STORE: await postgresUrl() });
  const repository = makeRepository();
  expect(kit.cli("start").code).toBe(0);
  const worker = await kit.worker("one");
  const sheets = { a: "print hello from the worker\ncreate a.txt made there\ncommit mine" };
  const score = writeScore(join(repository.path, ".."), sheets, { validations: [{ command: "cat a.txt" }] });
  const run = await kit.begin("run", score, "--repo", repository.path).ended;
  expect(run.err + run.out).toContain("landed");
  expect(run.code).toBe(0);
  expect(repository.git("show", "main:a.txt")).toBe("made there");
  const job = await kit.job(({ status }) => status === "finished");
  const [sheet] = job.sheets;
  expect(readFileSync(join(sheet?.logs ?? "", "stdout.log"), "utf8")).toContain("hello from the worker");
  expect(worker.said()).toContain("took");
  expect(kit.cli("verify", "--repo", repository.path).code).toBe(0);
  expect((await kit.fleet()).claims).toEqual([]);
  expect(repository.git("for-each-ref", "refs/tutti/")).not.toContain("-1\n");
});

itLong("a worker that is killed is replaced by another, and the sheet goes on at no cost", async () => {
  const kit = await makeFleetKit();
  const repository = makeRepository();
  const gate = join(repository.path, "..", "go");
  expect(kit.cli("start").code).toBe(0);
  const first = await kit.worker("first", { slots: 1 });
  const score = writeScore(join(repository.path, ".."), {
    a: `create a.txt made\nprint begun\non-attempt 1 wait-for ${gate}`,
  });
  const run = kit.begin("run", score, "--repo", repository.path);
  const begun = await kit.job(({ sheets }) => existsSync(join(sheets[0]?.logs ?? "/nowhere", "stdout.log")));
  const second = await kit.worker("second", { slots: 1 });
  first.signal("SIGKILL");
  expect((await run.ended).code).toBe(0);
  expect(second.said()).toContain("attempt 2");
  expect(repository.git("show", "main:a.txt")).toBe("made");
  expect(readFileSync(join(begun.sheets[0]?.logs ?? "", "stdout.log"), "utf8")).toBe("begun\n");
});

test("a worker that was stopped beyond its lease keeps its work, and nothing that it says later counts", async () => {
  const kit = await makeFleetKit();
  const repository = makeRepository();
  const gate = join(repository.path, "..", "go");
  expect(kit.cli("start").code).toBe(0);
  const first = await kit.worker("first", { slots: 1 });
  const score = writeScore(join(repository.path, ".."), {
    a: `on-attempt 1 create a.txt stale\nprint begun\non-attempt 1 wait-for ${gate}\non-attempt 2 create a.txt fresh`,
  });
  const run = kit.begin("run", score, "--repo", repository.path);
  await kit.job(({ sheets }) => existsSync(join(sheets[0]?.logs ?? "/nowhere", "stdout.log")));
  await kit.worker("second", { slots: 1 });
  first.signal("SIGSTOP");
  expect((await run.ended).code).toBe(0);
  first.signal("SIGCONT");
  await until(() => (first.said().includes("its work stays here") ? true : undefined));
  const [, kept = ""] = /its work stays here, in (\S+),/.exec(first.said()) ?? [];
  expect(readFileSync(join(kept, "a.txt"), "utf8")).toBe("stale\n");
  expect(repository.git("show", "main:a.txt")).toBe("fresh");
});

itLong("a sheet waits for a worker that has its labels", async () => {
  const kit = await makeFleetKit();
  const repository = makeRepository();
  expect(kit.cli("start").code).toBe(0);
  const plain = await kit.worker("plain");
  const score = writeScore(join(repository.path, ".."), { a: "create a.txt x" }, { worker: ["gpu"] });
  const run = kit.begin("run", score, "--repo", repository.path);
  await until(async () => ((await kit.fleet()).claims.length === 1 ? true : undefined));
  const doctor = kit.cli("fleet", "doctor");
  expect([doctor.code, doctor.out]).toEqual([1, expect.stringContaining("the labels gpu")]);
  const able = await kit.worker("able", { labels: "linux,gpu" });
  expect((await run.ended).code).toBe(0);
  expect([plain.said(), able.said()]).toEqual([expect.not.stringContaining("took"), expect.stringContaining("took")]);
});

itLong("a worker that is drained hands its sheet on with what it did", async () => {
  const kit = await makeFleetKit();
  const repository = makeRepository();
  const gate = join(repository.path, "..", "go");
  expect(kit.cli("start").code).toBe(0);
  const first = await kit.worker("first", { slots: 1 });
  const score = writeScore(join(repository.path, ".."), {
    a: `on-attempt 1 create a.txt by the first\nprint begun\non-attempt 1 wait-for ${gate}`,
  });
  const run = kit.begin("run", score, "--repo", repository.path);
  await kit.job(({ sheets }) => existsSync(join(sheets[0]?.logs ?? "/nowhere", "stdout.log")));
  expect(kit.cli("fleet", "drain", "first").code).toBe(0);
  await kit.worker("second", { slots: 1 });
  expect((await run.ended).code).toBe(0);
  expect(repository.git("show", "main:a.txt")).toBe("by the first");
  first.signal("SIGTERM");
  expect(await first.ended).toBe(0);
});
