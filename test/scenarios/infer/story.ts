import { titleOf } from "../../kit/subjects.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Kit, SheetText } from "../../kit/kit.ts";
import type { PlayHow, Played } from "../../kit/perform.ts";

/** One lands, one fails with its work kept, one is captured when the stop comes, and one has not begun. */
export const sheets: Readonly<Record<string, SheetText>> = {
  first: { script: "create first.txt first", validations: [{ file_exists: "first.txt" }] },
  broken: {
    script: "until-attempt 1 create half.txt half\nuntil-attempt 1 fail 3\ncreate whole.txt whole",
    validations: [{ file_exists: "half.txt" }, { file_exists: "whole.txt" }],
    retry: { attempts: 1, completions: 0 },
  },
  ready: { script: "create ready.txt ready", after: ["first"], validations: [{ file_exists: "ready.txt" }] },
  untouched: { script: "create untouched.txt untouched", after: ["ready"] },
};

/** Plays until a sheet has come to a state, as in "ready captured", and stops there. */
export async function playUntil(
  kit: Kit,
  moment: string,
  how: PlayHow & { readonly sheets?: Readonly<Record<string, string | SheetText>> } = {},
): Promise<Played> {
  const stop = new AbortController();
  return kit.play(how.sheets ?? sheets, {
    ...how,
    parallel: 1,
    stop: stop.signal,
    watch: (progress) => {
      if (progress.kind === "sheet" && `${progress.sheet} ${progress.state}` === moment) stop.abort();
    },
  });
}

export function loseDatabase(kit: Kit): void {
  for (const end of ["", "-wal", "-shm"]) rmSync(join(kit.home, `tutti.db${end}`), { force: true });
}

export function subjects(kit: Kit, revision = "main"): readonly string[] {
  return kit.git("log", "--format=%s", revision).trim().split("\n").map(titleOf);
}

export async function inferred(kit: Kit): Promise<Readonly<Record<string, string | null>>> {
  const view = await kit.status();
  expect(view?.inferred).toBe(true);
  return Object.fromEntries(view?.sheets.map((sheet) => [sheet.id, sheet.inferred]) ?? []);
}

export async function expectProven(kit: Kit, landings: number): Promise<void> {
  const report = await kit.verify();
  expect(report.missing).toEqual([]);
  expect(report.landings.map(({ problems, absent }) => [...problems, ...absent])).toEqual(
    Array.from({ length: landings }, () => []),
  );
}
