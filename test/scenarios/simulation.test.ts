import { expect, test } from "vitest";
import { chanceFrom } from "../../prove/seed.ts";
import type { EpochMs, JobId, SheetId } from "../../src/base/ids.ts";
import { makePlan, makeRetry, makeSheet } from "../kit/jobs.ts";
import { decide } from "../../src/sheet/decide.ts";
import type { Job } from "../../src/sheet/job.ts";
import { type SheetState, fresh } from "../../src/sheet/state.ts";
import { simulate } from "../kit/simulation.ts";

const seeds = Array.from({ length: 40 }, (_, seed) => seed + 1);

test.each(seeds)("seed %i: through power cuts at any moment every sheet ends once, in order, within the limit", async (seed) => {
  const chance = chanceFrom(seed);
  const job = jobOf(20, () => chance.next());
  const simulation = simulate(() => chance.next());

  const rest = await simulation.play(job, { limit: 4, cuts: 6 });

  expect(rest.kind).toBe("finished");
  expect(simulation.mostAtOnce()).toBeLessThanOrEqual(4);
  expect(new Set(simulation.target).size).toBe(simulation.target.length);
  const states = replay(job, simulation.entries);
  const landed = [...states].filter(([, state]) => state.kind === "landed").map(([id]) => id as string);
  expect(landed.sort()).toEqual([...simulation.target].sort());
  for (const sheet of job.plan.sheets) {
    // Whatever landed came after everything it depends on.
    if (!simulation.target.includes(sheet.id)) continue;
    for (const before of sheet.after) expect(simulation.target.indexOf(before)).toBeLessThan(simulation.target.indexOf(sheet.id));
  }
});

test("the same seed gives the same journal", async () => {
  const journals = await Promise.all(
    [0, 1].map(async () => {
      const chance = chanceFrom(7);
      const job = jobOf(10, () => chance.next());
      const simulation = simulate(() => chance.next());
      await simulation.play(job, { limit: 3, cuts: 3 });
      return JSON.stringify(simulation.entries);
    }),
  );

  expect(journals[0]).toBe(journals[1]);
});

/** Each state that the journal has must be what deciding its events one by one gives. */
function replay(job: Job, entries: ReturnType<typeof simulate>["entries"]): ReadonlyMap<SheetId, SheetState> {
  const states = new Map<SheetId, SheetState>();
  for (const entry of entries) {
    if (entry.about !== "sheet") continue;
    const policy = job.plan.sheets.find((sheet) => sheet.id === entry.sheet)!.retry;
    const next = decide(policy, states.get(entry.sheet) ?? fresh, entry.event).state;
    expect(next).toEqual(entry.next);
    states.set(entry.sheet, next);
  }
  return states;
}

function jobOf(count: number, chance: () => number): Job {
  const sheets = Array.from({ length: count }, (_, place) =>
    makeSheet(`s${place}`, {
      after: place > 2 && chance() < 0.3 ? [`s${Math.floor(chance() * place)}` as SheetId] : [],
      retry: makeRetry({ attempts: 6, baseDelayMs: 10, maxDelayMs: 50, completions: 0, completionThreshold: 1, conflicts: 0 }),
    }),
  );
  return {
    id: "sim" as JobId,
    plan: makePlan(sheets, { name: "sim", parallel: 4 }),
    repository: { commonDir: "/", gitDir: "/", top: null, objectFormat: "sha1" },
    target: "refs/heads/main",
    diverted: null,
    identity: { name: "A", email: "a@b" },
    parallel: 4,
    status: { kind: "running" },
    epoch: 1,
    createdAt: 0 as EpochMs,
  };
}
