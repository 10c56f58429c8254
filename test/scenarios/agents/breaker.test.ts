import { expect, it } from "vitest";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import { rests } from "../../kit/live.ts";
import { states } from "../conductor/story.ts";
import { attemptIs, gates, scoreOf, startsBetweenGates, told, withSpeakers } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const env = { TUTTI_AGENTS_BREAKER_RECOVERY: "100ms" };
const broken = "fail 502 bad gateway";

it("after five failures of the provider in a row nothing is sent for a while, then one to see, then all", async () => {
  await withSpeakers(
    async (live) => {
      const failing = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, broken]));
      const job = await live.submit(
        scoreOf({ ...failing, f: "write f.txt 1", g: "write g.txt 1", h: "write h.txt 1" }),
        { parallel: 1 },
      );
      await live.until(job, attemptIs("ended", "e", 1));
      await live.tutti.call("job.modify", { job, parallel: 4 });
      await live.until(job, rests(1));

      const events = await live.events();
      const [shut] = shutTimes(events);
      const after = told(events, "started").filter(({ sheet }) => ["f", "g", "h"].includes(sheet));
      expect(await states(live, job)).toMatchObject({ e: "failed", f: "landed", g: "landed", h: "landed" });
      expect(after.every(({ at }) => at >= (shut?.until ?? Infinity))).toBe(true);
      expect(startsBetweenGates(events, ({ at }) => at >= (shut?.until ?? Infinity))[0]).toBe(1);
    },
    { env: { TUTTI_AGENTS_BREAKER_RECOVERY: "1s" } },
  );
});

itLong("an agent that works in between is not taken for broken", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: broken, b: "write b.txt 1", c: broken, d: "write d.txt 1" }), {
        parallel: 1,
      });
      await live.until(job, rests(1));
      expect(gates(await live.events())).not.toContain("small/default faulty");
    },
    { env: { ...env, TUTTI_AGENTS_BREAKER_FAILURES: "2" } },
  );
});

itLong("one that is sent to see and fails too shuts it for twice as long", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: broken, b: broken, c: broken, d: "write d.txt 1" }), { parallel: 1 });
      await live.until(job, rests(1));
      expect(await states(live, job)).toMatchObject({ c: "failed", d: "landed" });
      const [first = 0, second = 0, third = 0, ...more] = shutTimes(await live.events()).map(({ forMs }) => forMs);
      expect([first > 50, second > 1.5 * first, third > 1.5 * second, more]).toEqual([true, true, true, []]);
    },
    { env: { ...env, TUTTI_AGENTS_BREAKER_FAILURES: "1" } },
  );
});

itLong("an agent is not blamed for a fault of its sheet", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: "exit 3", b: "exit 3", c: "write c.txt 1" }), { parallel: 1 });
      await live.until(job, rests(1));
      expect(gates(await live.events())).toEqual([]);
    },
    { env: { ...env, TUTTI_AGENTS_BREAKER_FAILURES: "1" } },
  );
});

/** When it was shut, until when, and for how long. */
function shutTimes(events: readonly TuttiEvent[]): readonly { readonly until: number; readonly forMs: number }[] {
  const news = events.flatMap(({ recorded: { event } }) =>
    event.kind === "agent-gate" && event.state === "faulty" ? [event] : [],
  );
  return news.map(({ until, at }) => ({ until: until ?? 0, forMs: (until ?? 0) - at }));
}
