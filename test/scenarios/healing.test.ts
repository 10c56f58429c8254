import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { tempFolder } from "../kit/folders.ts";
import { type Live, rests, withLive } from "../kit/live.ts";
import { fileAt, scoreOf, states } from "./conductor/story.ts";

type Params = Parameters<Live["submit"]>[1];

async function played(live: Live, score: string, more: Params = { healing: "automatic" }) {
  const job = await live.submit(score, more);
  await live.until(job, rests(1));
  const { healings = [] } = await live.status(job);
  return { job, states: await states(live, job), codes: healings.map(({ code }) => code), healings };
}

test("a validation with the separators of another system is read with the right ones, and the result lands as it is", async () => {
  await withLive(async (live) => {
    const sheets = { a: { script: "create out/a.txt a", validations: [{ file_exists: "out\\a.txt" }] } };
    const healed = await played(live, scoreOf(sheets));
    expect(healed.states).toEqual({ a: "landed" });
    expect(healed.codes).toEqual(["H02"]);
    const { sheets: shown } = await live.status(healed.job);
    expect(shown.map(({ attempts }) => attempts)).toEqual([1]);
    // Without it, the same score fails.
    expect((await played(live, scoreOf(sheets), {})).states).toEqual({ a: "failed" });
  });
});

test("a command that fails and passes on one tree is put into quarantine, with a record; what fails again stops the job", async () => {
  await withLive(async (live) => {
    const flag = join(tempFolder(), "flag");
    const command = `test -e ${flag} || { touch ${flag}; exit 1; }`;
    const healed = await played(live, scoreOf({ a: { script: "create a.txt a", validations: [{ command }] } }));
    expect(healed.states).toEqual({ a: "landed" });
    expect(healed.healings).toMatchObject([{ code: "H09", sheets: ["a"], byPerson: false, isUndoable: true }]);
    expect(healed.healings[0]?.steps.at(-1)).toBe(
      "a passes now: its result lands; the command is in quarantine, with one more try in this job",
    );
    // The receipt of its landing says so, too.
    const { landings } = await live.tutti.call("landing.verify", { job: healed.job, folder: live.repository });
    expect(landings).toMatchObject([{ sheet: "a", outcome: "proven", flaky: [expect.stringContaining("test -e")] }]);

    const broken = scoreOf({ a: { script: "create b.txt b", validations: [{ command: "echo no; exit 1" }] } });
    const stopped = await played(live, broken);
    expect(stopped.states).toEqual({ a: "failed" });
    expect(stopped.codes).toEqual(["H09"]);
    expect(stopped.healings[0]?.steps.at(-1)).toMatch(/^a fails again: /);
    expect(fileAt(live.repository, "a.txt")).toBe("a");
  });
});

test("a remedy that rules only suggest waits for a person, who may take it back", async () => {
  await withLive(async (live) => {
    const score = scoreOf({ a: { script: "create a.txt a", validations: [{ file_exists: "out\\a.txt" }] } });
    const { job, states: before } = await played(live, score, {});
    expect(before).toEqual({ a: "failed" });
    const found = await live.tutti.call("job.diagnose", { job, folder: "/" });
    expect(found?.remedies).toMatchObject([{ code: "H02", kind: "automatic", sheets: ["a"] }]);
    await expect(live.tutti.call("job.heal", { job, what: { apply: "H10" } })).rejects.toThrow("does not fit");
    const { healings } = await live.tutti.call("job.heal", { job, what: { apply: "H02" } });
    expect(healings).toMatchObject([{ number: 1, code: "H02", byPerson: true }]);
    await live.until(job, rests(2));
    // The file is not there: one more attempt, no more.
    expect((await live.status(job)).sheets.map(({ state, attempts }) => [state, attempts])).toEqual([["failed", 2]]);
    await live.tutti.call("job.heal", { job, what: { undo: 1 } });
    const again = await live.tutti.call("job.diagnose", { job, folder: "/" });
    expect(again?.healings).toMatchObject([{ number: 1, isUndoable: false }]);
    expect(again?.remedies.map(({ code }) => code)).toEqual(["H02"]);
  });
});

test("a lock that a killed git left is moved aside before the job with a person's yes, and offered to others whose results it kept away", async () => {
  await withLive(async (live) => {
    const lock = join(live.repository, ".git", "index.lock");
    const leave = (): void => {
      writeFileSync(lock, "");
      utimesSync(lock, new Date(0), new Date(0));
    };
    leave();
    const healed = await played(live, scoreOf({ a: "create a.txt a" }), { healing: "all" });
    expect([healed.states, healed.codes, existsSync(lock)]).toEqual([{ a: "landed" }, ["H04"], false]);
    expect(fileAt(live.repository, "a.txt")).toBe("a");
    leave();
    const aside = await played(live, scoreOf({ b: "create b.txt b" }));
    expect([aside.states, aside.codes, existsSync(lock)]).toEqual([{ b: "landed" }, [], true]);
    const steps = [expect.any(String), expect.stringMatching(/git merge tutti\//)];
    // Tutti's own git is at work for a moment after the end.
    await vi.waitFor(
      async () => {
        const found = await live.tutti.call("job.diagnose", { job: aside.job, folder: "/" });
        expect(found?.remedies).toMatchObject([{ code: "H04", kind: "suggested", steps }]);
      },
      { timeout: 300_000 },
    );
    await live.tutti.call("job.heal", { job: aside.job, what: { apply: "H04" } });
    expect(existsSync(lock)).toBe(false);
  });
});
