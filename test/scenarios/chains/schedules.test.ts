import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { tempFolder } from "../../kit/folders.ts";
import { withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";

it("a schedule runs its score at its moments and when a file changes, one job at a time, also in the next conductor", async () => {
  const folder = tempFolder();
  const place = { home: join(folder, "home"), repository: makeRepository().path, recovery: "resume" } as const;
  const score = join(folder, "nightly.yaml");
  writeFileSync(
    score,
    JSON.stringify({ agent: "scripted", isolation: "none", sheets: [{ id: "a", prompt: "print a" }] }),
  );
  const watched = join(folder, "watched.txt");
  await withLive(async ({ tutti, repository }) => {
    const common = { score, folder: repository };
    const timed = await tutti.call("schedule.add", { ...common, when: { kind: "every", ms: 1_000 } });
    const jobs = async () => (await tutti.call("job.list", {})).map(({ status }) => status);
    await vi.waitFor(async () => expect(await jobs()).toContain("finished"), { timeout: 300_000 });
    await tutti.call("schedule.remove", { id: timed.id });
    await expect(tutti.call("schedule.pause", { id: timed.id })).rejects.toMatchObject({ code: "schedule.unknown" });
    const file = await tutti.call("schedule.add", { ...common, when: { kind: "file", path: watched } });
    const seen = async () => (await tutti.call("schedule.list", {})).find(({ id }) => id === file.id)?.seen;
    await vi.waitFor(async () => expect(await seen()).toBe("none"), { timeout: 300_000 });
  }, place);
  writeFileSync(watched, "changed");
  await withLive(async ({ tutti }) => {
    const last = async () => (await tutti.call("schedule.list", {}))[0]?.last?.job;
    const job = await vi.waitFor(async () => (await last()) ?? expect.unreachable("no run yet"), { timeout: 300_000 });
    expect((await tutti.call("job.list", {})).map(({ id }) => id)).toContain(job);
  }, place);
});

it("while a run is under way, no moment starts another one, however many were skipped", async () => {
  const score = join(tempFolder(), "long.yaml");
  await withLive(async (live) => {
    const { tutti, repository, gate } = live;
    writeFileSync(
      score,
      JSON.stringify({ agent: "scripted", isolation: "none", sheets: [{ id: "a", prompt: `wait-for ${gate}` }] }),
    );
    const { id } = await tutti.call("schedule.add", { score, folder: repository, when: { kind: "every", ms: 1_000 } });
    const skipped = async () =>
      (await live.events()).filter(({ recorded: { event } }) => event.kind === "schedule" && event.what === "skipped");
    await vi.waitFor(async () => expect((await skipped()).length).toBeGreaterThan(2), { timeout: 300_000 });
    expect(await tutti.call("job.list", {})).toHaveLength(1);
    await tutti.call("schedule.remove", { id });
    live.open();
  });
});

it("a schedule that can't be is refused with the reason", async () => {
  const score = join(tempFolder(), "s.yaml");
  writeFileSync(score, "sheets: []");
  await withLive(async ({ tutti, repository }) => {
    const add = (expression: string) =>
      tutti.call("schedule.add", { score, folder: repository, when: { kind: "cron", expression, zone: "UTC" } });
    await expect(add("nonsense")).rejects.toMatchObject({ code: "schedule.invalid" });
    await expect(add("0 3 * * *")).rejects.toMatchObject({ code: "score.invalid" });
  });
});
