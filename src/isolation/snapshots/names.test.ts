import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRepository } from "../../../test/kit/repository.ts";
import { makeShelf } from "../../../test/kit/snapshots.ts";
import type { JobId, SheetId } from "../../base/ids.ts";
import { readSnapshots } from "./list.ts";
import { readSnapshotMessage, snapshotMessage, snapshotNumber, snapshotRef } from "./names.ts";

const about = { job: "job-1" as JobId, attempt: 3, why: "time-out", leftOut: 2 } as const;
const hostile = [
  "a\nTutti-Snapshot-Why: end",
  "\n\n",
  " spaced ",
  "50%",
  "%41",
  "-rf",
  "ü\u2028é",
  "x: y",
  "\u0085",
  "tab\there",
  "😀".repeat(500),
];

describe("the content of a snapshot's message is read back", () => {
  it.each(hostile)("for the sheet %j", (sheet) => {
    const message = snapshotMessage({ ...about, sheet: sheet as SheetId });
    expect(readSnapshotMessage(message)).toEqual({ ...about, sheet });
    expect(message.split("\n")[0]).toMatch(/^snapshot of [a-z0-9-]+, attempt 3 \(time-out\)$/);
  });

  it("for any sheet at all", () => {
    const ids = fc.string({ unit: "binary", minLength: 1 }).filter((id) => id.isWellFormed() && !id.includes("\0"));
    fc.assert(
      fc.property(ids, (sheet) => {
        expect(readSnapshotMessage(snapshotMessage({ ...about, sheet: sheet as SheetId }))).toEqual({
          ...about,
          sheet,
        });
      }),
    );
  });

  it("also through a commit of git's", async () => {
    const shelf = await makeShelf(makeRepository());
    for (const sheet of hostile) {
      await shelf.keep(sheet, shelf.tree({ "a.txt": sheet }), { attempt: 7, why: "pause", leftOut: 1 });
      const [read] = await readSnapshots(shelf.git, shelf.store.gitDir, { job: about.job, sheet: sheet as SheetId });
      expect(read).toMatchObject({ sheet, attempt: 7, why: "pause", leftOut: 1 });
    }
  });
});

it("a message of another author is not a snapshot's", () => {
  expect(readSnapshotMessage("fix: everything\n\nTutti-Job: x\n")).toBeUndefined();
});

it("a reason that this version does not know is shown as it is", () => {
  expect(
    readSnapshotMessage("x\n\nTutti-Snapshot-Job: j\nTutti-Snapshot-Sheet: s\nTutti-Snapshot-Why: eclipse\n"),
  ).toMatchObject({
    why: "eclipse",
    attempt: 0,
  });
});

it("only a plain number under the prefix is a snapshot's ref", () => {
  expect(snapshotNumber("refs/x", snapshotRef("refs/x", 12))).toBe(12);
  for (const ref of ["refs/x/012", "refs/x/0", "refs/x/1/2", "refs/x/a", "refs/xy/1", "refs/x"])
    expect(snapshotNumber("refs/x", ref)).toBeUndefined();
});
