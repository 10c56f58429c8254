import { noCounts } from "../../sheet/counts.ts";
import { describe, expect, it } from "vitest";
import { type HeldStage, makeHeldStage } from "../../../test/kit/held-stage.ts";
import { makeRetry, submitted } from "../../../test/kit/jobs.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../base/ids.ts";
import type { Job } from "../../sheet/job.ts";
import { type SheetState } from "../../sheet/state.ts";
import { cancelSheet, cancelSoon, pause } from "./control.ts";
import { makeInTurn } from "./once.ts";
import { resume, retry } from "./resume.ts";

const goOn = ({ parts, job }: HeldStage) => resume(parts, { job: job.id, retryFailed: false });
const restOf = async ({ parts, job }: HeldStage): Promise<unknown> => parts.stage.playing(job.id)?.rest;
const cancel = (
  parts: HeldStage["parts"],
  asked: { readonly job: HeldStage["job"]["id"]; readonly answerWithinMs?: number },
) => cancelSoon(parts, asked, makeInTurn());
const once = makeRetry({ attempts: 1, completions: 0 });

function withRetry(job: Job, attempts: ReturnType<typeof makeRetry>): Partial<Job> {
  return { plan: { ...job.plan, sheets: job.plan.sheets.map((sheet) => ({ ...sheet, retry: attempts })) } };
}

/** A job that plays `a` when it is paused, and is on its way to rest in that when this resolves. */
async function almostPaused(): Promise<{ held: HeldStage; resting: ReturnType<HeldStage["hold"]> }> {
  const held = await makeHeldStage(["a", "b"], { job: { parallel: 1 } });
  const [playing, resting] = [held.hold("play a"), held.hold("note paused")];
  await held.begin();
  await playing.reached;
  await pause(held.parts, { job: held.job.id, now: false });
  playing.release();
  await resting.reached;
  return { held, resting };
}

describe("a word that comes at the moment a job comes to rest", () => {
  it("to go on is heard", async () => {
    const { held, resting } = await almostPaused();
    const going = goOn(held);
    resting.release();
    await going;
    await restOf(held);
    expect([await held.status(), await held.state("b"), held.landed()]).toEqual(["finished", "landed", ["a@1", "b@1"]]);
  });

  it("to cancel is heard", async () => {
    const { held, resting } = await almostPaused();
    const cancelling = cancel(held.parts, { job: held.job.id });
    resting.release();
    expect(await cancelling).toMatchObject({ status: "cancelled" });
    expect([await held.status(), await held.state("b"), held.landed()]).toEqual(["cancelled", "cancelled", ["a@1"]]);
  });

  it("to try a sheet again is heard", async () => {
    const plain = await makeHeldStage(["a"]);
    const held = await makeHeldStage(["a"], { job: withRetry(plain.job, once), fails: 1 });
    const resting = held.hold("note finished");
    await held.begin();
    await resting.reached;
    const again = retry(held.parts, { job: held.job.id });
    resting.release();
    await again;
    await restOf(held);
    expect([await held.status(), await held.state("a"), held.played()]).toEqual(["finished", "landed", 2]);
  });
});

it("a cancel is written down and answered while what runs can't be captured, which goes on behind the answer", async () => {
  const held = await makeHeldStage(["a"]);
  const [playing, capturing] = [held.hold("play a"), held.hold("capture a")];
  await held.begin();
  await playing.reached;
  expect(await cancel(held.parts, { job: held.job.id, answerWithinMs: 20 })).toMatchObject({ status: "cancelling" });
  await capturing.reached;
  expect([await held.status(), await held.state("a")]).toEqual(["cancelling", "running"]);
  capturing.release();
  await restOf(held);
  expect([await held.status(), await held.state("a")]).toEqual(["cancelled", "cancelled"]);
});

it("a pause that comes as soon as the journal has a job is heard", async () => {
  const held = await makeHeldStage(["a"]);
  const noted = held.hold("noted submitted");
  const beginning = held.begin();
  await noted.reached;
  await pause(held.parts, { job: held.job.id, now: false });
  noted.release();
  await beginning;
  await restOf(held);
  expect([await held.status(), held.played()]).toEqual(["paused", 0]);
});

