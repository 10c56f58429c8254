import { expect, test } from "vitest";
import { times } from "../test/kit/long.ts";
import { playHistory } from "./fleet/simulated/history.ts";
import { caseSeed } from "./seed.ts";

test("through dead, frozen and cut off machines each sheet of a fleet ends once, by the claim that holds it", async () => {
  for (let at = 0; at < times(25, 500); at += 1) {
    const seed = caseSeed(26, at);
    expect({ seed, wrong: (await playHistory(seed)).wrong }).toEqual({ seed, wrong: [] });
  }
});
