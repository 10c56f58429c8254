import { codeOf, TuttiError } from "../../../base/error.ts";
import { maxScoreBytes } from "../../../score/parse.ts";
import type { FixSheet, Group } from "../../model.ts";
import { roomFor } from "../prompt/prompt.ts";
import { sizeOf } from "../prompt/quote.ts";
import { noRuleDocs } from "../prompt/rule-docs.ts";
import { type Autofixers, autofixersOf } from "./autofix.ts";
import { type Filling, type FixPlan, type Ladder, type WrittenScore, writtenScore } from "./write-score.ts";

export type { FixPlan } from "./write-score.ts";

export interface FixScore {
  readonly text: string;
  readonly sheets: readonly FixSheet[];
  /** Groups without room: too large alone, or the last of the plan. */
  readonly beyond: readonly Group[];
  readonly notes: readonly string[];
}

/** Output of tools and file names stay literal in it. */
export function fixScore(plan: FixPlan): FixScore {
  const autofixers = autofixersOf(plan);
  // A sheet that is too large alone would block the others in every run.
  const passed = plan.groups.filter((group) => isLarge(group) && leastOf(plan, [group], autofixers) === null);
  const rest = { ...plan, groups: plan.groups.filter((group) => !passed.includes(group)) };
  const fit = rest.groups.length === 0 ? null : (wholeThatFits(rest, autofixers) ?? partThatFits(rest, autofixers));
  if (fit === null)
    throw new TuttiError("fix.too_large", tooLarge(plan.groups.slice(0, 1)), {
      audience: "user",
      hint: `${smallerSheets}.`,
    });
  const { score, note, groups } = fit;
  const held = new Set(groups);
  const sheets = groups.map((group, place) =>
    sheetRecord(group, score.ladders[place] ?? ["normal"], autofixers.agentFor(group) !== null),
  );
  const notes = [
    ...(note === null ? [] : [note]),
    ...(passed.length === 0 ? [] : [`${tooLarge(passed)}, and is left out. ${smallerSheets}`]),
  ];
  return { text: score.text, sheets, beyond: plan.groups.filter((group) => !held.has(group)), notes };
}

/** Only names of files make a sheet without code and documentation too large. */
function isLarge({ files }: Group): boolean {
  return files.length > 100 && sizeOf(files.join()) > maxScoreBytes / 10;
}

const smallerSheets = "Put fewer files or findings into a sheet: --files-per-context, --max-per-sheet, or --group file";

function tooLarge(groups: readonly Group[]): string {
  const names = groups.map(({ name }) => JSON.stringify(name)).join(", ");
  return `${groups.length === 1 ? "the sheet" : "each of the sheets"} about ${names} alone makes a score that is larger than 1 MB`;
}

interface Fit {
  readonly score: WrittenScore;
  readonly bytes: number;
  readonly groups: readonly Group[];
  readonly note: string | null;
}

/** Beyond this many sheets, the score has no room for any size. */
const mostSheets = 5_000;

function wholeThatFits(plan: FixPlan, autofixers: Autofixers): Fit | null {
  if (plan.groups.length > mostSheets) return null;
  const [usual, ...smaller] = sizesFor(plan);
  const whole = ifItFits(plan, autofixers, usual);
  if (whole !== null) return whole;
  // If the smallest size does not fit, none does.
  const least = leastOf(plan, plan.groups, autofixers);
  if (least === null) return null;
  for (const size of smaller.slice(0, -1)) {
    const fit = ifItFits(plan, autofixers, size);
    if (fit !== null) return fit;
  }
  return least;
}

function leastOf(plan: FixPlan, groups: readonly Group[], autofixers: Autofixers): Fit | null {
  const some = { ...plan, groups };
  return ifItFits(some, autofixers, sizesFor(some).at(-1) ?? sizesFor(some)[0]);
}

const firstTry = 300;
const nearlyAll = 0.97;

/** The first sheets, with the smallest prompts; the next count is extrapolated from the last size. */
function partThatFits(plan: FixPlan, autofixers: Autofixers): Fit | null {
  let best: Fit | null = null;
  let tooMany = plan.groups.length + 1;
  while (tooMany - (best?.groups.length ?? 0) > 1 && (best?.bytes ?? 0) < maxScoreBytes * nearlyAll) {
    const count = nextCount(best, tooMany);
    const fit = leastOf(plan, plan.groups.slice(0, count), autofixers);
    if (fit === null) tooMany = count;
    else best = fit;
  }
  return best;
}

/** More than fit, fewer than are too many. */
function nextCount(best: Fit | null, tooMany: number): number {
  if (best === null) return Math.min(firstTry, Math.floor(tooMany / 2));
  const count = best.groups.length;
  const likely = Math.floor((count * maxScoreBytes * ((1 + nearlyAll) / 2)) / best.bytes);
  return likely > count && likely < tooMany ? likely : Math.floor((count + tooMany) / 2);
}

/** Writing stops early if the score is far too large. */
function ifItFits(plan: FixPlan, autofixers: Autofixers, { note, ...size }: Size): Fit | null {
  try {
    const score = writtenScore(plan, { autofixers, ...size });
    const bytes = sizeOf(score.text);
    return bytes <= maxScoreBytes ? { score, bytes, note, groups: plan.groups } : null;
  } catch (error) {
    if (codeOf(error) === "score.invalid") return null;
    throw error;
  }
}

interface Size extends Omit<Filling, "autofixers"> {
  readonly note: string | null;
}

/** From the usual size to the smallest: agents can read the files themselves. */
function sizesFor({ groups, sources, docs }: FixPlan): readonly [Size, ...Size[]] {
  const room = roomFor(groups.length);
  const why = "with so many sheets the score would be larger than 1 MB";
  const note = `the prompts have no code in them${docs.size === 0 ? "" : ", no documentation of rules"}, and name fewer findings where there are many: ${why}`;
  const without = { sources: () => null, docs: noRuleDocs, note };
  const withoutDocs = `the prompts have no documentation of rules in them: ${why}`;
  return [
    { room, sources, docs, note: null },
    // A rule's text can be looked up, so it is dropped before facts about this project.
    ...(docs.size === 0 ? [] : [{ room, sources, docs: noRuleDocs, note: withoutDocs }]),
    { ...without, room },
    { ...without, room: Math.floor(room / 4) },
    { ...without, room: 0 },
  ];
}

function sheetRecord({ id, name, files, findings }: Group, [strategy]: Ladder, hasAutofix: boolean): FixSheet {
  const kinds = Map.groupBy(findings, ({ tool, code }) => JSON.stringify([tool, code ?? ""]));
  const asked = [...kinds.keys()].toSorted().map((key) => {
    const [tool = "", code = ""] = JSON.parse(key) as readonly string[];
    return { tool, code, count: kinds.get(key)?.length ?? 0 };
  });
  return { id, name, files, asked, strategy, hasAutofix };
}
