import { expect, test } from "vitest";
import { clearAway } from "../../prove/contexts/clear-away.ts";
import { manyFiles } from "../../prove/creation/files.ts";
import { inspectRepositories } from "../../prove/creation/inspect.ts";
import { tryKill } from "../../prove/creation/kill.ts";
import { makeMany } from "../../prove/creation/many.ts";
import { makePlayground } from "../../prove/playground.ts";
import { caseSeed } from "../../prove/seed.ts";
import { oneOf, times } from "../kit/long.ts";

// The short, seeded run of `npm run prove -- creation`; the long form makes twice as many at once.
test.each(oneOf(3, ["worktree", "none", "branch"] as const))(
  "processes that know nothing of each other make contexts of level %s at once",
  async (level) => {
    const many = times(2, 8);
    expect(await makeMany(level, many, many)).toEqual({ made: many, wrong: [] });
  },
);

test("a context whose making was killed can be made again under the same id", async () => {
  const ground = await makePlayground(manyFiles, "");
  try {
    const pace = { typicalMs: 150 };
    for (let index = 0; index < times(1, 3); index += 1)
      expect((await tryKill(ground, caseSeed(6, index), pace)).wrong).toEqual([]);
    expect(inspectRepositories(ground)).toEqual([]);
  } finally {
    clearAway(ground.folder);
  }
});
