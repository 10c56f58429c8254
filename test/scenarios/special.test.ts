import { expect, it } from "vitest";
import { tryHanging } from "../../prove/special/hang-trial.ts";

// A part of `npm run prove -- special`: the place that holds up most of git.
it("a git that hangs delays no answer, and the next conductor goes on", { timeout: 600_000 }, async () => {
  expect((await tryHanging("packed-refs")).wrong).toEqual([]);
});
