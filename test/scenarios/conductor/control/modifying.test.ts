import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../src/base/error.ts";
import type { JobId } from "../../../../src/base/ids.ts";
import { tempFolder } from "../../../kit/folders.ts";
import { type Live, happened, rests, scoreIn, withLive } from "../../../kit/live.ts";
import { fileAt, scoreOf, states } from "../story.ts";
import { itLong } from "../../../kit/long.ts";

const modify = (live: Live, job: JobId, score: string) =>
  live.tutti.call("job.modify", { job, score: scoreIn(live.repository, score) });

async function promptOf(live: Live, job: JobId, sheet: string): Promise<string> {
  return (await live.tutti.call("sheet.logs", { job, folder: "/", sheet, stream: "prompt" }))?.text ?? "";
}

describe("a score that is changed while its sheets run", () => {
  it("has its new sheets played and its changed prompts told; what landed stays", async () => {
    await withLive(async (live) => {
      const running = { script: `wait-for ${live.gate}\ncreate b.txt b`, after: ["a"] };
      const job = await live.submit(
        scoreOf({ a: "create a.txt a", b: running, c: { script: "create c.txt old", after: ["b"] } }),
      );
      await live.until(job, happened("sheet.started", "b"));
      const next = scoreOf({
        a: "create a.txt other",
        b: running,
        c: { script: "create c.txt new", after: ["b"] },
        d: { script: "create d.txt d", after: ["c"] },
        e: "create e.txt e",
      });
      expect(await modify(live, job, next)).toMatchObject({ applied: true, refused: [] });
      await live.until(job, happened("sheet.landed", "e"));
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed", b: "landed", c: "landed", d: "landed", e: "landed" });
      expect(["a.txt", "c.txt", "d.txt"].map((path) => fileAt(live.repository, path))).toEqual(["a", "new", "d"]);
      expect(await promptOf(live, job, "c")).toContain("create c.txt new");
    });
  });

  itLong(
    "keeps the context for each sheet that a person asked for: copies of a Mozart score without isolation run side by side and land",
    async () => {
      await withLive(async (live) => {
        const score = (last: string): string => `name: meet
workspace: ./ws
backend: {type: scripted}
parallel: {enabled: true, max_concurrent: 2}
sheet: {size: 1, total_items: 2, fan_out: {1: 2}, dependencies: {2: [1]}, prompt_extensions: {2: ["create whole.txt ${last}"]}}
prompt:
  template: |
    {% if stage == 1 %}
    create "{{ workspace }}/here-{{ instance }}" here
    wait-for "{{ workspace }}/here-{{ 3 - instance }}"
    wait-for ${live.gate}
    create part-{{ instance }}.txt {{ instance }}
    {% endif %}
`;
        const job = await live.submit(score("old"), { per: "sheet" });
        await live.until(job, happened("sheet.started", "stage-1-2"));
        expect(await modify(live, job, score("new"))).toMatchObject({ applied: true, refused: [] });
        live.open();
        await live.until(job, rests(1));
        expect(Object.values(await states(live, job))).toEqual(["landed", "landed", "landed"]);
        expect(["part-1.txt", "part-2.txt", "whole.txt"].map((path) => fileAt(live.repository, path))).toEqual([
          "1",
          "2",
          "new",
        ]);
      });
    },
  );

  itLong("may lose a sheet that waits: it is not played", async () => {
    await withLive(async (live) => {
      const a = `wait-for ${live.gate}\ncreate a.txt a`;
      const job = await live.submit(scoreOf({ a, b: "create b.txt b" }), { parallel: 1 });
      await live.until(job, happened("sheet.started", "a"));
      await modify(live, job, scoreOf({ a }));
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "landed" });
      expect((await live.events(job)).filter(({ sheet }) => sheet === "b")).toEqual([]);
    });
  });

  it("is refused without any change when its effect cannot be known", async () => {
    await withLive(async (live) => {
      const job = await live.submit(
        scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: { script: "create b.txt b", after: ["a"] } }),
      );
      await live.until(job, happened("context.created", "a"));
      const before = (await live.events()).length;
      const other = scoreOf({ a: "create a.txt other", b: { script: "create b.txt other", after: ["a"] } });
      await expect(modify(live, job, other)).rejects.toMatchObject({
        code: "job.not_modifiable",
        message: expect.stringContaining("a is running") as string,
      });
      expect(
        await live.tutti.call("job.modify", { job, score: scoreIn(live.repository, other), dryRun: true }),
      ).toMatchObject({
        applied: false,
        changes: [],
        refused: [expect.any(String)],
      });
      await expect(modify(live, job, "sheets: nonsense")).rejects.toMatchObject({ code: "score.invalid" });
      expect((await live.events()).length).toBe(before);
      live.open();
      await live.until(job, rests(1));
      expect(["a.txt", "b.txt"].map((path) => fileAt(live.repository, path))).toEqual(["a", "b"]);
    });
  });

  it("at the moment that sheets start is one of the two, whole", async () => {
    await withLive(async (live) => {
      const { promise: modified, resolve } = Promise.withResolvers<unknown>();
      await live.tutti.follow(
        { types: ["sheet.landed"] },
        {
          hear: ({ job, sheet }) => {
            if (job !== null && sheet === "a")
              resolve(
                modify(live, job, scoreOf({ a: "create a.txt a", c: { script: "create c.txt new", after: ["a"] } })),
              );
          },
        },
      );
      const job = await live.submit(
        scoreOf({
          a: "create a.txt a",
          b: { script: "create b.txt b", after: ["a"] },
          c: { script: "create c.txt old", after: ["a"] },
        }),
      );
      const how = await modified.then(() => "new", codeOf);
      await live.until(job, rests(1));
      const isNew = how === "new";
      expect(how).toBe(isNew ? "new" : "job.not_modifiable");
      expect(await states(live, job)).toEqual({ a: "landed", ...(isNew ? {} : { b: "landed" }), c: "landed" });
      expect(fileAt(live.repository, "c.txt")).toBe(isNew ? "new" : "old");
    });
  });
});

