import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { tempFolder } from "../../../test/kit/folders.ts";
import { writeFiles } from "../../../test/kit/repository.ts";
import type { EpochMs } from "../ids.ts";
import { findRunLog, newRunLog } from "./run-log.ts";

const at = (ms: number): EpochMs => ms as EpochMs;

it("logs of runs are bounded: the oldest go, and nothing else", async () => {
  const folder = join(tempFolder(), "logs");
  const first = await newRunLog(folder, { name: "../../a b", at: at(1) });
  expect(first).toMatch(/\/logs\/000000000000001-\d+-a-b\.log$/);
  const old = Array.from({ length: 250 }, (_, index): [string, string] => [
    `${String(index).padStart(15, "0")}-1-x.log`,
    "",
  ]);
  writeFiles(folder, { ...Object.fromEntries(old), "of somebody else": "" });
  await newRunLog(folder, { name: "a", at: at(2) });
  const left = readdirSync(folder).filter((name) => name.endsWith(".log"));
  expect([left.length, left.toSorted()[0]]).toEqual([200, "000000000000050-1-x.log"]);
  expect(existsSync(join(folder, "of somebody else"))).toBe(true);
});

it("the newest log of a name is found, within a span of time where one is given", async () => {
  const folder = tempFolder();
  const paths: string[] = [];
  for (const [name, ms] of [
    ["validation-1", 5],
    ["validation-11", 6],
    ["validation-1", 7],
    ["validation-1", 7],
  ] as const) {
    const path = await newRunLog(folder, { name, at: at(ms) });
    writeFileSync(path, "");
    paths.push(path);
  }
  expect(await findRunLog(folder, { name: "validation-1" })).toBe(paths[3]);
  expect(await findRunLog(folder, { name: "validation-1", from: at(0), to: at(7) })).toBe(paths[0]);
  expect(await findRunLog(folder, { name: "validation-1", from: at(8) })).toBeUndefined();
  expect(await findRunLog(join(folder, "missing"), { name: "validation-1" })).toBeUndefined();
});
