import { describe, expect, it, test } from "vitest";
import { chanceFrom } from "../../prove/seed.ts";
import type { SheetId } from "../../src/base/ids.ts";
import { decide } from "../../src/sheet/decide/decide.ts";
import { policyOf } from "../../src/sheet/decide/decision.ts";
import type { Job, JobIsolation } from "../../src/sheet/job.ts";
import { type SheetState, fresh } from "../../src/sheet/state.ts";
import type { Entry } from "../../src/store/entry.ts";
import { makeIsolation, makeJob, makePlan, makeRetry, makeSheet } from "../kit/jobs.ts";
import { times } from "../kit/long.ts";
import { type Simulation, simulate } from "../kit/simulation.ts";

// The long form has more.
const seeds = Array.from({ length: times(12, 40) }, (_, seed) => seed + 1);

describe.each(seeds)("seed %i", (seed) => {
  test("through power cuts and stops at any moment every sheet ends once, in order, within the limit, and no work is lost", async () => {
    const { job, simulation } = setting(seed, { level: "clone", per: "sheet" });

    const rest = await simulation.play(job, { limit: 4, cuts: 5, stops: 2 });

    expect(rest.kind).toBe("finished");
    expect(simulation.mostAtOnce()).toBeLessThanOrEqual(4);
    const states = replay(job, simulation.entries);
    expectLanded(job, simulation, states);
    expectCustody(simulation);
    expectGoingOn(simulation);
    // Only what failed is left for a person to look into.
    const kept = [...states.values()].flatMap((state) => (state.kind === "failed" ? [state.context] : []));
    expect(new Set(simulation.ground.list(job.id).map(({ context }) => context.id))).toEqual(new Set(kept));
  });

  test("sheets that share one context are played one after the other, and it goes once, at the end", async () => {
    const { job, simulation } = setting(seed, { level: "worktree", per: "job", count: 10 });

    const rest = await simulation.play(job, { limit: 4, cuts: 5, stops: 2 });

    expect(rest.kind).toBe("finished");
    expectLanded(job, simulation, replay(job, simulation.entries));
    expectAlone(simulation);
    expectCustody(simulation);
    expectGoingOn(simulation);
    expect(simulation.released).toEqual(rest.kind === "finished" && rest.failed === 0 ? [job.id] : []);
  });

  test("sheets in the user's own folder are done there, one after the other, and nothing lands", async () => {
    const { job, simulation } = setting(seed, { level: "none", per: "sheet", count: 10 });

    const rest = await simulation.play(job, { limit: 4, cuts: 5, stops: 2 });

    expect(rest.kind).toBe("finished");
    expectAlone(simulation);
    expectCustody(simulation);
    expectGoingOn(simulation);
    expect(simulation.landed).toEqual([]);
    // The folder is the user's: nothing of it is said to be destroyed.
    expect(
      simulation.entries.filter((entry) => entry.about === "note" && entry.event.kind === "context-destroyed"),
    ).toEqual([]);
    const states = [...replay(job, simulation.entries).values()];
    expect(states.filter(({ kind }) => kind === "done").every((state) => state.kind === "done" && state.inPlace)).toBe(
      true,
    );
    expect(states.filter(({ kind }) => kind !== "done" && kind !== "failed")).toEqual([]);
  });
});

describe("while agents work", () => {
  it.each(seeds.slice(0, 10))(
    "snapshots are taken every so often, never two of a context at once, and none when not asked for (seed %i)",
    async (seed) => {
      const { job, simulation } = setting(seed, { level: "clone", per: "sheet", count: 10, snapshotEveryMs: 20 });
      await simulation.play(job, { limit: 3, cuts: 4, stops: 1 });
      expect(simulation.captures.filter((why) => why === "periodic").length).toBeGreaterThan(5);
      expectLanded(job, simulation, replay(job, simulation.entries));
      expectCustody(simulation);

      const without = setting(seed, { level: "clone", per: "sheet", count: 10 });
      await without.simulation.play(without.job, { limit: 3, cuts: 4, stops: 1 });
      expect(without.simulation.captures).not.toContain("periodic");
    },
  );
});

