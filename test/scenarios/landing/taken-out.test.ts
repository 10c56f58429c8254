import { afterEach, expect, it } from "vitest";
import { type Kit, makeKit } from "../../kit/kit.ts";

let kit: Kit;
afterEach(() => {
  kit.dispose();
});

const eve = ["-c", "user.name=Eve", "-c", "user.email=eve@example.com"];

it("a landed change that a person's commit takes out while the job runs is told at its end, in status and by verify, with that commit", async () => {
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
});
