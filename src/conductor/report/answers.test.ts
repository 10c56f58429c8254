import type { HoldUp } from "../../sheet/rest/hold-up.ts";
import { mkdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, makePlan, makeRetry, makeSheet } from "../../../test/kit/jobs.ts";
import { type Told, begun, captured, judged, over, toldOf } from "../../../test/kit/told.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";

const folder = "/";
const onto = "d".repeat(40) as CommitSha;
const landing = (commit: CommitSha, second: number) =>
  [
    {
      kind: "landing",
      at: (second * 1000) as EpochMs,
      commit,
      parent: onto,
      target: "refs/heads/main",
      level: "validated-as-landed",
    },
    { kind: "landed", at: (second * 1000) as EpochMs, commit },
  ] as const;

/** `b` comes after `a`; one failure is one too many where `attempts` says so. */
function chain(attempts: number, more: Partial<Job> = {}): Job {
  const retry = makeRetry({ attempts, completions: 0 });
  return makeJob("n-abcdef", [], {
    plan: makePlan([makeSheet("a", { retry }), makeSheet("b", { retry, after: ["a" as SheetId] })]),
    ...more,
  });
}

async function findings(told: Told): Promise<readonly string[]> {
  return (
    (await told.answers["job.diagnose"]({ job: told.book.job().id, folder }))?.findings.map(
      ({ what, next }) => `${what} → ${next ?? ""}`,
    ) ?? []
  );
}

