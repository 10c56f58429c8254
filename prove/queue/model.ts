import * as fc from "fast-check";
import { type Model, anyCommands } from "./commands.ts";
import { type House, makeHouse } from "./house.ts";
import { bringToRest, judge } from "./judge.ts";
import { type JobSetting, type Setting } from "./setting.ts";

export interface ModelRun {
  readonly sequences: number;
  readonly commands: number;
  readonly landed: number;
  readonly refused: number;
  readonly gateRuns: number;
  readonly failures: readonly { readonly seed: number; readonly what: string }[];
}

const anyJob: fc.Arbitrary<JobSetting> = fc.record({
  gates: fc.constantFrom<JobSetting["gates"][]>([], ["g"], ["g", "h"], ["h"]),
  isQuick: fc.boolean(),
  promises: fc.constantFrom("job" as const, "target" as const, "none" as const),
  revalidate: fc.boolean(),
  window: fc.integer({ min: 1, max: 4 }),
  parallel: fc.integer({ min: 1, max: 3 }),
  max: fc.integer({ min: 1, max: 6 }),
  waitMs: fc.constantFrom(0, 0, 5),
});

const anySetting: fc.Arbitrary<Setting> = fc.tuple(anyJob, anyJob).map((jobs) => ({ jobs }));

/** Plays sequences of all that may happen to a queue, on git in memory, and judges the result of each. */
export async function playModel(how: {
  readonly count: number;
  readonly seed: number;
  readonly size: number;
}): Promise<ModelRun> {
  const sums = { sequences: 0, commands: 0, landed: 0, refused: 0, gateRuns: 0 };
  const property = fc.asyncProperty(anySetting, anyCommands(how.size), async (setting, commands) => {
    const house = makeHouse(setting);
    const counted = [...commands];
    await fc.asyncModelRun((): { model: Model; real: House } => ({ model: { outsiders: 0 }, real: house }), counted);
    await bringToRest(house);
    const wrong = judge(house);
    if (wrong.length > 0) throw new Error(wrong.join("\n"));
    sums.sequences += 1;
    sums.commands += counted.length;
    sums.gateRuns += house.tests.runs();
    const states = house.books.flatMap((book) => [...book.states().values()]);
    sums.landed += states.filter(({ kind }) => kind === "landed").length;
    sums.refused += states.filter(({ kind }) => kind === "failed" || kind === "waiting").length;
  });
  const found = await fc.check(property, { seed: how.seed, numRuns: how.count, endOnFailure: true });
  const failures = found.failed
    ? [{ seed: how.seed, what: `${String(found.errorInstance)}\n${fc.defaultReportMessage(found) ?? ""}` }]
    : [];
  return { ...sums, failures };
}
