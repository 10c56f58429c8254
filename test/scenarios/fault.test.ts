import { expect, test } from "vitest";
import { playFault } from "../../prove/fault/trial.ts";
import { removePlayground } from "../../prove/playground.ts";

/** A few of `npm run prove -- fault`, which strikes every call in every way. */
test("git calls that are killed after their work, all over a job, lose, double and count nothing", async () => {
  const trial = await playFault({ how: "killed-after", at: [7, 24, 41, 58, 75] });
  expect(trial.wrong).toEqual([]);
  expect(trial.struck.length).toBeGreaterThan(3);
  await removePlayground(trial.ground);
});