describe("a disk that is nearly full", () => {
  it.each(seeds.slice(0, 10))(
    "keeps sheets from starting; what runs goes on and lands, and the rest goes on by itself (seed %i)",
    async (seed) => {
      const chance = chanceFrom(seed);
      const isShort = (sinceMs: number): boolean => sinceMs > 60 && sinceMs < 60_000;
      const simulation = simulate(
        () => chance.next(),
        (sinceMs) => !isShort(sinceMs),
      );
      const job = jobOf({ level: "clone", per: "sheet" }, () => chance.next());

      const rest = await simulation.play(job, { limit: 4, cuts: 0 });

      expect(rest.kind).toBe("finished");
      const ofSheets = simulation.entries.filter((entry) => entry.about === "sheet");
      const since = (entry: Extract<Entry, { about: "sheet" }>): number => entry.event.at - 1_000_000;
      expect(ofSheets.filter((entry) => entry.event.kind === "started" && isShort(since(entry)))).toEqual([]);
      expectLanded(job, simulation, replay(job, simulation.entries));
      expectCustody(simulation, ["no sheet starts for now: the disk is full", "there is room again: sheets start"]);
      // A landing makes room: it must not wait for room itself.
      const begun = ofSheets.flatMap((entry) =>
        entry.event.kind === "started" && since(entry) < 60_000 ? [entry.sheet] : [],
      );
      const rested = begun.map((sheet) => ofSheets.findLast((entry) => entry.sheet === sheet && since(entry) < 60_000));
      expect(begun.length).toBeGreaterThan(0);
      for (const entry of rested) expect(entry?.next.kind).toMatch(/^(landed|waiting)$/);
    },
  );
});

describe("of sheets that compete", () => {
  it.each(seeds)("exactly one lands, through power cuts and stops at any moment (seed %i)", async (seed) => {
    const chance = chanceFrom(seed);
    const plain = jobOf({ level: "clone", per: "sheet", count: 12 }, () => chance.next());
    const groups = ["a", "b", "c", "d"];
    const sheets = plain.plan.sheets.map((sheet, place) => ({
      ...sheet,
      after: place < 3 ? [] : plain.plan.sheets.slice(0, 3).map(({ id }) => id),
      contest: { group: groups[Math.floor(place / 3)] ?? "", judge: null },
    }));
    const job = { ...plain, plan: { ...plain.plan, sheets } };
    const simulation = simulate(() => chance.next());

    const rest = await simulation.play(job, { limit: 5, cuts: 6, stops: 2 });

    expect(rest.kind).toBe("finished");
    const states = replay(job, simulation.entries);
    expectLanded(job, simulation, states);
    expectCustody(simulation);
    for (const group of groups) {
      const kinds = sheets
        .filter(({ contest }) => contest.group === group)
        .map(({ id }) => states.get(id)?.kind ?? "waiting")
        .toSorted();
      // All of them may fail: then nothing lands, and what waits for the first group does not start.
      const isLost = kinds.every((kind) => kind === "failed" || kind === "waiting");
      expect(isLost ? [] : kinds, group).toEqual(isLost ? [] : ["done", "done", "landed"]);
    }
  });
});

test("the same seed gives the same journal", async () => {
  const journals = await Promise.all(
    [0, 1].map(async () => {
      const { job, simulation } = setting(7, { level: "clone", per: "sheet", count: 10 });
      await simulation.play(job, { limit: 3, cuts: 3, stops: 1 });
      return JSON.stringify(simulation.entries);
    }),
  );

  expect(journals[0]).toBe(journals[1]);
});

interface Story extends Pick<JobIsolation, "level" | "per"> {
  readonly count?: number;
  readonly snapshotEveryMs?: number;
}

function setting(seed: number, story: Story): { readonly job: Job; readonly simulation: Simulation } {
  const chance = chanceFrom(seed);
  return { job: jobOf(story, () => chance.next()), simulation: simulate(() => chance.next()) };
}