describe("diagnose", () => {
  it("finds nothing in a job that goes its way", async () => {
    const told = await toldOf(chain(2));
    await told.tell("a", begun(1, 1));
    expect(await findings(told)).toEqual([]);
  });

  it("names what failed, what waits for it in vain, and the commands that help", async () => {
    const told = await toldOf(chain(1));
    await told.tell("a", begun(1, 1), over(1, 2, { verdict: judged(true, false) }));
    expect(await findings(told)).toEqual([
      "a failed after 1 attempt: validations failed: rule 2: it is red. → tutti explain a --job n-abcdef; tutti retry n-abcdef a",
      "b can't start: each waits for a, which did not succeed. → tutti retry n-abcdef",
    ]);
  });

  it("counts sheets that failed for the same reason as one finding, and gives one of the reasons if numbers differ", async () => {
    const retry = makeRetry({ attempts: 1, completions: 0 });
    const told = await toldOf(
      makeJob("n-abcdef", [], { plan: makePlan(["a", "b", "c"].map((id) => makeSheet(id, { retry }))) }),
    );
    const because = (reason: string) =>
      over(1, 2, {
        verdict: { kind: "judged", results: [{ index: 0, description: "rule", passed: false, reason }] },
      });
    await told.tell("a", begun(1, 1), because("3 of 9 tests failed"));
    await told.tell("b", begun(1, 1), because("5 of 9 tests failed"));
    await told.tell("c", begun(1, 1), because("it does not compile"));
    expect(await findings(told)).toEqual([
      "a, b each failed after 1 attempt: for reasons such as validations failed: rule: 3 of 9 tests failed. → tutti errors n-abcdef; tutti retry n-abcdef",
      expect.stringMatching(/^c failed after 1 attempt: .*it does not compile/),
    ]);
  });

  it("says who paused a job and how it goes on", async () => {
    const at = 1 as EpochMs;
    const causes = [
      { kind: "user" },
      { kind: "stop" },
      { kind: "parked", until: 60_000 as EpochMs },
      { kind: "agent", agent: "claude", code: "E502", hint: "Log it in." },
      { kind: "cost", spentUsd: 5.1, limitUsd: 5 },
      // One of them was dropped since.
      { kind: "approval", sheets: 2 },
      { kind: "broken", code: "git.failed", hint: "Mend it." },
      { kind: "broken", code: "git.failed", hint: "Mend it, then run: tutti resume" },
    ] as const;
    const said = await Promise.all(
      causes.map(async (cause) => {
        const job = chain(1);
        const plan = { ...job.plan, landing: { ...job.plan.landing, mode: "approve" as const } };
        const told = await toldOf({ ...job, plan }, { isPlayed: false });
        if (cause.kind === "approval") await told.tell("a", begun(1, 1), over(1, 2));
        await told.book.recordJob({ kind: "paused", at, why: "so it is", cause });
        return findings(told);
      }),
    );
    expect(said.flat()).toEqual([
      "A person paused it; it stays paused until a person resumes it. → tutti resume n-abcdef",
      "The Tutti that played it was stopped (so it is). → tutti start, which goes on with it; or tutti resume n-abcdef",
      "Nothing of it can start before 1970-01-01T00:01:00Z. → A conductor goes on with it then; before that: tutti resume n-abcdef",
      "A person has to see to an agent: so it is. → Log it in. Then: tutti resume n-abcdef",
      "It has cost $5.10 of the $5.00 that it may. → tutti resume n-abcdef --max-cost 10",
      "1 result only waits for a person's word. → tutti approve n-abcdef",
      "Something outside kept it from going on (git.failed): so it is. → Mend it. Then: tutti resume n-abcdef",
      "Something outside kept it from going on (git.failed): so it is. → Mend it, then run: tutti resume n-abcdef",
    ]);
  });

  it("says that no process plays a job whose conductor is gone", async () => {
    const told = await toldOf(chain(1), { isPlayed: false, held: "the disk is full" });
    expect(await findings(told)).toEqual([expect.stringContaining("The Tutti that played it is gone.")]);
  });

  it("says what keeps every sheet from starting", async () => {
    expect(await findings(await toldOf(chain(1), { held: "the disk has 1 GB left" }))).toEqual([
      "No sheet may start now: the disk has 1 GB left. → It goes on by itself when that is over.",
    ]);
  });

  it("says since when a person's git keeps results from landing, and how often the branch moved", async () => {
    const job = makeJob("n-abcdef", ["a"]);
    const since = 1_000_000_000_000 as EpochMs;
    const next =
      "Results land by themselves as soon as the branch rests; until then, commit less often or on another branch.";
    const about = async (holdUp: HoldUp): Promise<readonly string[]> =>
      (await findings(await toldOf(job, { holdUp }))).filter((line) => line.startsWith("Landing"));
    expect(await about({ since, moves: 3 })).toEqual([
      `Landing on main waits since 2001-09-09T01:46:40Z: the branch moved 3 times meanwhile, and each time results are merged and tested on it again. → ${next}`,
    ]);
    expect(await about({ since, moves: 0 })).toEqual([
      `Landing on main waits since 2001-09-09T01:46:40Z for a git that is at work in a checkout of the repository. → ${next}`,
    ]);
    // Every landing waits for a moment.
    expect(await about({ since: Date.now() as EpochMs, moves: 1 })).toEqual([]);
  });

  it("says what a pause still waits for", async () => {
    const told = await toldOf(chain(1));
    await told.tell("a", begun(1, 1));
    await told.book.recordJob({ kind: "pausing", at: 2 as EpochMs, now: false });
    expect(await findings(told)).toEqual([
      "It is on its way to a pause: a is running. → tutti pause n-abcdef --now, or tutti resume n-abcdef",
    ]);
  });

  it("says until when a rate limit holds a sheet, and that a conflict sent one back", async () => {
    const told = await toldOf(makeJob("n-abcdef", ["a", "b", "c"]));
    await told.tell(
      "a",
      begun(1, 1),
      over(1, 2, {
        end: { kind: "exited", code: 1 },
        trouble: { code: "E101", detail: "", resetAt: 600_000 as EpochMs },
      }),
    );
    await told.tell("b", begun(1, 1), over(1, 2), { kind: "conflicted", at: 3 as EpochMs, paths: ["x"], onto });
    await told.tell("c", begun(1, 1));
    expect(await findings(told)).toEqual([
      expect.stringMatching(/^a waits until 1970-01-01T00:1\d:\d\dZ: its agent met a rate limit\. → $/),
      "b conflicted with what landed and goes back to its agent, on top of that. → ",
    ]);
  });

  it("says that sheets wait for their turn beside other jobs", async () => {
    expect(await findings(await toldOf(chain(1)))).toEqual([
      "1 sheet could start and wait for a free place beside other jobs. → tutti modify n-abcdef --priority 5",
    ]);
  });

  it("says where results land instead of on the target", async () => {
    const told = await toldOf(chain(1));
    await told.tell("a", begun(1, 1));
    await told.book.recordJob({
      kind: "diverted",
      at: 2 as EpochMs,
      branch: "tutti/n",
      why: "your checkout has changes",
    });
    expect(await findings(told)).toEqual([
      "Results land on tutti/n, not on main: your checkout has changes. → git -C /repo merge tutti/n",
    ]);
  });

  it("names contexts of failed sheets that still stand", async () => {
    const told = await toldOf(chain(1));
    const path = tempFolder();
    mkdirSync(path, { recursive: true });
    const placed = {
      kind: "placed",
      at: 1 as EpochMs,
      attempt: 1,
      context: "context" as ContextId,
      base: onto,
      level: "clone",
      path,
      branch: null,
      fallback: null,
    } as const;
    await told.tell("a", begun(1, 1), placed, over(1, 2, { end: { kind: "exited", code: 3 } }));
    expect(await findings(told)).toContain(
      `1 context of sheets that failed still stands, to be looked into: ${path}. → tutti show a --job n-abcdef; tutti worktree list`,
    );
  });

  it("gives nothing where there is no job, and refuses one that is not there", async () => {
    const told = await toldOf(chain(1));
    await expect(told.answers["job.diagnose"]({ job: "other-abcdef" as Job["id"], folder })).rejects.toMatchObject({
      code: "job.unknown",
    });
  });
});

