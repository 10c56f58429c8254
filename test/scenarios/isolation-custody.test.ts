import { describe, expect, it } from "vitest";
import { clearAway } from "../../prove/contexts/clear-away.ts";
import { contextBase } from "../../prove/custody/file-changes.ts";
import { tryJob } from "../../prove/custody/job-trial.ts";
import { tryLibrary } from "../../prove/custody/library-trial.ts";
import { ways } from "../../prove/custody/ways.ts";
import { makePlayground } from "../../prove/playground.ts";
import { caseSeed } from "../../prove/seed.ts";
import { oneOf, times } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- custody`; the jobs need the built Tutti, which `npm test` makes first. The
// long form has more seeds.
const inJobs = ways.filter(({ name }) => ["failure, cleaned by age", "crash and resume"].includes(name));

describe("every byte of a context is kept, or told to be left out", () => {
  it.each(oneOf(2, ["clone", "worktree"] as const))("when a program destroys it, level %s", async (level) => {
    const ground = await makePlayground(contextBase(1), "");
    try {
      const wrong: string[] = [];
      for (let index = 0; index < times(2, 5); index += 1)
        wrong.push(...(await tryLibrary(ground, level, caseSeed(21, index))).wrong);
      expect(wrong).toEqual([]);
    } finally {
      clearAway(ground.folder);
    }
  });

  it.each(oneOf(2, inJobs))("when its job ends by $name", async (way) => {
    const trials = await tryJob(
      way,
      "worktree",
      Array.from({ length: times(1, 3) }, (_, index) => caseSeed(22, index + 1)),
    );
    expect(trials.flatMap(({ wrong }) => wrong)).toEqual([]);
  });
});
