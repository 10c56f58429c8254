import { expect, it } from "vitest";
import type { TreeSha } from "../../base/ids.ts";
import type { Verdict } from "../../sheet/verdict.ts";
import type { Layer } from "../candidate.ts";
import type { TestReport } from "../gates/gate.ts";
import { levelOf } from "./level.ts";

const judged: Verdict = { kind: "judged", results: [{ index: 0, description: "builds", passed: true, reason: "" }] };
const partly: Verdict = {
  kind: "judged",
  results: [{ index: 0, description: "no findings", passed: false, reason: "1 remains", partly: "lands" }],
};
const none: Verdict = { kind: "unvalidated" };
const layer = (verdict: Verdict, isCaptured: boolean): Layer =>
  ({ candidate: { verdict }, tree: "t" as TreeSha, isCaptured }) as unknown as Layer;
const gate = (tree: string): TestReport => ({ passed: true, tree }) as unknown as TestReport;

it.each([
  ["its validations ran on just this tree", layer(judged, true), null, [], "validated-as-landed"],
  ["they ran again on the merged tree", layer(judged, false), judged, [], "validated-as-landed"],
  ["gates ran on just this tree", layer(none, false), null, [gate("t")], "validated-as-landed"],
  ["they ran on its own result only", layer(judged, false), null, [], "merged-not-revalidated"],
  ["gates ran on the tree of its batch only", layer(none, false), null, [gate("u")], "merged-not-revalidated"],
  ["some of what was asked does not pass", layer(partly, true), null, [], "partial"],
  ["some of what was asked does not pass, and gates passed", layer(partly, true), partly, [gate("t")], "partial"],
  ["some of what was asked does not pass on the merged tree", layer(judged, false), partly, [], "partial"],
  ["nothing was asked of anything", layer(none, true), null, [], "unvalidated"],
] as const)("what a receipt may claim where %s", (...[, of, own, gates, level]) => {
  expect(levelOf(of, own, gates)).toBe(level);
});