describe("a word that comes while sheets are being started", () => {
  async function starting(): Promise<{ held: HeldStage; reading: ReturnType<HeldStage["hold"]> }> {
    const held = await makeHeldStage(["a", "b"], { job: { parallel: 1 } });
    const reading = held.hold("readBase");
    await held.begin();
    await reading.reached;
    return { held, reading };
  }

  it("to cancel one is heard: it is not played", async () => {
    const { held, reading } = await starting();
    await cancelSheet(held.parts, { job: held.job.id, sheet: "a" });
    reading.release();
    await restOf(held);
    expect([await held.state("a"), await held.state("b"), held.played(), held.landed()]).toEqual([
      "cancelled",
      "landed",
      1,
      ["b@1"],
    ]);
  });

  it("to pause is heard: nothing is played", async () => {
    const { held, reading } = await starting();
    await pause(held.parts, { job: held.job.id, now: false });
    reading.release();
    await restOf(held);
    expect([await held.status(), held.played()]).toEqual(["paused", 0]);
  });

  it("to change the score is heard: a sheet that it has no more is not played", async () => {
    const { held, reading } = await starting();
    const { book, bell } = held.parts.stage.playing(held.job.id) ?? expect.unreachable();
    const plan = { ...held.job.plan, sheets: held.job.plan.sheets.slice(1) };
    await book.recordJob({ kind: "modified", at: 2000 as EpochMs, plan, parallel: 1, priority: 0, changes: [] });
    bell.ring();
    reading.release();
    await restOf(held);
    expect([await held.status(), held.played(), held.landed(), held.faults]).toEqual(["finished", 1, ["b@1"], []]);
  });
});

describe("a sheet that is cancelled", () => {
  it("while what its last attempt left is cleared away ends the attempt that runs by now", async () => {
    const held = await makeHeldStage(["a"], { fails: 1 });
    const [clearing, playing] = [held.hold("destroy"), held.hold("play a")];
    await held.begin();
    await playing.reached;
    const second = held.hold("play a");
    playing.release();
    await clearing.reached;
    // Something else of the job ends: its loop looks again.
    held.parts.stage.playing(held.job.id)?.bell.ring();
    await second.reached;
    clearing.release();
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
    await cancelSheet(held.parts, { job: held.job.id, sheet: "a" });
    await restOf(held);
    expect([await held.state("a"), held.played()]).toEqual(["cancelled", 2]);
  });

  it("is not begun again by what else happens before that is written", async () => {
    const held = await makeHeldStage(["a"]);
    const [playing, writing] = [held.hold("play a"), held.hold("note interrupted")];
    await held.begin();
    await playing.reached;
    await cancelSheet(held.parts, { job: held.job.id, sheet: "a" });
    await writing.reached;
    for (let turn = 0; turn < 5; turn += 1) {
      held.parts.stage.playing(held.job.id)?.bell.ring();
      await new Promise(setImmediate);
    }
    writing.release();
    await restOf(held);
    expect([await held.state("a"), held.played()]).toEqual(["cancelled", 1]);
  });
});

it("a job that is cancelled lands nothing that it only meant to land when its Tutti died", async () => {
  const held = await makeHeldStage(["a"]);
  const sheet = "a" as SheetId;
  const commit = "commit" as CommitSha;
  const about = {
    context: "context" as ContextId,
    base: commit,
    capture: commit,
    session: null,
    counts: { ...noCounts, attempts: 1 },
  };
  const verdict = { kind: "unvalidated" } as const;
  const next: SheetState = {
    kind: "landing",
    attempt: 1,
    ...about,
    verdict,
    commit,
    parent: commit,
    target: "main",
    level: "unvalidated",
  };
  const event = {
    kind: "landing",
    at: 1 as EpochMs,
    commit,
    parent: commit,
    target: "main",
    level: "unvalidated",
  } as const;
  await held.parts.store.journal.append([
    submitted(held.job),
    { about: "sheet", job: held.job.id, sheet, event, next },
  ]);
  expect(await cancel(held.parts, { job: held.job.id })).toMatchObject({ status: "cancelled" });
  expect([await held.state("a"), held.landed()]).toEqual(["cancelled", []]);
});
