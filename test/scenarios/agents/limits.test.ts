import { expect, it } from "vitest";
import { rests } from "../../kit/live.ts";
import { fileAt, states } from "../conductor/story.ts";
import { gates, scoreOf, told, withSpeakers } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const hour = 3_600_000;
const patienceMs = 60_000;

it("a limit parks all sheets of its account and model, and no others", async () => {
  await withSpeakers(
    async (live) => {
      const sheets = {
        first: `limit ${String(hour)} slow down`,
        second: "write second.txt 2",
        third: "write third.txt 3",
        bigger: { script: "write bigger.txt 4", agent: { use: "small", model: "big" } },
        elsewhere: { script: "write elsewhere.txt 5", agent: { use: "small", account: "work" } },
      };
      const job = await live.submit(scoreOf(sheets), { parallel: 1 });
      await live.until(job, rests(1));

      const until = told(await live.events(job), "ended", "first")[0]?.trouble?.resetAt;
      expect(await live.status(job)).toMatchObject({ status: "paused", pause: { kind: "parked", until } });
      expect(await states(live, job)).toEqual({
        first: "waiting",
        second: "waiting",
        third: "waiting",
        bigger: "landed",
        elsewhere: "landed",
      });
      expect(told(await live.events(job), "started").map(({ sheet }) => sheet)).toEqual([
        "first",
        "bigger",
        "elsewhere",
      ]);
      expect(gates(await live.events())).toEqual(["small/default limited"]);
      expect(await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" })).toMatchObject({
        waits: { kind: "job", until },
      });
    },
    { patienceMs },
  );
});

itLong("another job finds the limit that one has met", async () => {
  await withSpeakers(
    async (live) => {
      const first = await live.submit(scoreOf({ a: `limit ${String(hour)} slow down` }));
      await live.until(first, rests(1));
      const second = await live.submit(scoreOf({ b: "write b.txt b" }));
      await live.until(second, rests(1));

      expect((await live.status(second)).pause).toMatchObject({ kind: "parked" });
      expect(told(await live.events(second), "started")).toEqual([]);
    },
    { patienceMs },
  );
});

itLong("after a reset that was told, as many go as were let through before", async () => {
  await withSpeakers(async (live) => {
    const names = ["a", "b", "c", "d"];
    const job = await live.submit(
      scoreOf(Object.fromEntries(names.map((name) => [name, `1: limit 10 slow down\nwrite ${name}.txt 1`]))),
      { parallel: 4 },
    );
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual(Object.fromEntries(names.map((name) => [name, "landed"])));
    expect(told(await live.events(job), "ended").map(({ attempt }) => attempt)).toHaveLength(8);
    expect(names.map((name) => fileAt(live.repository, `${name}.txt`))).toEqual(["1", "1", "1", "1"]);
  });
});

itLong("waits cost no attempt", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(scoreOf({ slow: "1: limit 10 slow down\n2: limit 10 slow down\nwrite b.txt b" }));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ slow: "landed" });
    expect(told(await live.events(job), "ended").map(({ trouble }) => trouble?.code ?? null)).toEqual([
      "E101",
      "E101",
      null,
    ]);
  });
});

it("a limit whose reset is over by then is not asked about again within a minute, by any sheet", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "limit -30000 resets by the minute", b: "write b.txt b" }), {
        parallel: 1,
      });
      await live.until(job, rests(1));

      const [first] = told(await live.events(job), "ended", "a");
      expect(first?.trouble).toMatchObject({ code: "E101", resetAt: null, isOverdue: true });
      const { pause } = await live.status(job);
      expect(pause?.kind === "parked" ? pause.until - (first?.at ?? 0) : 0).toBeGreaterThan(59_000);
      expect(told(await live.events(job), "started")).toHaveLength(1);
    },
    { patienceMs },
  );
});

itLong("a sheet that is out of patience with a limit fails, and says why", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(
      scoreOf({ slow: "write half.txt 1\nlimit 10 slow down" }, { rate_limit: { patience: "500ms" } }),
    );
    await live.until(job, rests(1));

    const [sheet] = (await live.status(job)).sheets;
    expect(sheet).toMatchObject({ state: "failed", code: "E101", why: expect.stringContaining("slow down") as string });
    // How many fit into the patience depends on the machine.
    expect(sheet?.attempts).toBeGreaterThan(1);
    expect(sheet?.kept).not.toBeNull();
  });
});

it("a sheet that is out of patience with a limit goes to the next agent, where there is one", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(
        scoreOf(
          { slow: "1: limit 10 slow down\nwrite b.txt b" },
          { rate_limit: { patience: 0 }, fallbacks: ["other"] },
        ),
      );
      await live.until(job, rests(1));

      expect(await live.status(job)).toMatchObject({
        status: "finished",
        sheets: [{ state: "landed", agent: "other", attempts: 2 }],
      });
    },
    { profiles: { small: {}, other: {} } },
  );
});

it("a budget of the day that is used up keeps other sheets of its account waiting, and is told once", async () => {
  await withSpeakers(
    async (live) => {
      const sheets = {
        dear: "spend 2 10 10\nwrite dear.txt 1",
        next: { script: "write next.txt 2", after: ["dear"] },
        last: { script: "write last.txt 3", after: ["dear"] },
        elsewhere: { script: "write elsewhere.txt 4", after: ["dear"], agent: { use: "small", account: "work" } },
      };
      const job = await live.submit(scoreOf(sheets));
      await live.until(job, rests(1));

      expect(await states(live, job)).toMatchObject({ dear: "landed", next: "waiting", elsewhere: "landed" });
      expect(gates(await live.events())).toEqual(["small/default budget"]);
      expect((await live.status(job)).accounts).toMatchObject([{ agent: "small" }]);
      const limits = await live.tutti.call("limits.list", {});
      expect(limits.find(({ name, today }) => name === "small" && today.usd === 2)).toMatchObject({
        running: 0,
        closed: { why: "usd" },
        left: { usd: 0 },
      });
    },
    { patienceMs, env: { TUTTI_LIMITS_DAY_USD: "1" } },
  );
});
