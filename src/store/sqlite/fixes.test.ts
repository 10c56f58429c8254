import { expect, it } from "vitest";
import { fixRecord, fixSheet } from "../../../test/kit/fix-record.ts";
import { takeStoreBack } from "../../../test/kit/earlier-store.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, submitted } from "../../../test/kit/jobs.ts";
import type { JobId } from "../../base/ids.ts";
import { saveFix } from "../entry.ts";
import { openReader, openStore } from "./open.ts";

const job = makeJob("job-1", ["a"]);
const record = fixRecord([fixSheet("src/-a 'b\n.js", 2)]);

it("the subject of a job is kept with the job, word by word, and is no part of the journal", async () => {
  const home = tempFolder();
  const store = await openStore(home);
  const heard: unknown[] = [];
  store.follow((rows) => heard.push(...rows));
  expect(await store.journal.append([submitted(job), saveFix(job.id, record)])).toBe(1);
  expect(heard.length).toBe(1);
  expect(await store.fix(job.id)).toEqual(record);
  expect(await store.fix("another" as JobId)).toBeUndefined();
  await store.close();
  const reader = await openReader(home);
  expect(await reader?.fix(job.id)).toEqual(record);
  await reader?.close();
});

it("is written with the job or not at all", async () => {
  const home = tempFolder();
  const store = await openStore(home);
  await store.journal.append([submitted(job)]);
  await expect(store.journal.append([saveFix(job.id, record), submitted(job)])).rejects.toMatchObject({
    code: "store.write_failed",
  });
  await store.close();
  const reader = await openReader(home);
  expect(await reader?.fix(job.id)).toBeUndefined();
  await reader?.close();
});

it("a store that no writer has brought up to date yet knows of none, and takes one afterwards", async () => {
  const home = tempFolder();
  await (await openStore(home)).close();
  takeStoreBack(home, 7);
  const reader = await openReader(home);
  expect(await reader?.fix(job.id)).toBeUndefined();
  await reader?.close();
  const store = await openStore(home);
  await store.journal.append([submitted(job), saveFix(job.id, record)]);
  expect(await store.fix(job.id)).toEqual(record);
  await store.close();
});
