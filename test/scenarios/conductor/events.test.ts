import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type TuttiEvent, eventTypes } from "../../../src/api/contract/events.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { tempFolder } from "../../kit/folders.ts";
import { gitIn } from "../../kit/git.ts";
import { type Live, happened, rests, scoreIn, withLive } from "../../kit/live.ts";
import { makeRepository } from "../../kit/repository.ts";
import { speakingAgents } from "./speaking.ts";
import { scoreOf } from "./story.ts";

it("every event there is comes of something that the engine does, and who reads later hears the same", async () => {
  const place = { home: join(tempFolder(), "home"), repository: makeRepository().path };
  const heard: TuttiEvent[] = [];
  const listen = (live: Live) => live.tutti.follow({ after: 0 }, { hear: (event) => void heard.push(event) });

  const left = await withLive(async (live) => {
    await listen(live);
    await Promise.all([
      manyThings(live),
      movedTarget(live),
      dirtyCheckout(live),
      noRepository(live),
      endedEarly(live),
      speakingAgents(live),
      protectedPaths(live),
      healed(live),
      bestOfTwo(live),
    ]);
    await live.tutti.call("conductor.reload", {});
    const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}-never` }));
    await live.until(job, happened("context.created", "a"));
    const later = await live.events();
    expect(heard.slice(0, later.length)).toEqual(later);
    return job;
  }, place);

  await withLive(
    async (live) => {
      const before = heard.length;
      await listen(live);
      await live.tutti.call("job.cancel", { job: left });
      expect(heard.slice(before, before * 2).map(untitled)).toEqual(heard.slice(0, before).map(untitled));
    },
    { ...place, recovery: "ask" },
  );

  for (const end of ["", "-wal", "-shm"]) rmSync(join(place.home, `tutti.db${end}`), { force: true });
  await withLive(async (live) => {
    await listen(live);
    const { job } = await live.tutti.call("job.recover", { job: left, folder: live.repository });
    await live.until(job, happened("sheet.inferred"));
  }, place);

  const types = new Set(heard.map(({ type }) => type));
  // Sheets that collide: test/scenarios/landing/collisions.test.ts. Pull requests need a server: test/scenarios/landing/pull-requests.test.ts plays those. Budgets are a setting of the
  // whole machine: test/scenarios/agents/limits.test.ts has one.
  expect(eventTypes.filter((type) => !types.has(type))).toEqual([
    "sheet.collided",
    "sheet.proposing",
    "sheet.proposed",
    "sheet.returned",
    "agent.budget",
  ]);
});

/** A result that changes what needs a person's word, made in a context with a command of its own. */
async function protectedPaths(live: Live): Promise<void> {
  const more = { landing: { protected: ["p.txt"] }, prepare: { commands: ["true"] } };
  const job = await live.submit(scoreOf({ p: "create p.txt p" }, more));
  await live.until(job, happened("sheet.held", "p"));
  const nightly = join(tempFolder(), "nightly.yaml");
  writeFileSync(nightly, scoreOf({ n: "print n" }));
  const when = { kind: "cron", expression: "0 3 1 1 *", zone: "UTC" } as const;
  await live.tutti.call("schedule.add", { score: nightly, folder: live.repository, when });
  await live.tutti.call("schedule.remove", { id: "nightly" });
  const followed = await live.submit(scoreOf({ f: "print f" }, { on_success: [{ run: "true" }] }));
  await live.until(followed, happened("job.successor"));
}

/** A remedy that a person uses and takes back. */
async function healed(live: Live): Promise<void> {
  const score = scoreOf({ h: { script: "create h.txt h", validations: [{ file_exists: "out\\h.txt" }] } });
  const job = await live.submit(score, { folder: makeRepository().path });
  await live.until(job, rests(1));
  await live.tutti.call("job.heal", { job, what: { apply: "H02" } });
  await live.until(job, rests(2));
  await live.tutti.call("job.heal", { job, what: { undo: 1 } });
}

/** Two results for one prompt, of which one lands. */
async function bestOfTwo(live: Live): Promise<void> {
  const two = { script: "create best.txt b", best_of: { agents: ["scripted", "scripted"] } };
  const job = await live.submit(scoreOf({ b: two }), { folder: makeRepository().path });
  await live.until(job, rests(1));
}

/** Titles are known as long as the process lives in which a job was played. */
function untitled(event: TuttiEvent): object {
  return { ...event, title: null };
}

/** One job that pauses, goes on, is changed, meets a rate limit, a conflict, a failed validation, and fails. */
async function manyThings(live: Live): Promise<void> {
  const sheets = {
    skipped: "fail 1",
    a: { script: "create shared.txt a", validations: [{ file_exists: "shared.txt" }] },
    b: { script: "until-attempt 1 create shared.txt b\ncreate b.txt b" },
    limited: { script: "until-attempt 1 rate-limit 1\ncreate limited.txt x" },
    again: { script: "until-attempt 1 fail 1\ncreate again.txt x", retry: { attempts: 2 } },
    broken: { script: "create broken.txt x", validations: [{ file_exists: "other.txt" }] },
    held: `wait-for ${live.gate}`,
  };
  const job = await live.submit(scoreOf(sheets), { parallel: 10, startSheet: "a" });
  await live.until(job, happened("sheet.failed", "broken"));
  await live.tutti.call("job.modify", {
    job,
    score: scoreIn(live.repository, scoreOf({ ...sheets, more: "create more.txt x" })),
  });
  await live.until(job, happened("sheet.landed", "limited"));
  await live.tutti.call("job.pause", { job, now: true });
  await live.until(job, rests(1));
  live.open();
  await live.tutti.call("job.resume", { job, folder: "/" });
  await live.until(job, rests(2));
  await live.tutti.call("sheet.retry", { job, sheet: "broken" });
  await live.until(job, rests(3));
}

async function movedTarget(live: Live): Promise<void> {
  const repository = makeRepository();
  let job = "" as JobId;
  let moves = 1;
  const following = await live.tutti.follow(
    { types: ["sheet.landing"] },
    {
      hear: (event) => {
        // Another commit arrives between the intent to land and the landing.
        if (event.job === job && moves > 0) repository.commit({ "theirs.txt": String((moves -= 1)) });
      },
    },
  );
  job = await live.submit(scoreOf({ a: "create a.txt a" }), { folder: repository.path });
  await live.until(job, rests(1));
  await following.stop();
}

async function dirtyCheckout(live: Live): Promise<void> {
  const { path } = makeRepository();
  writeFileSync(join(path, "a.txt"), "the user's own");
  const job = await live.submit(scoreOf({ a: "create a.txt a" }), { folder: path });
  await live.until(job, rests(1));
  expect(gitIn(path, ["status", "--porcelain"])).toContain("a.txt");
}

async function noRepository(live: Live): Promise<void> {
  const folder = join(tempFolder(), "plain");
  mkdirSync(folder);
  const job = await live.submit(
    scoreOf({ a: "create a.txt a" }, { isolation: { mode: "clone", fallback_on_error: true } }),
    { folder },
  );
  await live.until(job, rests(1));
}

async function endedEarly(live: Live): Promise<void> {
  const { path } = makeRepository();
  const job = await live.submit(scoreOf({ a: `wait-for ${live.gate}-never`, b: "create b.txt b" }), { folder: path });
  await live.until(job, happened("context.created", "a"));
  await live.tutti.call("job.cancel", { job });
}
