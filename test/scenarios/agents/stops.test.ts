import { join } from "node:path";
import { expect, it } from "vitest";
import { endingOf } from "../../../src/api/contract/ending.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { tempFolder } from "../../kit/folders.ts";
import { rests } from "../../kit/live.ts";
import { makeSpeakers } from "../../kit/speaking-agent.ts";
import { states } from "../conductor/story.ts";
import { attemptIs, gates, scoreOf, told, withSpeakers } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const profiles = { small: {}, other: {} };

/** The first is refused its key, once. */
const refused = {
  first: "1: fail 401 invalid api key\nwrite first.txt 1",
  second: "write second.txt 2",
  third: "write third.txt 3",
  elsewhere: { script: "write elsewhere.txt 4", agent: "other" },
};

it("a key that is refused stops its account at once, and no other", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf(refused), { parallel: 1 });
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({
        first: "waiting",
        second: "waiting",
        third: "waiting",
        elsewhere: "landed",
      });
      expect(told(await live.events(job), "started").map(({ sheet }) => sheet)).toEqual(["first", "elsewhere"]);
      const view = await live.status(job);
      expect(view.pause).toMatchObject({ kind: "agent", agent: "small", code: "E502" });
      expect(endingOf(view)).toMatchObject({
        kind: "agent",
        code: "E502",
        message: expect.stringContaining("invalid api key") as string,
      });
      expect(await live.tutti.call("job.explain", { job, folder: "/", sheet: "second" })).toMatchObject({
        waits: { kind: "agent", until: null, code: "E502" },
      });
    },
    { profiles },
  );
});

itLong("after a person's word one tries, and the others follow when it comes back well", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const script = { ...refused, first: "1: fail 401 invalid api key\nwait go\nwrite first.txt 1" };
      const job = await live.submit(scoreOf(script), { parallel: 1 });
      await live.until(job, rests(1));
      await live.tutti.call("job.resume", { job, folder: live.repository, parallel: 4 });
      await live.until(job, attemptIs("playing", "first", 2));
      expect(await states(live, job)).toMatchObject({ first: "running", second: "waiting", third: "waiting" });
      speakers.mark("go");
      await live.until(job, rests(2));

      expect(await states(live, job)).toEqual({
        first: "landed",
        second: "landed",
        third: "landed",
        elsewhere: "landed",
      });
      expect(gates(await live.events()).filter((line) => line.startsWith("small "))).toEqual([
        "small stopped",
        "small probing",
        "small probing",
        "small probing",
        "small probing",
      ]);
      expect((await live.status(job)).sheets[0]?.attempts).toBe(2);
    },
    { profiles },
  );
});

itLong("one that is refused again after a person's word stops the rest again", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(scoreOf({ a: "fail 401 invalid api key", b: "write b.txt b" }), { parallel: 1 });
    await live.until(job, rests(1));
    await live.tutti.call("job.resume", { job, folder: live.repository, parallel: 2 });
    await live.until(job, rests(2));

    expect((await live.status(job)).pause).toMatchObject({ kind: "agent" });
    expect(told(await live.events(job), "started").map(({ sheet }) => sheet)).toEqual(["a", "a"]);
  });
});

it("a restart of the conductor starts nothing that waits for a person, and knows what is stopped", async () => {
  const speakers = makeSpeakers(profiles);
  const how = { speakers, home: join(tempFolder(), "home") };
  let job: JobId | undefined;
  await withSpeakers(async (live) => {
    job = await live.submit(scoreOf(refused), { parallel: 1 });
    await live.until(job, rests(1));
  }, how);
  await withSpeakers(
    async (live) => {
      if (job === undefined) throw new TypeError("no job");
      expect((await live.status(job)).pause).toMatchObject({ kind: "agent", code: "E502" });
      expect(told(await live.events(job), "started").length).toBe(2);
      await live.tutti.call("job.resume", { job, folder: live.repository });
      await live.until(job, rests(2));
      expect((await live.status(job)).counts.landed).toBe(4);
    },
    { ...how, recovery: "resume" },
  );
});

it("an agent that is not installed stops its account, and is found once it is", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "write a.txt b" }), { validateBase: "never" });
      await live.until(job, rests(1));
      expect((await live.status(job)).pause).toMatchObject({ kind: "agent", code: "E505" });
      expect((await live.status(job)).cost).toMatchObject({ usd: null, unknown: 0 });
    },
    { profiles: { small: { executable: "no-such-program-anywhere" } } },
  );
});
