import type { EpochMs, SheetId } from "../../../base/ids.ts";
import { describeEnd } from "../../../sheet/describe.ts";
import { meetsItsDefinition } from "../../../sheet/ended.ts";
import type { SheetEvent } from "../../../sheet/event.ts";
import { reasonsOf } from "../../../sheet/verdict.ts";
import type { JobErrors } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import { type AnswerParts, findKnown, readLives } from "./parts.ts";

type SheetErrors = JobErrors["sheets"][number];

/** What went wrong, also where a later attempt made it good. */
export async function jobErrors(parts: AnswerParts, asked: Asked<"job.errors">): Promise<JobErrors | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, view } = known;
  const lives = await readLives(parts, job.id);
  const sheets = view.sheets.flatMap(({ id, state, why }): SheetErrors[] => {
    const attempts = faultsOf(lives.get(id as SheetId) ?? []).map((fault) => ({ ...fault, logs: parts.logs(job.id, id as SheetId, fault.attempt) }));
    return attempts.length === 0 && state !== "failed" ? [] : [{ sheet: id, state, why, attempts }];
  });
  return { job: job.id, sheets };
}

interface Fault {
  readonly attempt: number;
  readonly at: EpochMs;
  readonly end: string;
  readonly failed: readonly string[];
}

/** Each attempt that was not good, and each landing that was not. */
function faultsOf(life: readonly SheetEvent[]): readonly Fault[] {
  let attempt = 0;
  return life.flatMap((event): Fault[] => {
    if ("attempt" in event) ({ attempt } = event);
    const fault = faultOf(event);
    return fault === undefined ? [] : [{ attempt, at: event.at, ...fault }];
  });
}

function faultOf(event: SheetEvent): Pick<Fault, "end" | "failed"> | undefined {
  switch (event.kind) {
    case "ended":
      if (event.leftOut.isIncomplete) return { end: "part of the result could not be captured", failed: event.leftOut.first };
      return meetsItsDefinition(event) ? undefined : { end: `the agent ${describeEnd(event.end)}`, failed: reasonsOf(event.verdict) };
    case "conflicted":
      return { end: "it conflicts with what landed meanwhile", failed: event.paths };
    case "rejected":
      return { end: "validations failed on the merged tree", failed: reasonsOf(event.verdict) };
    case "interrupted":
      return event.asked ? undefined : { end: "the conductor ended under it", failed: [] };
    case "started":
    case "placed":
    case "landing":
    case "landed":
    case "withdrawn":
    case "absorbed":
    case "cancelled":
    case "skipped":
    case "retried":
    case "inferred":
      return undefined;
  }
}
