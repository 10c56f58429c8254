import { expect, it } from "vitest";
import { tempFolder } from "../../../../test/kit/folders.ts";
import { makeJob } from "../../../../test/kit/jobs.ts";
import { lookHandlers } from "../../../api/methods/looks.ts";
import type { LookDesk } from "../../../api/methods/method.ts";
import type { CommitSha, ContextId, EpochMs, SheetId } from "../../../base/ids.ts";
import type { SheetEvent } from "../../../sheet/events/event.ts";
import { openStore } from "../../../store/sqlite/open.ts";
import { openBook } from "../../book.ts";
import { makeLifeMemory } from "./lives.ts";

const start = (at: number): SheetEvent => ({
  ...{ kind: "started", at: at as EpochMs, attempt: 1 },
  ...{ context: "c" as ContextId, base: "b" as CommitSha },
});

it("a job is shown as it was at any position or time of its journal, and as it is without one", async () => {
  const store = await openStore(tempFolder());
  const job = makeJob("job-1", ["a", "b"], { epoch: store.epoch });
  const book = openBook(store.journal, { job, states: new Map() });
  const [a, b] = ["a", "b"] as SheetId[] as [SheetId, SheetId];
  await book.recordJob({ kind: "submitted", at: job.createdAt, job });
  await book.recordSheets([{ sheet: a, event: start(2_000) }]);
  await book.recordSheets([{ sheet: a, event: { kind: "cancelled", at: 3_000 as EpochMs, capture: null } }]);
  await book.recordSheets([{ sheet: b, event: start(4_000) }]);
  const desk = { report: { store, isPlayed: () => Promise.resolve(true) }, lives: makeLifeMemory() };
  const { "job.timeline": timeline } = lookHandlers(desk as unknown as LookDesk);
  const seen = async (when: { position?: number; time?: number }) => {
    const view = await timeline({ job: job.id, folder: "/", ...when });
    return view?.sheets.map(({ state, spans }) => `${state}: ${spans.map(([what, at]) => `${what} ${at}`).join(", ")}`);
  };
  expect(await seen({})).toEqual([
    "cancelled: waiting 1000, preparing 2000, bad 3000",
    "running: waiting 1000, preparing 4000",
  ]);
  expect(await seen({ position: 2 })).toEqual(["running: waiting 1000, preparing 2000", "waiting: waiting 1000"]);
  expect(await seen({ time: 3_500 })).toEqual([
    "cancelled: waiting 1000, preparing 2000, bad 3000",
    "waiting: waiting 1000",
  ]);
  expect(await seen({ position: 1 })).toEqual(["waiting: waiting 1000", "waiting: waiting 1000"]);
  const past = await timeline({ job: job.id, folder: "/", position: 2 });
  expect(past).toMatchObject({
    shown: { position: 2, at: 2000 },
    last: { position: 4 },
    job: { counts: { running: 1 } },
  });
  const first = await timeline({ job: job.id, folder: "/", first: 1 });
  expect(first).toMatchObject({ sheets: [{ id: "a" }], isPart: true, mark: null, job: { counts: { sheets: 2 } } });
  const whole = await timeline({ job: job.id, folder: "/" });
  await book.recordSheets([{ sheet: b, event: { kind: "cancelled", at: 5_000 as EpochMs, capture: null } }]);
  const differing = await timeline({ job: job.id, folder: "/", since: whole?.mark ?? "" });
  expect(differing).toMatchObject({ sheets: [{ id: "b", state: "cancelled" }], isPart: true, last: { position: 5 } });
  await store.close();
});