function jobOf({ level, per, count = 20, snapshotEveryMs }: Story, chance: () => number): Job {
  const sheets = Array.from({ length: count }, (_, place) =>
    makeSheet(`s${place}`, {
      after: place > 2 && chance() < 0.3 ? [`s${Math.floor(chance() * place)}` as SheetId] : [],
      retry: makeRetry({
        attempts: 2,
        baseDelayMs: 2,
        maxDelayMs: 50,
        completions: 0,
        completionThreshold: 1,
        conflicts: 0,
      }),
    }),
  );
  const isolation = makeIsolation({ level, per, snapshotEveryMs: snapshotEveryMs ?? null });
  return makeJob("sim", [], {
    plan: makePlan(sheets, { name: "sim", parallel: 4, isolation }),
    target: level === "none" ? null : "refs/heads/main",
    isolation: { level, per, fallback: null },
    parallel: 4,
  });
}

/** Each state that the journal has must be what deciding its events one by one gives. */
function replay(job: Job, entries: readonly Entry[]): ReadonlyMap<SheetId, SheetState> {
  const states = new Map<SheetId, SheetState>();
  for (const entry of entries) {
    if (entry.about !== "sheet") continue;
    const policy = policyOf(job.plan.sheets.find((sheet) => sheet.id === entry.sheet)!, job.plan);
    const next = decide(policy, states.get(entry.sheet) ?? fresh, entry.event).state;
    expect(next).toEqual(entry.next);
    states.set(entry.sheet, next);
  }
  return states;
}

/** Each landed sheet landed once, after all of its dependencies, and with all work of its attempts. */
function expectLanded(job: Job, { landed, ground }: Simulation, states: ReadonlyMap<SheetId, SheetState>): void {
  expect(new Set(landed).size).toBe(landed.length);
  expect(
    [...states]
      .filter(([, state]) => state.kind === "landed")
      .map(([id]) => id as string)
      .sort(),
  ).toEqual([...landed].sort());
  for (const sheet of job.plan.sheets.filter(({ id }) => landed.includes(id))) {
    for (const before of sheet.after) expect(landed.indexOf(before)).toBeLessThan(landed.indexOf(sheet.id));
    const state = states.get(sheet.id);
    const attempt = state?.kind === "landed" ? state.attempt : 0;
    expect(ground.target()).toEqual(
      expect.arrayContaining([1, 2, 3, 4].map((stroke) => `${sheet.id}@${attempt}.${stroke}`)),
    );
  }
}

/** At no moment has more than one sheet begun and not come to rest. */
function expectAlone({ entries, mostAtOnce }: Simulation): void {
  expect(mostAtOnce()).toBe(1);
  const busy = new Set<SheetId>();
  for (const entry of entries) {
    if (entry.about !== "sheet") continue;
    if (["running", "captured", "landing"].includes(entry.next.kind)) busy.add(entry.sheet);
    else busy.delete(entry.sheet);
    expect(busy.size).toBeLessThanOrEqual(1);
  }
}

/** An attempt that was cut short after it had done something is gone on with, and only such a one. */
function expectGoingOn({ entries, ground }: Simulation): void {
  for (const entry of entries) {
    if (entry.about !== "sheet" || entry.event.kind !== "interrupted" || entry.next.kind !== "waiting") continue;
    const { event } = entry;
    const hasDone = ground.strokes.some((stroke) => stroke.startsWith(`${entry.sheet}@${event.attempt}.`));
    if (hasDone) expect([event.capture, entry.next.context?.reuse]).toEqual([expect.any(String), true]);
    else expect(entry.next.context?.reuse === true).toBe(event.capture !== null);
  }
}

function expectCustody({ ground, notices }: Simulation, said: readonly string[] = []): void {
  expect(notices).toEqual(said);
  expect(ground.wrongs).toEqual([]);
  expect(ground.lost()).toEqual([]);
}
