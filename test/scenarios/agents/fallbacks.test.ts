import { expect, it } from "vitest";
import { rests } from "../../kit/live.ts";
import { fileAt, states } from "../conductor/story.ts";
import { codes, scoreOf, told, withSpeakers } from "./story.ts";
import { itLong, oneOf } from "../../kit/long.ts";

const profiles = { small: {}, other: {}, last: {} };
const quota =
  '{"type":"failed","status":429,"error":"insufficient_quota","message":"you exceeded your current quota","final":true}';

it.each(
  oneOf(2, [
    ["a key that is refused", "fail 401 invalid api key", "E502"],
    ["a quota that is used up", `emit ${quota}\nexit 1`, "E104"],
  ] as const),
)("after %s the next agent goes on from the work", async (_, script, code) => {
  await withSpeakers(
    async (live, speakers) => {
      const first = script.replaceAll(/^/gm, "1: ");
      const job = await live.submit(
        scoreOf({ a: `1: write half.txt 1\n${first}\nwrite whole.txt 2` }, { fallbacks: ["other", "last"] }),
      );
      await live.until(job, rests(1));

      expect(await live.status(job)).toMatchObject({ sheets: [{ state: "landed", agent: "other", attempts: 2 }] });
      expect(codes(await live.events(job))).toEqual([code, null]);
      expect(speakers.prompt("a", 2)).toContain("Another agent began this");
      expect([fileAt(live.repository, "half.txt"), fileAt(live.repository, "whole.txt")]).toEqual(["1", "2"]);
    },
    { profiles },
  );
});

it("when its attempts are used up the next agent begins anew, with as many", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const script = "1: write half.txt 1\n1: exit 1\n2: exit 1\n3: exit 1\nwrite whole.txt 2";
      const job = await live.submit(
        scoreOf({ a: script }, { fallbacks: ["other"], retry: { attempts: 2, base_delay: "0s", max_delay: "0s" } }),
      );
      await live.until(job, rests(1));

      expect(await live.status(job)).toMatchObject({ sheets: [{ state: "landed", agent: "other", attempts: 4 }] });
      expect(codes(await live.events(job))).toEqual(["E009", "E009", "E009", null]);
      expect(() => fileAt(live.repository, "half.txt")).toThrow();
      expect(speakers.prompt("a", 3)).toContain("You begin again");
    },
    { profiles },
  );
});

itLong("when no agent is left the sheet fails, and what was spent with all of them is known", async () => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(
        scoreOf({ a: "write half.txt 1\nspend 0.25 1 1\nexit 1" }, { fallbacks: ["other", "last"] }),
      );
      await live.until(job, rests(1));

      const view = await live.status(job);
      expect(view.sheets[0]).toMatchObject({ state: "failed", agent: "last", attempts: 3, code: "E009" });
      expect(view.cost.usd).toBe(0.75);
      expect(view.agents?.map(({ agent, usd }) => [agent, usd])).toEqual([
        ["small", 0.25],
        ["other", 0.25],
        ["last", 0.25],
      ]);
    },
    { profiles },
  );
});

it("a sheet whose first agent is stopped begins with the next one at once", async () => {
  await withSpeakers(
    async (live) => {
      const sheets = { a: "fail 401 invalid api key", b: { script: "write b.txt b", fallbacks: ["other"] } };
      const job = await live.submit(scoreOf(sheets), { parallel: 1 });
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({ a: "waiting", b: "landed" });
      expect(told(await live.events(job), "playing", "b").map(({ agent, attempt }) => [agent, attempt])).toEqual([
        ["other", 1],
      ]);
    },
    { profiles },
  );
});

const gone = { executable: "/no/such/agent" };

it.each([
  [
    "the one after it takes over",
    ["gone", "other"],
    { status: "finished", sheets: [{ state: "landed", agent: "other", attempts: 3 }], met: ["E009", "E505", null] },
  ],
  [
    "the sheet fails as it would without it",
    ["gone"],
    {
      status: "finished",
      sheets: [{ state: "failed", agent: "small", attempts: 2, code: "E009" }],
      met: ["E009", "E505"],
    },
  ],
])(
  "a fallback that is not installed is passed over, and no job waits for it: %s",
  async (_, fallbacks, { met, ...expected }) => {
    await withSpeakers(
      async (live) => {
        const job = await live.submit(
          scoreOf({ a: "1: exit 1\nwrite whole.txt 2", b: "write b.txt b" }, { fallbacks }),
          { parallel: 1 },
        );
        await live.until(job, rests(1));

        const view = await live.status(job);
        expect({ ...view, sheets: view.sheets.slice(0, 1) }).toMatchObject(expected);
        expect(view.sheets[1]).toMatchObject({ state: "landed" });
        expect(codes(await live.events(job), "a")).toEqual(met);
        const { because } = (await live.tutti.call("job.explain", { job, folder: "/", sheet: "a" })) ?? { because: [] };
        expect(because.join("\n")).toContain("gone is not installed and is passed over");
      },
      { profiles: { ...profiles, gone } },
    );
  },
);

itLong("a quota is waited for, and a login is left to a person, where the only fallback is not installed", async () => {
  await withSpeakers(
    async (live) => {
      const told = quota
        .replace('"final"', '"reset_at_ms":9999999999999,"final"')
        .replace("9999999999999", String(Date.now() + 3_600_000));
      const waits = await live.submit(
        scoreOf({ a: `emit ${told}\nexit 1`, b: "write b.txt b" }, { fallbacks: ["gone"] }),
        { parallel: 1 },
      );
      await live.until(waits, rests(1));
      expect((await live.status(waits)).pause).toMatchObject({ kind: "parked" });

      const refused = await live.submit(
        scoreOf({ a: "fail 401 invalid api key" }, { agent: "other", fallbacks: ["gone"] }),
      );
      await live.until(refused, rests(1));
      expect(await live.status(refused)).toMatchObject({
        status: "paused",
        pause: { kind: "agent", agent: "other" },
        sheets: [{ state: "waiting" }],
      });
    },
    { profiles: { ...profiles, gone }, patienceMs: 60_000 },
  );
});
