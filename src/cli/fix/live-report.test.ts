import { expect, it } from "vitest";
import { counted, fixRecord, fixSheet } from "../../../test/kit/fix-record.ts";
import { begun, over } from "../../../test/kit/told.ts";
import type { EpochMs } from "../../base/ids.ts";
import type { SheetReport } from "../../fix/report/shape.ts";
import type { SheetEvent } from "../../sheet/events/event.ts";
import { makeHearing } from "./live-report.ts";

const part = counted({ "no-undef": 3 }, { "no-undef": 2 }, { "no-eval": 1 });
const looked = (attempt: number): SheetEvent =>
  over(attempt, 2, {
    verdict: {
      kind: "judged",
      results: [{ index: 0, description: "eslint", passed: false, reason: "1 is new", findings: part }],
    },
  });

/** The final report on a sheet of five findings, in the folder itself or on a branch. */
function heard(
  commit: string | null,
  events: readonly (readonly [SheetEvent, state: string])[],
): SheetReport | undefined {
  const hearing = makeHearing(fixRecord([fixSheet("a.js", 5)], { commit }), ["agent"]);
  const told = {
    position: 1,
    index: 0,
    type: "sheet.started" as const,
    at: 0 as EpochMs,
    job: null,
    sheet: "a.js",
    title: null,
    why: null,
  };
  return events.map(([event, state]) => hearing.hear({ ...told, state, recorded: { about: "sheet", event } })).at(-1);
}

it("a result that failed in place lies there and counts; one that failed elsewhere does not", () => {
  const failed = [
    [begun(1, 1), "running"],
    [looked(1), "failed"],
  ] as const;
  expect(heard(null, failed)).toMatchObject({ fixed: 3, remaining: 2, introduced: 1, unlanded: null });
  expect(heard("c".repeat(40), failed)).toMatchObject({
    fixed: 0,
    remaining: 5,
    introduced: 0,
    unlanded: { fixed: 3 },
  });
});

it("the state of findings is unknown after a cancel in place, even if it was known before", () => {
  const cancelled = { kind: "cancelled", at: 0 as EpochMs, capture: null } as const;
  const events = [
    [begun(1, 1), "running"],
    [looked(1), "waiting"],
    [begun(2, 3), "running"],
    [cancelled, "cancelled"],
  ] as const;
  expect(heard(null, events)).toMatchObject({ fixed: 0, unknown: 5 });
});
