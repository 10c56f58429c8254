import { join } from "node:path";
import { expect, it } from "vitest";
import type { JobId } from "../../../src/base/ids.ts";
import { until } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { happened, rests } from "../../kit/live.ts";
import { makeSpeakers } from "../../kit/speaking-agent.ts";
import { fileAt, states } from "../conductor/story.ts";
import { attemptIs, scoreOf, told, withSpeakers } from "./story.ts";
import { itLong } from "../../kit/long.ts";

const task = "the whole of the task stands here";
const once = { attempts: 1, completions: 3, base_delay: "0s", max_delay: "0s" };

it("asks for missing results in the same session, without repeating the task", async () => {
  await withSpeakers(async (live, speakers) => {
    const validations = [{ file_exists: "one.txt" }, { file_exists: "two.txt" }];
    const script = `1: write one.txt 1\n2: write two.txt 2\n---\n${task}`;
    const job = await live.submit(scoreOf({ half: { script, validations } }, { retry: once }));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ half: "landed" });
    expect(speakers.args("half", 2)).toEqual(["--session", "half-1"]);
    expect(speakers.prompt("half", 1)).toContain(task);
    expect(speakers.prompt("half", 2)).not.toContain(task);
    expect(speakers.prompt("half", 2)).toContain("two.txt");
    expect(told(await live.events(job), "playing").map(({ session }) => session)).toEqual(["half-1", "half-1"]);
  });
});

itLong("after a limit the same session goes on with the work that was there", async () => {
  await withSpeakers(async (live, speakers) => {
    const script = `1: write one.txt 1\n1: limit 10 slow down\nwrite two.txt 2\n---\n${task}`;
    const job = await live.submit(scoreOf({ slow: script }));
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ slow: "landed" });
    expect(speakers.args("slow", 2)).toContain("slow-1");
    expect(speakers.prompt("slow", 2)).not.toContain(task);
    expect(fileAt(live.repository, "one.txt")).toBe("1");
  });
});

it("a session that the agent no longer has begins anew, with the whole task, the work so far and no attempt less", async () => {
  await withSpeakers(async (live, speakers) => {
    const lost = "2: err No conversation found with session ID: slow-1\n2: exit 1";
    const job = await live.submit(
      scoreOf(
        { slow: `1: write one.txt 1\n1: limit 10 slow down\n${lost}\n3: write two.txt 2\n---\n${task}` },
        { retry: { attempts: 1 } },
      ),
    );
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ slow: "landed" });
    expect(told(await live.events(job), "ended").map(({ trouble }) => trouble?.code ?? null)).toEqual([
      "E101",
      "E606",
      null,
    ]);
    expect(speakers.args("slow", 3)).not.toContain("--session");
    expect(speakers.prompt("slow", 3)).toContain(task);
    expect([fileAt(live.repository, "one.txt"), fileAt(live.repository, "two.txt")]).toEqual(["1", "2"]);
  });
});

itLong("after a pause the same session goes on with the work that was there", async () => {
  await withSpeakers(async (live, speakers) => {
    const script = `1: write one.txt 1\n1: mark there\n1: hang\nwrite two.txt 2\n---\n${task}`;
    const job = await live.submit(scoreOf({ cut: script }));
    await until(() => speakers.isMarked("there") || undefined);
    await live.tutti.call("job.pause", { job, now: true });
    await live.until(job, rests(1));
    await live.tutti.call("job.resume", { job, folder: live.repository });
    await live.until(job, rests(2));

    expect(await states(live, job)).toEqual({ cut: "landed" });
    expect(speakers.args("cut", 2)).toContain("cut-1");
    expect(speakers.prompt("cut", 2)).not.toContain(task);
    expect([fileAt(live.repository, "one.txt"), fileAt(live.repository, "two.txt")]).toEqual(["1", "2"]);
  });
});

it("a person's message reaches the running agent in its session", async () => {
  await withSpeakers(async (live, speakers) => {
    const script = `1: write one.txt 1\n1: mark there\n1: hang\nwrite two.txt 2\n---\n${task}`;
    const job = await live.submit(scoreOf({ heard: script }));
    await until(() => speakers.isMarked("there") || undefined);
    await live.tutti.call("sheet.tell", { job, sheet: "heard", text: "and mind the gap" });
    await live.until(job, rests(1));

    expect(await states(live, job)).toEqual({ heard: "landed" });
    expect(speakers.args("heard", 2)).toContain("heard-1");
    expect(speakers.prompt("heard", 2)).toContain("and mind the gap");
    expect(speakers.prompt("heard", 2)).not.toContain(task);
    expect(fileAt(live.repository, "one.txt")).toBe("1");
  });
});

itLong("another agent gets no session of the one before, but the whole task", async () => {
  const profiles = { small: {}, other: {} };
  await withSpeakers(
    async (live, speakers) => {
      const script = `1: write one.txt 1\n1: fail 401 no\nwrite two.txt 2\n---\n${task}`;
      const job = await live.submit(scoreOf({ over: script }, { fallbacks: ["other"] }));
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({ over: "landed" });
      expect(speakers.args("over", 2)).not.toContain("--session");
      expect(speakers.prompt("over", 2)).toContain(task);
      expect(told(await live.events(job), "playing").map(({ agent, session }) => [agent, session])).toEqual([
        ["small", "over-1"],
        ["other", "over-2"],
      ]);
    },
    { profiles },
  );
});

itLong("an agent that has no sessions is told the whole task again", async () => {
  await withSpeakers(
    async (live, speakers) => {
      const validations = [{ file_exists: "one.txt" }, { file_exists: "two.txt" }];
      const job = await live.submit(
        scoreOf(
          { half: { script: `1: write one.txt 1\n2: write two.txt 2\n---\n${task}`, validations } },
          { retry: once },
        ),
      );
      await live.until(job, rests(1));

      expect(await states(live, job)).toEqual({ half: "landed" });
      expect(speakers.args("half", 2)).not.toContain("--session");
      expect(speakers.prompt("half", 2)).toContain(task);
    },
    { profiles: { small: { session_args: undefined } } },
  );
});

it("an attempt whose Tutti was stopped goes on in its session under the next one", async () => {
  const how = { speakers: makeSpeakers(), home: join(tempFolder(), "home") };
  let job = "" as JobId;
  await withSpeakers(async (live) => {
    job = await live.submit(
      scoreOf({ cut: `1: write one.txt 1\n1: mark there\n1: hang\nwrite two.txt 2\n---\n${task}` }),
    );
    await live.until(job, attemptIs("playing", "cut", 1));
    await until(() => how.speakers.isMarked("there") || undefined);
    expect((await live.status(job)).sheets[0]).toMatchObject({ state: "running", isAlive: true, session: "cut-1" });
  }, how);
  await withSpeakers(
    async (live) => {
      await live.until(job, happened("job.completed"));
      expect(how.speakers.args("cut", 2)).toEqual(["--session", "cut-1"]);
      expect(how.speakers.prompt("cut", 2)).not.toContain(task);
      expect(fileAt(live.repository, "one.txt")).toBe("1");
    },
    { ...how, recovery: "resume" },
  );
});
