import { expect, it } from "vitest";
import { counted, fixOutcome, fixRecord, fixSheet } from "../../../test/kit/fix-record.ts";
import { reportOf } from "./report.ts";
import { notes } from "./summary.ts";

it.each([
  ["job-full", 1, "beyond what one job holds (run tutti fix again, or with their paths)"],
  ["no-fix", 1, "in files that no tool can fix by itself"],
  ["max-files", 0, "beyond --max-files"],
] as const)("what was left out is said, and remains where it was asked for: %s", (why, exitCode, words) => {
  const record = fixRecord([fixSheet("a.js", 1)], { leftOut: [{ why, findings: 2, files: ["b.js", "c.js"] }] });
  const report = reportOf(record, [fixOutcome("a.js", "landed", { counts: [counted({ "no-undef": 1 })] })]);
  expect(report.exitCode).toBe(exitCode);
  expect(notes(report)).toContain(`Left out: 2 findings, ${words}: b.js, c.js.`);
});

it("findings of a tool that could not run are not gone when no other findings were requested", () => {
  expect(reportOf(fixRecord([], { leftOut: [{ why: "no-fix", findings: 1, files: ["a.js"] }] }), []).exitCode).toBe(1);
});