describe("explain", () => {
  it("tells the life of a sheet in order, with what failed and why it was tried again", async () => {
    const told = await toldOf(chain(3));
    await told.tell(
      "a",
      begun(1, 1),
      over(1, 2, { end: { kind: "exited", code: 1 }, verdict: judged(false, true) }),
      begun(2, 3),
      over(2, 4, { verdict: judged(true, true) }),
      ...landing(captured, 5),
    );
    expect(await told.answers["job.explain"]({ job: told.book.job().id, folder, sheet: "1" })).toMatchObject({
      job: "n-abcdef",
      sheet: "a",
      state: "landed",
      because: [
        "1970-01-01T00:00:01Z Attempt 1 started.",
        `1970-01-01T00:00:02Z Attempt 1 ended: the agent exited with code 1; 1 of 2 validations passed; failed: rule 1: it is red; its work is kept as ${captured}.`,
        "1970-01-01T00:00:03Z Attempt 2 started, because the last one was not good.",
        "1970-01-01T00:00:04Z Attempt 2 ended: the agent exited with code 0; 2 of 2 validations passed.",
        `1970-01-01T00:00:05Z It landed as ${captured}.`,
      ],
      next: ["tutti verify n-abcdef"],
    });
  });

  it("says what an attempt took of the machine: while it runs, at its end, and where it was cut short", async () => {
    const now = { cpuMs: 100, peakBytes: 1e6, processes: 1 };
    const told = await toldOf(chain(1), { use: now });
    const uses = async () =>
      (await told.answers["job.explain"]({ job: told.book.job().id, folder, sheet: "a" }))?.attempts.map(
        ({ use }) => use,
      );
    const status = async () =>
      (await told.answers["sheet.status"]({ job: told.book.job().id, folder, sheet: "a" }))?.use;
    await told.tell("a", begun(1, 1));
    expect([await uses(), await status()]).toEqual([[now], now]);
    const cut = { cpuMs: 300, peakBytes: 2e6, processes: 2 };
    const at = 2 as EpochMs;
    await told.tell("a", { kind: "interrupted", at, attempt: 1, asked: true, capture: null, use: cut });
    expect([await uses(), await status()]).toEqual([[cut], cut]);
    const end = { ...cut, cpuMs: 400 };
    await told.tell("a", begun(2, 3), over(2, 4, { use: end }));
    expect([await uses(), await status()]).toEqual([[cut, end], end]);
  });

  it("says what a sheet waits for now", async () => {
    const told = await toldOf(chain(1));
    const now = async (sheet: string): Promise<unknown> =>
      (await told.answers["job.explain"]({ job: told.book.job().id, folder, sheet }))?.because.at(-1);
    expect(await now("b")).toBe("Now it waits for a.");
    expect(await now("a")).toBe("Now it waits for a free place.");
    await told.tell("a", begun(1, 1), over(1, 2, { end: { kind: "exited", code: 1 } }));
    expect(await now("b")).toBe("Now it can't start: it waits for a, which did not succeed.");
  });

  it("refuses a sheet that is not there", async () => {
    const told = await toldOf(chain(1));
    await expect(told.answers["job.explain"]({ job: told.book.job().id, folder, sheet: "3" })).rejects.toMatchObject({
      code: "cli.usage",
    });
  });
});

