import { afterEach, expect, it } from "vitest";
import type { EpochMs } from "../../../src/base/ids.ts";
import { openReader, openStore } from "../../../src/store/sqlite/open.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const eve = ["-c", "user.name=Eve", "-c", "user.email=eve@example.com"];

itLong(
  "a landed change that a person's commit takes out while the job runs is told at its end, in status and by verify, with that commit",
  async () => {
    kit = makeKit({ "a.txt": "a\n" });
    const played = await kit.play(
      {
        first: "create a.txt b\ncreate new.txt new",
        said: { script: "create said.txt said", after: ["first"] },
        last: { script: "create last.txt last", after: ["said"] },
      },
      {
        watch: (progress) => {
          if (progress.kind !== "sheet" || progress.event.kind !== "landed" || progress.sheet !== "said") return;
          kit.git(...eve, "revert", "--no-edit", "main");
          kit.write("a.txt", "a\n");
          kit.git("rm", "-q", "--force", "new.txt");
          kit.git(...eve, "commit", "--quiet", "--all", "-m", "from a stale checkout");
        },
      },
    );
    const by = kit.git("rev-parse", "main~1").trim();
    expect(played.states).toEqual({ first: "landed", said: "landed", last: "landed" });
    expect(played.job.takenOut).toEqual([
      { sheet: "first", by, isSaid: false },
      { sheet: "said", by: kit.git("rev-parse", "main~2").trim(), isSaid: true },
    ]);
    expect(played.how).toEqual({ kind: "finished", failed: 0, lost: 1 });
    expect(kit.cli("status").out).toContain(
      `2 landed sheets are no longer on main: first (undone by ${by.slice(0, 10)})`,
    );
    const verified = kit.cli("verify");
    expect(verified.code).toBe(1);
    expect(verified.out).toMatch(
      new RegExp(`✗ first .* 2 of 2 files back to what it was before: a.txt, new.txt; by ${by.slice(0, 10)}\n`),
    );
    expect(verified.out).toMatch(/! said .* by [0-9a-f]{10}, which says so\n/);
  },
);

it("a result that a person reverts after its job has ended is no success of its agent any more, once another job ends there", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const { job } = await kit.play({ first: "create one.txt one", second: "create two.txt two" });
  kit.git(...eve, "revert", "--no-edit", "main");
  const gone = kit.git("ls-files").includes("one.txt") ? "second" : "first";
  // As if that were long ago.
  const store = await openStore(kit.home);
  const change = { kind: "looked", job: job.id, at: 1 as EpochMs, undone: [] } as const;
  await store.journal.append([{ about: "outcome", change }]);
  await store.close();
  await kit.play({ third: "create three.txt three" });
  const reader = await openReader(kit.home);
  const outcomes = (await reader?.outcomes(10)) ?? [];
  await reader?.close();
  expect(Object.fromEntries(outcomes.map(({ sheet, fate }) => [sheet, fate]))).toEqual({
    first: gone === "first" ? "undone" : "landed",
    second: gone === "second" ? "undone" : "landed",
    third: "landed",
  });
});
