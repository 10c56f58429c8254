import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { listening } from "../../test/kit/listening.ts";
import { rests, withLive } from "../../test/kit/live.ts";
import { cancelJob } from "./job/cancel.ts";
import { jobOrSheet, requireSheets, understandNames } from "./named.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const score = (name: string): string =>
  `name: ${name}\nagent: scripted\nsheets:\n${["build", "build-docs", "lint/all"].map((id) => `  - { id: ${id}, prompt: print hi, after: [] }\n`).join("")}`;

it("jobs and sheets are named by their beginning, their name, or JOB/SHEET, in every call", async () => {
  await withLive(async (live) => {
    const first = await live.submit(score("Alpha one"));
    const second = await live.submit(score("beta"));
    await Promise.all([live.until(first, rests(1)), live.until(second, rests(1))]);
    const { terminal } = listening();
    vi.spyOn(process, "cwd").mockReturnValue(live.repository);
    const tutti = understandNames(terminal, live.tutti);
    const folder = live.repository;
    const jobOf = async (job: string) => (await tutti.call("job.status", { job, folder }))?.id;
    expect([await jobOf("al"), await jobOf("ALPHA ONE"), await jobOf(first), await jobOf(second.slice(0, -2))]).toEqual(
      [first, first, first, second],
    );
    expect(await jobOrSheet(terminal, live.tutti, "beta/zeta")).toEqual({ job: second, sheet: "zeta" });
    await expect(jobOf("gamma")).rejects.toMatchObject({ code: "job.unknown" });
    const sheetOf = async (sheet: string, job?: string) => {
      const found = await tutti.call("job.explain", { folder, sheet, ...(job === undefined ? {} : { job }) });
      return [found?.job, found?.sheet];
    };
    expect(await sheetOf("lint")).toEqual([second, "lint/all"]);
    expect(await sheetOf("lint/all", "al")).toEqual([first, "lint/all"]);
    expect(await sheetOf("alpha one/lint/all")).toEqual([first, "lint/all"]);
    expect(await sheetOf("al/3")).toEqual([first, "lint/all"]);
    await expect(sheetOf("build-x")).rejects.toMatchObject({ code: "cli.usage" });
    await expect(sheetOf("b")).rejects.toMatchObject({
      code: "name.ambiguous",
      message: `"b" fits 2 sheets: ${second}/build, ${second}/build-docs`,
    });
    const third = await live.submit(score("beta"));
    await live.until(third, rests(1));
    await expect(
      understandNames(terminal, live.tutti).call("job.status", { job: "beta", folder }),
    ).rejects.toMatchObject({ code: "name.ambiguous", message: `"beta" fits 2 jobs: ${third}, ${second}` });
    const words = (...all: readonly string[]) => requireSheets(terminal, tutti, all);
    expect(await words()).toEqual({ job: third });
    expect(await words("al", "2", "lint")).toEqual({ job: first, sheets: ["2", "lint"] });
    expect(await words("al/lint")).toEqual({ job: first, sheets: ["lint/all"] });
    expect(await words("build-d")).toEqual({ job: third, sheets: ["build-docs"] });
    await expect(words("b")).rejects.toMatchObject({ code: "name.ambiguous" });
    expect(await words("gamma", "a")).toEqual({ job: "gamma", sheets: ["a"] });
  });
});

it("one sheet is cancelled by JOB/SHEET; its work is kept and the others go on", async () => {
  await withLive(async (live) => {
    const waits = `create NAME.txt x\\nwait-for ${live.gate}`;
    const job = await live.submit(
      `name: two\nagent: scripted\nparallel: 2\nsheets:\n${["a", "b"].map((id) => `  - { id: ${id}, prompt: "${waits.replace("NAME", id)}", after: [] }\n`).join("")}`,
    );
    await vi.waitFor(async () => {
      const path = (await live.status(job)).sheets[0]?.context?.path ?? "";
      expect(existsSync(join(path, "a.txt"))).toBe(true);
    }, 300_000);
    const { terminal, out } = listening();
    vi.spyOn(process, "cwd").mockReturnValue(live.repository);
    const tutti = understandNames(terminal, live.tutti);
    expect(await cancelJob(terminal, tutti, { job: "two/a" })).toBe(0);
    expect(out.join("\n")).toMatch(/^a of two-\w{6} is being cancelled.*tutti retry two-\w{6}\/a$/);
    await live.until(job, ({ type, sheet }) => type === "sheet.cancelled" && sheet === "a");
    live.open();
    await live.until(job, rests(1));
    const { sheets } = await live.status(job);
    expect(sheets.map(({ state }) => state)).toEqual(["cancelled", "landed"]);
    expect(sheets[0]?.kept).toMatch(/^[0-9a-f]{40}$/);
  });
});
