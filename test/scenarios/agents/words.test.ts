import { expect, it } from "vitest";
import { endingOf } from "../../../src/api/contract/ending.ts";
import { rests } from "../../kit/live.ts";
import { states } from "../conductor/story.ts";
import { codes, scoreOf, told, withSpeakers } from "./story.ts";

const twice = { retry: { attempts: 2, completions: 0, base_delay: "0s", max_delay: "0s" } };

it.each([
  ["says nothing", "1: silent\n1: hang"],
  ["asks a question in plain words", "1: silent\n1: emit Do you trust this folder? [y/n]\n1: hang"],
])("an agent that %s instead of beginning is ended and tried again", async (_, script) => {
  await withSpeakers(
    async (live) => {
      const job = await live.submit(scoreOf({ a: `${script}\nwrite b.txt b` }, { ...twice, timeout: "30s" }));
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({ a: "landed" });
      const [first] = told(await live.events(job), "ended");
      expect(first).toMatchObject({ end: { kind: "silent" }, trouble: { code: "E007" } });
      expect(told(await live.events(job), "playing").map(({ attempt }) => attempt)).toEqual([2]);
    },
    { profiles: { small: { start_timeout: "1500ms" } } },
  );
});

it("an agent that ends without its last word is tried again", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(scoreOf({ a: "1: write half.txt 1\n1: exit 0\nwrite b.txt b" }, twice));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ a: "landed" });
    expect(codes(await live.events(job))).toEqual(["E008", null]);
  });
});

it("an agent that would sleep through a long limit is parked at once, with its work", async () => {
  await withSpeakers(
    async (live) => {
      const limited = '{"type":"limited","status":429,"message":"slow down","wait_ms":3600000}';
      const job = await live.submit(scoreOf({ a: `write half.txt 1\nemit ${limited}\nhang` }));
      await live.until(job, rests(1));

      const [ended] = told(await live.events(job), "ended");
      expect(ended).toMatchObject({ end: { kind: "limited" }, trouble: { code: "E101" }, changed: true });
      expect((ended?.trouble?.resetAt ?? 0) - (ended?.at ?? 0)).toBeGreaterThan(3_500_000);
      expect(endingOf(await live.status(job))).toMatchObject({ kind: "parked" });
    },
    { patienceMs: 60_000 },
  );
});

it("an agent that says that all is well and did nothing has not done it", async () => {
  await withSpeakers(async (live) => {
    const job = await live.submit(scoreOf({ a: { script: "---", validations: [{ file_exists: "b.txt" }] } }));
    await live.until(job, rests(1));

    const [sheet] = (await live.status(job)).sheets;
    expect(sheet).toMatchObject({ state: "failed", why: expect.stringContaining("b.txt") as string });
  });
});

it.each([
  ["an error of its provider", '{"type":"failed","status":500,"message":"internal error","final":true}', "E503"],
  ["that it did not go well", '{"type":"ended","good":false,"text":"I could not"}', "E009"],
])("exit 0 after %s is no success", async (_, line, code) => {
  await withSpeakers(async (live) => {
    const job = await live.submit(scoreOf({ a: `write b.txt b\nemit ${line}\nexit 0` }));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ a: "failed" });
    expect(codes(await live.events(job))).toEqual([code]);
  });
});

it("no text in an agent's answer counts as an error", async () => {
  await withSpeakers(async (live) => {
    const prose = '{"type":"said","text":"Error: 429 rate_limit_error, then 401 unauthorized, quota exceeded"}';
    const job = await live.submit(scoreOf({ a: `emit ${prose}\nerr see line 429 of the quota field\nwrite b.txt b` }));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ a: "landed" });
    expect(codes(await live.events(job))).toEqual([null]);
  });
});
