import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Tutti } from "../../../src/api/tutti.ts";
import type { TuttiEvent } from "../../../src/api/contract/events.ts";
import type { JobId } from "../../../src/base/ids.ts";
import { type ConductorKit, makeConductorKit } from "../../kit/conductor.ts";
import { tempFolder } from "../../kit/folders.ts";
import { type Live, happened, rests, scoreIn, withLive } from "../../kit/live.ts";
import { itLong } from "../../kit/long.ts";
import { makeRepository } from "../../kit/repository.ts";
import { fileAt, landed, makeSign, scoreOf, states } from "./story.ts";

/** Jobs of one sheet each that has done half of its work and waits for a file, left by a conductor that was killed. */
async function leftBehind<Name extends string>(
  names: readonly Name[],
  before: (tutti: Tutti, jobs: Readonly<Record<Name, JobId>>) => Promise<unknown>,
) {
  const kit = makeConductorKit();
  const repository = makeRepository().path;
  const go = join(tempFolder(), "go");
  kit.cli("start");
  const tutti = await kit.client();
  const jobs = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await begin(tutti, { name, repository, go })] as const)),
  );
  await before(tutti, jobs as Record<Name, JobId>);
  await kill(kit);
  await tutti.close();
  return {
    place: { home: kit.places.home, repository },
    jobs: jobs as Record<Name, JobId>,
    goOn: () => writeFileSync(go, ""),
  };
}

async function begin(
  tutti: Tutti,
  { name, repository, go }: { name: string; repository: string; go: string },
): Promise<JobId> {
  const sign = makeSign();
  const script = `on-attempt 1 create ${name}-half.txt half\ncreate ${sign.path}\nwait-for ${go}\ncreate ${name}.txt whole`;
  const { job } = await tutti.call("job.submit", {
    score: scoreIn(repository, scoreOf({ a: script }, { name })),
    folder: repository,
  });
  await sign.seen();
  return job;
}

async function kill(kit: ConductorKit): Promise<void> {
  process.kill((await kit.running()).pid, "SIGKILL");
  await kit.free();
}

const snapshots = async (live: Live, job: JobId) =>
  (await live.tutti.call("sheet.snapshots", { job, folder: "/", what: "a" })).snapshots.map(({ why }) => why);
const count = (events: readonly TuttiEvent[], type: TuttiEvent["type"]): number =>
  events.filter((event) => event.type === type).length;

describe("after a crash", () => {
  it("running jobs continue by themselves, and jobs that were about to pause do pause", async () => {
    const { place, jobs, goOn } = await leftBehind(["runs", "pauses"], (tutti, { pauses }) =>
      tutti.call("job.pause", { job: pauses }),
    );
    await withLive(
      async (live) => {
        await live.until(jobs.pauses, rests(1));
        expect(await live.status(jobs.pauses)).toMatchObject({
          status: "paused",
          pause: { kind: "user" },
          sheets: [{ state: "waiting", attempts: 1 }],
        });
        goOn();
        await live.until(jobs.runs, rests(1));
        expect(await live.status(jobs.runs)).toMatchObject({
          status: "finished",
          sheets: [{ state: "landed", attempts: 2 }],
        });
        expect([fileAt(live.repository, "runs-half.txt"), fileAt(live.repository, "runs.txt")]).toEqual([
          "half",
          "whole",
        ]);
        expect([await snapshots(live, jobs.runs), await snapshots(live, jobs.pauses)]).toEqual([
          ["lost", "end"],
          ["lost"],
        ]);
        const events = await live.events();
        expect(count(events, "conductor.started")).toBe(2);
        expect(events.find(({ type }) => type === "conductor.recovered")?.recorded.event).toMatchObject({
          resumed: 2,
          left: 0,
        });
        await live.tutti.call("job.resume", { job: jobs.pauses, folder: "/" });
        await live.until(jobs.pauses, rests(2));
        expect(landed(live.repository).length).toBe(2);
      },
      { ...place, recovery: "resume" },
    );
  });

  itLong(
    "jobs that wait for a person can be cancelled (captured first), and resumed once by any number of callers",
    async () => {
      const { place, jobs, goOn } = await leftBehind(["cancelled", "resumed", "paused"], (tutti, { paused }) =>
        tutti.call("job.pause", { job: paused }),
      );
      await withLive(
        async (live) => {
          expect(await live.status(jobs.cancelled)).toMatchObject({
            status: "interrupted",
            sheets: [{ state: "interrupted" }],
          });
          expect(await live.tutti.call("job.cancel", { job: jobs.cancelled })).toMatchObject({
            status: "cancelled",
            sheets: [{ state: "cancelled", kept: expect.any(String) as string }],
          });
          expect(await snapshots(live, jobs.cancelled)).toEqual(["lost"]);
          goOn();
          // A person's word to go on takes back the pause that the crash came before.
          const asked = [jobs.resumed, jobs.resumed, jobs.paused, jobs.paused];
          await Promise.all(asked.map((job) => live.tutti.call("job.resume", { job, folder: "/" })));
          for (const job of [jobs.resumed, jobs.paused]) {
            await live.until(job, rests(1));
            expect(await live.status(job)).toMatchObject({
              status: "finished",
              sheets: [{ state: "landed", attempts: 2 }],
            });
            expect(count(await live.events(job), "job.resumed")).toBe(1);
          }
          expect(landed(live.repository).length).toBe(2);
          expect(await states(live, jobs.cancelled)).toEqual({ a: "cancelled" });
          await live.until(jobs.resumed, happened("job.completed"));
        },
        { ...place, recovery: "leave" },
      );
    },
  );
});
