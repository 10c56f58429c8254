import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { tutti } from "../../kit/command-line.ts";
import { type Kit, makeKit } from "../../kit/kit.ts";
import { events, reasons, shellScore, subjects } from "./story.ts";
import { itLong } from "../../kit/long.ts";

let kit: Kit;
afterEach(() => {
  vi.unstubAllEnvs();
  kit.dispose();
});

it("a sheet in a shared context whose result could not be merged begins on what landed, and lands", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const user = `cd ${kit.repository} && echo user >a.txt && git commit -qam user`;
  const first = `[ "$TUTTI_SHEET$TUTTI_ATTEMPT" = one1 ] && { echo agent >a.txt; echo new >b.txt; ${user}; exit 0; }`;
  const line = `${first}; [ "$TUTTI_SHEET" = two ] && { echo 2 >two.txt; exit 0; }; grep -q agent a.txt || echo agent >>a.txt; [ -e b.txt ] || echo new >b.txt`;
  const played = await kit.playScore(shellScore({ per: "job" }, line, { sheets: [{ id: "one" }, { id: "two" }] }));
  expect(played.states).toEqual({ one: "landed", two: "landed" });
  expect(events(played, "one").map(({ kind }) => kind)).toContain("conflicted");
  expect([subjects(kit), kit.read("a.txt"), kit.read("b.txt")]).toEqual([
    ["two", "one", "user", "begin"],
    "user\nagent\n",
    "new\n",
  ]);
});

itLong("snapshots of sheets that share a context are those of their own work", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const played = await kit.play(
    { one: "create one.txt 1", two: "create two.txt 2" },
    { score: { isolation: { per: "job" } } },
  );
  expect(played.states).toEqual({ one: "landed", two: "landed" });
  expect([await reasons(kit, "one"), await reasons(kit, "two")]).toEqual([["end"], ["end"]]);
  const changed = async (sheet: string): Promise<readonly string[]> =>
    (await kit.diff(sheet)).files.map(({ path }) => path);
  expect([await changed("one"), await changed("two")]).toEqual([["one.txt"], ["two.txt"]]);
});

it("contexts in Tutti's own folder are refused before anything runs: they would be swept away with it", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  const inside = kit.play(
    { fix: "create x.txt x" },
    { score: { isolation: { worktree_base: join(kit.home, "scratch") } } },
  );
  await expect(inside).rejects.toMatchObject({ code: "context.inside_checkout" });
  expect(await kit.status()).toBeUndefined();
});

it("a home inside the checkout is refused before it is made there: git clean would take all custody with it", async () => {
  kit = makeKit({ "a.txt": "a\n" });
  kit.write("score.yaml", JSON.stringify(shellScore({}, "true", { sheets: [{ id: "one" }] })));
  vi.stubEnv("TUTTI_HOME", join(kit.repository, "deep", "home"));
  const said = await tutti("run", join(kit.repository, "score.yaml"), "--repo", kit.repository);
  expect([said.code, said.err]).toEqual([2, expect.stringContaining("home.unusable")]);
  expect(kit.git("status", "--porcelain")).toBe("?? score.yaml\n");
});