it("a change holds and is reported when its record beside the database cannot be written", async () => {
  const home = join(tempFolder(), "home");
  await withLive(
    async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}` }));
      mkdirSync(join(home, "jobs", job, "job.json.new"), { recursive: true });
      expect(await modify(live, job, scoreOf({ a: `wait-for ${live.gate}`, b: "create b.txt b" }))).toMatchObject({
        applied: true,
      });
      live.open();
      await live.until(job, rests(1));
      expect(await states(live, job)).toEqual({ a: "done", b: "landed" });
      expect(
        (await live.events())
          .filter(({ type }) => type === "conductor.notice")
          .map(({ recorded }) => JSON.stringify(recorded)),
      ).toContainEqual(expect.stringContaining("could not be written"));
    },
    { home },
  );
});

itLong("a sheet that was removed and comes back goes on where it was", async () => {
  await withLive(async (live) => {
    const b = "until-attempt 1 create half.txt half\nuntil-attempt 1 fail 1\ncreate b.txt b";
    const job = await live.submit(scoreOf({ a: "create a.txt a", b }));
    await live.until(job, rests(1));
    await modify(live, job, scoreOf({ a: "create a.txt a" }));
    expect(await states(live, job)).toEqual({ a: "landed" });
    const { changes } = await modify(live, job, scoreOf({ a: "create a.txt a", b }));
    expect(changes).toContainEqual(expect.stringContaining("b comes back as it was"));
    expect(await states(live, job)).toEqual({ a: "landed", b: "failed" });
    await live.tutti.call("job.retry", { job });
    await live.until(job, rests(2));
    expect(await live.status(job)).toMatchObject({
      sheets: [
        { state: "landed", attempts: 1 },
        { state: "landed", attempts: 2 },
      ],
    });
  });
});

describe("a resume that reads the score again", () => {
  itLong("goes on by the new one, also where the job had ended", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}\ncreate a.txt a`, b: "create b.txt old" }), {
        parallel: 1,
      });
      await live.until(job, happened("sheet.started", "a"));
      await live.tutti.call("job.pause", { job });
      live.open();
      await live.until(job, rests(1));
      const resume = (score: string) =>
        live.tutti.call("job.resume", { job, folder: "/", reload: scoreIn(live.repository, score) });
      const a = `wait-for ${live.gate}\ncreate a.txt a`;
      await resume(scoreOf({ a, b: "create b.txt new" }));
      await live.until(job, rests(2));
      expect(fileAt(live.repository, "b.txt")).toBe("new");
      await resume(scoreOf({ a, b: "create b.txt new", c: "create c.txt c" }));
      await live.until(job, rests(3));
      expect(await live.status(job)).toMatchObject({ status: "finished", counts: { landed: 3 } });
    });
  });

  itLong("changes nothing when the new one is refused", async () => {
    await withLive(async (live) => {
      const job = await live.submit(scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}` }), { parallel: 1 });
      await live.until(job, happened("sheet.started", "b"));
      await live.tutti.call("job.pause", { job, now: true });
      await live.until(job, rests(1));
      const before = (await live.events()).length;
      const elsewhere = scoreOf({ a: "create a.txt a", b: `wait-for ${live.gate}` }, { target: "elsewhere" });
      await expect(
        live.tutti.call("job.resume", { job, folder: "/", reload: scoreIn(live.repository, elsewhere) }),
      ).rejects.toMatchObject({
        code: "job.not_modifiable",
      });
      expect((await live.events()).length).toBe(before);
      expect(await live.status(job)).toMatchObject({ status: "paused", pause: { kind: "user" } });
    });
  });
});
