import { expect, it } from "vitest";
import { takeStoreBack } from "../../../test/kit/earlier-store.ts";
import { tempFolder } from "../../../test/kit/folders.ts";
import { makeJob, started, submitted } from "../../../test/kit/jobs.ts";
import type { Tally } from "../../findings/tally.ts";
import type { Entry } from "../entry.ts";
import { openReader, openStore } from "./open.ts";

const job = makeJob("job-1", ["a"]);
const tally = (more: Partial<Tally> = {}): Tally => ({
  tool: "eslint",
  code: "no-undef",
  strategy: "normal",
  agent: "claude",
  tried: 3,
  fixed: 2,
  introduced: 1,
  ...more,
});
const counted = (...tallies: readonly Tally[]): Entry => ({ about: "tallies", tallies });

it("tallies are added up by tool, code, strategy and agent, in one append and over many", async () => {
  const home = tempFolder();
  const store = await openStore(home);
  await store.journal.append([counted(tally(), tally()), counted(tally({ code: "" }))]);
  await store.journal.append([
    counted(tally({ tried: 1, fixed: 0, introduced: 0 }), tally({ strategy: "autofix", agent: "eslint --fix" })),
  ]);
  await store.journal.append([counted(tally({ tool: "biome", agent: "'; drop table job; --" }))]);
  const all = [
    tally({ tool: "biome", agent: "'; drop table job; --" }),
    tally({ code: "" }),
    tally({ strategy: "autofix", agent: "eslint --fix" }),
    tally({ tried: 7, fixed: 4, introduced: 2 }),
  ];
  expect(await store.tallies()).toEqual(all);
  await store.close();
  const reader = await openReader(home);
  expect(await reader?.tallies()).toEqual(all);
  await reader?.close();
});

it("it is no part of the journal, and is written with the event that it is given with, or not at all", async () => {
  const home = tempFolder();
  const store = await openStore(home);
  const heard: unknown[] = [];
  store.follow((rows) => heard.push(...rows));
  expect(await store.journal.append([submitted(job), counted(tally()), started(job, "a", 1)])).toBe(2);
  expect(heard.length).toBe(2);
  // A job that is there already can't be added again: the whole of what was given with it is taken back.
  await expect(store.journal.append([counted(tally()), submitted(job)])).rejects.toMatchObject({
    code: "store.write_failed",
  });
  await store.close();
  const reader = await openReader(home);
  expect(await reader?.tallies()).toEqual([tally()]);
  await reader?.close();
});

it("a store that no writer has brought up to date yet has counted nothing", async () => {
  const home = tempFolder();
  await (await openStore(home)).close();
  takeStoreBack(home, 6);
  const reader = await openReader(home);
  expect(await reader?.tallies()).toEqual([]);
  await reader?.close();
  const store = await openStore(home);
  await store.journal.append([counted(tally())]);
  expect(await store.tallies()).toEqual([tally()]);
  await store.close();
});
