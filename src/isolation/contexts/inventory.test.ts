import { mkdirSync, rmSync } from "node:fs";
import { expect, it } from "vitest";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import { makeRepository } from "../../../test/kit/repository.ts";
import { job as id, wire } from "../../../test/kit/wire.ts";
import type { ContextId, EpochMs, JobId, SheetId } from "../../base/ids.ts";
import type { Entry } from "../../store/entry.ts";
import { openStore } from "../../store/sqlite/open.ts";
import { attemptsOf } from "../../../test/kit/sheet-states.ts";
import { readRecord } from "../records/record.ts";
import { forgetJob, makeMemory, readInventory } from "./inventory.ts";
import type { ContextParts } from "./parts.ts";

it("an outcome is remembered until something is recorded of its job, and one of a job that is played is not", async () => {
  const wired = await wire(makeRepository());
  const context = await wired.create("s");
  const store = await openStore(wired.places.home);
  const job = makeJob(id, ["s"]);
  let isPlayed = true;
  let reads = 0;
  const parts: ContextParts = {
    ...wired,
    store: { ...store, fate: (asked) => ((reads += 1), store.fate(asked)) },
    limits: () => expect.unreachable(),
    now: () => 0 as EpochMs,
    isPlayed: () => Promise.resolve(isPlayed),
  };
  const memory = makeMemory();
  const outcomes = async (): Promise<readonly string[]> => {
    const seen: string[] = [];
    await readInventory(parts, memory, (recorded) => (seen.push(...recorded.map(({ outcome }) => outcome)), new Set()));
    return seen;
  };
  await store.journal.append([submitted(job)]);
  expect(await outcomes()).toEqual(["live"]);
  isPlayed = false;
  expect([await outcomes(), await outcomes(), reads]).toEqual([["paused"], ["paused"], 2]);
  const failed = {
    about: "sheet",
    job: job.id,
    sheet: "s" as SheetId,
    event: { kind: "cancelled", at: 1 as EpochMs },
    next: attemptsOf("failed", 1),
  } as unknown as Entry;
  await store.journal.append([failed]);
  forgetJob(memory, job.id);
  expect([await outcomes(), reads]).toEqual([["failed"], 3]);
  rmSync(wired.places.admin(context.id), { recursive: true });
  expect([await outcomes(), memory.outcomes.size]).toEqual([[], 0]);
  await store.close();
});

it("clients get their turn between the jobs whose outcomes are read", async () => {
  const wired = await wire(makeRepository());
  const context = await wired.create("s");
  const record = await readRecord(wired.places, context.id);
  if (record === undefined) throw new Error("the context has no record");
  const store = await openStore(wired.places.home);
  const memory = makeMemory();
  const jobs = Array.from({ length: 100 }, (_, at) => `past-${String(at)}` as JobId);
  for (const job of jobs) {
    const name = `${job}.s` as ContextId;
    mkdirSync(wired.places.admin(name));
    memory.records.set(name, { ...record, job, context: { ...context, id: name } });
  }
  let turns = 0;
  const turn = (): void => {
    turns += 1;
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const readIn = new Set<number>();
  const parts: ContextParts = {
    ...wired,
    store: { ...store, fate: (job) => (readIn.add(turns), store.fate(job)) },
    limits: () => expect.unreachable(),
    now: () => 0 as EpochMs,
    isPlayed: () => Promise.resolve(false),
  };
  await readInventory(parts, memory, () => new Set());
  clearImmediate(next);
  expect(readIn.size).toBe(jobs.length + 1);
  await store.close();
});
