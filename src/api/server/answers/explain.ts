import type { SheetId } from "../../../base/ids.ts";
import { isOngoing } from "../../../sheet/job.ts";
import { isGood } from "../../../sheet/outcome.ts";
import { fresh } from "../../../sheet/state.ts";
import type { Explanation } from "../../results.ts";
import type { Asked } from "../../schema/methods.ts";
import type { SheetView } from "../../view.ts";
import { requireSheet } from "../jobs/parts.ts";
import { lifeSentences } from "./life.ts";
import { type AnswerParts, type Known, findKnown, readLife } from "./parts.ts";
import { moment, some, word } from "./words.ts";

/** The life of a sheet in sentences, and what it waits for now. */
export async function explain(parts: AnswerParts, asked: Asked<"job.explain">): Promise<Explanation | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, view } = known;
  const id = requireSheet(job, asked.sheet);
  const sheet = view.sheets.find((one) => one.id === id);
  if (sheet === undefined) return null;
  const life = lifeSentences(await readLife(parts, job.id, id));
  const now = nowSentence(known, sheet, parts.held());
  return { job: job.id, sheet: id, state: sheet.state, because: now === null ? life : [...life, now], next: nextCommands(known, sheet) };
}

function nowSentence(known: Known, sheet: SheetView, held: string | null): string | null {
  const { job, states } = known;
  const state = states.get(sheet.id as SheetId) ?? fresh;
  if (sheet.state === "blocked") return `Now it can't start: it ${sheet.why ?? "is blocked"}.`;
  if (sheet.state === "interrupted") return "Now nobody plays it: the Tutti that did is gone. Its work is captured when the job goes on.";
  if (state.kind === "captured") return "Now its result waits for its turn to land.";
  if (state.kind !== "waiting") return null;
  const after = job.plan.sheets.find(({ id }) => id === sheet.id)?.after ?? [];
  const open = after.filter((id) => !isGood(states.get(id) ?? fresh));
  if (open.length > 0) return `Now it waits for ${some(open)}.`;
  if (!known.isPlayed || !isOngoing(job)) return `Now it waits for the job to go on, which is ${known.view.status}.`;
  if (state.notBefore !== null) return `Now it waits until ${moment(state.notBefore)}.`;
  return held === null ? "Now it waits for a free place." : `Now it waits, because no sheet may start: ${held}.`;
}

function nextCommands({ job, view }: Known, sheet: SheetView): readonly string[] {
  const aim = `${word(sheet.id)} --job ${word(job.id)}`;
  const isResumable = view.status === "paused" || view.status === "interrupted";
  switch (sheet.state) {
    case "failed":
    case "cancelled":
      return [`tutti logs ${aim}`, ...(sheet.kept === null ? [] : [`tutti show ${aim}`]), `tutti retry ${word(job.id)} ${word(sheet.id)}`];
    case "running":
      return [`tutti logs ${aim} --follow`];
    case "blocked":
      return [`tutti diagnose ${word(job.id)}`];
    case "landed":
      return [`tutti verify ${word(job.id)}`];
    default:
      return isResumable ? [`tutti resume ${word(job.id)}`] : [];
  }
}
