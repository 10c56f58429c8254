import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { draftFaults, pathsOf } from "../../../plan/draft/check.ts";
import { draftInAnswer, mostDraftBytes, readDraft } from "../../../plan/draft/draft.ts";
import { type Fault, faultLine } from "../../../plan/draft/fault.ts";
import { rootOf, textOf } from "../../file-place.ts";
import type { Failure, RunCheck } from "../../place.ts";
import { findInside } from "../../read-inside.ts";

/** Passes when the plan in a file has no fault on the repository as it is. */
export const runDraft: RunCheck<"draft"> = async ({ path, requirements }, place) => {
  const content = await textOf(place, path, 4 * mostDraftBytes);
  // An agent that may write nowhere prints its plan.
  const said = content.kind === "failure" ? draftInAnswer(await place.agents.answer()) : null;
  if (content.kind === "failure" && said === null) return content.failure;
  const read = readDraft(content.kind === "text" ? content.text : (said ?? ""));
  if (read.kind === "wrong") return failure(read.faults);
  const there = new Set<string>();
  for (const named of pathsOf(read.draft))
    if ((await findInside(place.folder, named)).kind !== "missing") there.add(named);
  const faults = draftFaults(read.draft, { requirements, exists: (named) => there.has(named) });
  if (faults.length > 0) return failure(faults);
  if (said !== null) await writeFile(join(rootOf(place, path), path.path), said, { flag: "wx" });
  return undefined;
};

/** An agent that is to repair a plan needs all of them, within reason. */
const mostTold = 40;

function failure(faults: readonly Fault[]): Failure {
  const lines = faults.slice(0, mostTold).map(faultLine);
  const rest = faults.length - lines.length;
  const [first = "", ...more] = [...lines, ...(rest > 0 ? [`and ${String(rest)} more`] : [])];
  return {
    reason: [first, ...more.map((line) => `- ${line}`)].join("\n"),
    hint: "Correct the plan; nothing else is to be done",
  };
}
