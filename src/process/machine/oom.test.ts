import { expect, test } from "vitest";
import { clock, findNamespaces, shell } from "../../../test/kit/processes.ts";
import { processGroup } from "../tree/containment.ts";
import { oomKillsIn, readOomKills, type OomKills, makeRunProcess } from "../run/run.ts";
import type { ProcessEnd } from "../process.ts";

/** Runs a script while the kernel's counter goes from one reading to the other. */
function runCounted(script: string, ...readings: readonly (number | null)[]): Promise<ProcessEnd> {
  let reading = 0;
  const oomKills: OomKills = () => readings[reading++] ?? null;
  return makeRunProcess({ containment: processGroup, owner: "home.1", clock, oomKills })(
    shell(script, { tree: "contained" }),
  );
}

test("one that was killed while the kernel killed for want of memory died of that", async () => {
  expect(await runCounted("kill -9 $$", 3, 4)).toMatchObject({
    how: { kind: "signalled", signal: "SIGKILL" },
    oom: true,
  });
  expect(await runCounted("sh -c 'kill -9 $$'; exit $?", 3, 4)).toMatchObject({
    how: { kind: "exited", code: 137 },
    oom: true,
  });
});

test("a kill by another process is no out-of-memory kill, nor is another end, nor an unknown one", async () => {
  expect(await runCounted("kill -9 $$", 3, 3)).not.toHaveProperty("oom");
  expect(await runCounted("kill -TERM $$", 3, 4)).not.toHaveProperty("oom");
  expect(await runCounted("exit 1", 3, 4)).not.toHaveProperty("oom");
  expect(await runCounted("kill -9 $$", null, 4)).not.toHaveProperty("oom");
  expect(await runCounted("kill -9 $$", 3, null)).not.toHaveProperty("oom");
});

test("a kill of ours is none", async () => {
  let reading = 3;
  const go = makeRunProcess({ containment: processGroup, owner: "home.1", clock, oomKills: () => reading++ });
  const end = await go(
    shell("trap '' TERM; while :; do sleep 1; done", { tree: "contained", limits: { timeoutMs: 100, graceMs: 50 } }),
  );
  expect([end.how, end.oom]).toEqual([{ kind: "timed-out" }, undefined]);
});

test("in a namespace as well", async () => {
  for (const { containment } of await findNamespaces()) {
    if (containment === null) continue;
    let reading = 3;
    const go = makeRunProcess({ containment, owner: "home.1", clock, oomKills: () => reading++ });
    expect(await go(shell("kill -9 $$", { tree: "contained" }))).toMatchObject({
      how: { kind: "signalled", signal: "SIGKILL" },
      oom: true,
    });
  }
});

test("the counter is read as the kernel writes it", () => {
  expect(oomKillsIn("low 0\noom 2\noom_kill 7\noom_group_kill 0\n")).toBe(7);
  expect(oomKillsIn("nr_free_pages 1\n")).toBeNull();
  if (process.platform === "linux") expect(readOomKills()).toEqual(expect.any(Number));
});
