import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makeConductorKit, until } from "../../kit/conductor.ts";
import { makeKit } from "../../kit/kit.ts";
import { itLong } from "../../kit/long.ts";
import { postgresUrl } from "../../kit/postgres.ts";

const score = (sheets: readonly object[]): string =>
  JSON.stringify({ name: "story", agent: "scripted", retry: { base_delay: "1ms", max_delay: "2ms" }, sheets });

describe("a home whose store is PostgreSQL", () => {
  it("plays, lands, goes on after a stop and proves it, and says where its store is", async () => {
    const kit = makeKit({ "a.txt": "a\n" }, { store: await postgresUrl() });
    const stop = new AbortController();
    const stopped = await kit.play(
      {
        quick: "create quick.txt quick",
        slow: { script: "create slow.txt slow\non-attempt 1 hang", after: ["quick"] },
      },
      {
        stop: stop.signal,
        watch: (progress) => {
          if (progress.kind === "sheet" && progress.sheet === "slow" && progress.event.kind === "started") stop.abort();
        },
      },
    );
    expect(stopped.states).toEqual({ quick: "landed", slow: "waiting" });
    const resumed = await kit.resume();
    expect(resumed.states).toEqual({ quick: "landed", slow: "landed" });
    expect((await kit.verify()).landings).toHaveLength(2);
    expect((await kit.state("slow"))?.kind).toBe("landed");
    const shown = kit.cli("store", "show");
    expect(shown).toMatchObject({ code: 0, out: expect.stringContaining("1 job") as string });
    kit.dispose();
  });
});

describe("two conductors on one store", () => {
  itLong("one leads; when it is killed the other takes over and plays its job to the end", async () => {
    const store = await postgresUrl();
    const kit = makeKit({ "a.txt": "a\n" }, { store });
    const more = { TUTTI_STORE: store, TUTTI_LOCAL: "", GIT_CONFIG_GLOBAL: "/dev/null" };
    const [leader, other] = [makeConductorKit({ more }), makeConductorKit({ more })];
    const leading = leader.begin("start", "--foreground");
    await leader.running();
    await until(() => readiness(leader, true));
    const standing = other.begin("start", "--foreground");
    await other.running();
    const standby = await until(() => readiness(other, false));
    expect(standby.why).toContain(leader.places.home);

    const path = join(kit.root, "shared.yaml");
    const slow = "create slow.txt slow\non-attempt 1 hang";
    writeFileSync(
      path,
      score([
        { id: "quick", prompt: "create quick.txt quick" },
        { id: "slow", prompt: slow, after: ["quick"] },
      ]),
    );
    expect(leader.cli("run", path, "--repo", kit.repository, "--detach")).toMatchObject({ code: 0 });
    const status = async () => (await kit.status())?.sheets.find(({ id }) => id === "slow")?.state;
    await until(async () => ((await status()) === "running" ? true : undefined));
    leading.kill("SIGKILL");

    await until(async () => ((await status()) === "landed" ? true : undefined));
    expect(kit.git("log", "--format=%s").trim().split("\n")).toEqual(["chore: slow", "chore: quick", "begin"]);
    standing.kill("SIGTERM");
    await standing.ended;
    kit.dispose();
  });
});

it("a result that was captured in the leader's home lands from another home, without being made again", async () => {
  const store = await postgresUrl();
  const kit = makeKit({ "a.txt": "a\n" }, { store });
  const more = { TUTTI_STORE: store, TUTTI_LOCAL: "", GIT_CONFIG_GLOBAL: "/dev/null" };
  const [leader, other] = [makeConductorKit({ more }), makeConductorKit({ more })];
  const leading = leader.begin("start", "--foreground");
  await until(() => readiness(leader, true));
  expect(leader.cli("queue", "pause", "--repo", kit.repository)).toMatchObject({ code: 0 });
  const path = join(kit.root, "captured.yaml");
  const made = "create made.txt made\non-attempt 2 create again.txt again\ncommit by the agent";
  writeFileSync(path, score([{ id: "made", prompt: made }]));
  expect(leader.cli("run", path, "--repo", kit.repository, "--detach")).toMatchObject({ code: 0 });
  const state = async () => (await kit.status())?.sheets[0]?.state;
  await until(async () => ((await state()) === "captured" ? true : undefined));
  leading.kill("SIGKILL");
  await leading.ended;
  // As with a machine that is gone.
  rmSync(leader.places.home, { recursive: true });

  const standing = other.begin("start", "--foreground");
  await until(() => readiness(other, true));
  expect(other.cli("queue", "resume", "--repo", kit.repository)).toMatchObject({ code: 0 });
  await until(async () => ((await state()) === "landed" ? true : undefined));
  expect(kit.git("ls-tree", "--name-only", "main").trim().split("\n")).toEqual(["a.txt", "made.txt"]);
  standing.kill("SIGTERM");
  await standing.ended;
  kit.dispose();
});

/** The conductor's own status once it is, or is not, ready; it may not answer yet. */
async function readiness(
  kit: ReturnType<typeof makeConductorKit>,
  wanted: boolean,
): Promise<{ readonly why: string | null } | undefined> {
  const client = await kit.client().catch(() => undefined);
  const ready = await client?.call("conductor.ready", {}).catch(() => undefined);
  await client?.close();
  return ready?.ready === wanted ? ready : undefined;
}
