import type { SheetId } from "../../../base/ids.ts";
import type { Explanation } from "../../answers.ts";
import type { Asked } from "../../schema/methods.ts";
import { nobodyPlays } from "../../cast.ts";
import type { SheetView } from "../../view.ts";
import { requireSheet } from "../jobs/parts.ts";
import { attemptsOf } from "../life/attempts.ts";
import { type Scene, readScenes } from "../life/scenes.ts";
import { lifeSentences } from "../life/sentences.ts";
import { type AnswerParts, type Known, findKnown } from "./parts.ts";
import { type Wait, waitOf } from "./wait.ts";
import { asSentence, maxCostFor, word } from "./words.ts";

/** The life of a sheet in sentences, what it waits for now, and what it cost. */
export async function explain(parts: AnswerParts, asked: Asked<"job.explain">): Promise<Explanation | null> {
  const known = await findKnown(parts, asked);
  if (known === undefined) return null;
  const { job, view } = known;
  const id = requireSheet(job, asked.sheet);
  const sheet = view.sheets.find((one) => one.id === id);
  const plan = job.plan.sheets.find((one) => one.id === id);
  if (sheet === undefined || plan === undefined) return null;
  const life: readonly Scene[] = (await readScenes(parts.store, job, id)).get(id) ?? [];
  const wait = waitOf(known, sheet, { held: parts.held(), shut: await parts.shut() });
  const now = wait?.sentence ?? nowSentence(known, sheet);
  return {
    job: job.id,
    sheet: id,
    state: sheet.state,
    because: [...lifeSentences(life, plan), ...(now === null ? [] : [now])],
    waits: wait === null ? null : wait.view,
    next: nextCommands(known, sheet, wait),
    attempts: attemptsOf(life, plan),
    cost: sheet.cost,
  };
}

/** What it is where it does not wait, as far as its life does not tell. */
function nowSentence({ states }: Known, sheet: SheetView): string | null {
  const state = states.get(sheet.id as SheetId);
  switch (sheet.state) {
    case "interrupted":
      return "Now nobody plays it: the Tutti that did is gone. Its work is captured when the job goes on.";
    case "running":
      return sheet.isAlive === false ? "Now its agent is starting: it gave no sign of life yet." : null;
    case "failed":
      return asSentence(`It did not land: ${sheet.why ?? "nobody knows why"}`);
    case "done":
      return state?.kind === "done" && state.inPlace
        ? "It did not land: it worked in the folder itself, where its result lies."
        : null;
    default:
      return null;
  }
}

function nextCommands({ job, view }: Known, sheet: SheetView, wait: Wait | null): readonly string[] {
  const aim = `${word(sheet.id)} --job ${word(job.id)}`;
  const resume = `tutti resume ${word(job.id)}`;
  const isResumable = view.status === "paused" || view.status === "interrupted";
  switch (sheet.state) {
    case "failed":
    case "cancelled":
      return [
        `tutti logs ${aim}`,
        ...(sheet.kept === null ? [] : [`tutti show ${aim}`]),
        ...(sheet.agent === nobodyPlays ? [] : [`tutti retry ${word(job.id)} ${word(sheet.id)}`]),
      ];
    case "running":
      return [`tutti logs ${aim} --follow`];
    case "blocked":
      return [`tutti diagnose ${word(job.id)}`];
    case "landed":
      return [`tutti verify ${word(job.id)}`];
    default:
      break;
  }
  switch (wait?.view.kind) {
    case "approval":
      return [`tutti diff ${aim}`, `tutti approve ${word(job.id)} ${word(sheet.id)}`];
    case "money":
      return [`${isResumable ? resume : `tutti modify ${word(job.id)}`} --max-cost ${maxCostFor(view.cost.limitUsd)}`];
    case "agent":
      return wait.view.until === null ? [`tutti agents check ${word(sheet.agent)}`, resume] : [];
    default:
      return isResumable ? [resume] : [];
  }
}