describe("errors", () => {
  it("tells each attempt that was not good, also of a sheet that landed later", async () => {
    const told = await toldOf(chain(3));
    await told.tell(
      "a",
      begun(1, 1),
      over(1, 2, { end: { kind: "timed-out", afterMs: 1000 }, verdict: judged(false) }),
      begun(2, 3),
      over(2, 4),
    );
    await told.tell("a", { kind: "conflicted", at: 5000 as EpochMs, paths: ["x"], onto });
    expect((await told.answers["job.errors"]({ job: told.book.job().id, folder }))?.sheets).toEqual([
      {
        sheet: "a",
        state: "waiting",
        why: "conflict",
        attempts: [
          expect.objectContaining({
            attempt: 1,
            at: 2000,
            end: "the agent was ended after 1 s, its time limit",
            code: "E209",
            then: "retry",
            failed: ["rule 1: it is red"],
            logs: told.folderOf("a", 1),
          }),
          expect.objectContaining({
            attempt: 2,
            at: 5000,
            end: "it conflicts with what landed meanwhile",
            code: null,
            then: "conflict",
            failed: ["x"],
            logs: told.folderOf("a", 2),
          }),
        ],
      },
    ]);
  });
});

describe("history", () => {
  it("comes in pieces, each going on where the last one ended", async () => {
    const told = await toldOf(chain(1));
    await told.tell("a", begun(1, 1), over(1, 2));
    const about = { job: told.book.job().id, folder };
    const first = await told.answers["job.history"]({ ...about, limit: 2 });
    expect(first?.events.map(({ type }) => type)).toEqual(["job.started", "sheet.started"]);
    const second = await told.answers["job.history"]({ ...about, limit: 200, after: first?.next ?? 0 });
    expect(second).toMatchObject({ next: null });
    expect(second?.events.map(({ type, title }) => [type, title])).toContainEqual(["sheet.captured", "do a"]);
  });

  it("may be of one sheet only", async () => {
    const told = await toldOf(makeJob("n-abcdef", ["a", "b"]));
    await told.tell("a", begun(1, 1));
    await told.tell("b", begun(1, 1));
    const { events } = (await told.answers["job.history"]({
      job: told.book.job().id,
      folder,
      sheet: "2",
      limit: 9,
    })) ?? { events: [] };
    expect(events.map(({ sheet }) => sheet)).toEqual(["b"]);
  });
});

it("landings are told with the branch that each went to", async () => {
  const told = await toldOf(chain(1));
  await told.tell("a", begun(1, 1), over(1, 2), ...landing(captured, 3));
  await told.book.recordJob({ kind: "diverted", at: 4 as EpochMs, branch: "tutti/n", why: "so" });
  expect(await told.answers["landing.list"]({ job: told.book.job().id, folder })).toEqual([
    { job: "n-abcdef", sheet: "a", commit: captured, level: "validated-as-landed", target: "refs/heads/main" },
  ]);
});

it("a sheet is named by its id before its number", async () => {
  const told = await toldOf(makeJob("n-abcdef", ["2", "b"]));
  expect(await told.answers["sheet.status"]({ job: told.book.job().id, folder, sheet: "2" })).toMatchObject({
    id: "2",
    state: "waiting",
  });
  expect(await told.answers["sheet.status"]({ job: told.book.job().id, folder, sheet: "1" })).toMatchObject({
    id: "2",
  });
});
