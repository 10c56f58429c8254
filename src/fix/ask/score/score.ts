import { codeOf, TuttiError } from "../../../base/error.ts";
import { maxScoreBytes } from "../../../score/parse.ts";
import { type Autofixers, autofixersOf } from "./autofixers.ts";
import type { FixSheet, Group } from "../../model.ts";
import { roomFor } from "../prompt/prompt.ts";
import { noRuleDocs } from "../prompt/rule-docs.ts";
import { type Filling, type FixPlan, type Ladder, type WrittenScore, writtenScore } from "./write-score.ts";

export type { FixPlan } from "./write-score.ts";

export interface FixScore {
  readonly text: string;
  readonly sheets: readonly FixSheet[];
  /** Groups that found no place in it: those that alone are too large, and the last ones of the plan. */
  readonly beyond: readonly Group[];
  /** Notes for people, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * The score that asks for it: nothing of what tools print, and no name of a file, is taken for more than its letters.
 */
export function fixScore(plan: FixPlan): FixScore {
  const autofixers = autofixersOf(plan);
  const { fit, passed } = fitWithout(plan, autofixers);
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

const smallerSheets = "Put fewer files or findings into a sheet: --files-per-context, --max-per-sheet, or --group file";

function tooLarge(groups: readonly Group[]): string {
  const names = groups.map(({ name }) => JSON.stringify(name)).join(", ");
  return `${groups.length === 1 ? "the sheet" : "each of the sheets"} about ${names} alone makes a score that is larger than 1 MB`;
}

/** So many sheets of that size do not fit at all. */
const mostPassed = 10;

/**
 * What fits, and what was passed over for it: one that alone is too large would stand before all others in every run.
 */
function fitWithout(
  plan: FixPlan,
  autofixers: Autofixers,
): { readonly fit: Fit | null; readonly passed: readonly Group[] } {
  const passed: Group[] = [];
  for (;;) {
    const rest = { ...plan, groups: plan.groups.filter((group) => !passed.includes(group)) };
    const fit = rest.groups.length === 0 ? null : (wholeThatFits(rest, autofixers) ?? partThatFits(rest, autofixers));
    const next = rest.groups[fit?.groups.length ?? 0];
    if (next === undefined || passed.length >= mostPassed) return { fit, passed };
    // If nothing fits, the first was tried alone.
    if (fit !== null && (isFull(fit) || fits(plan, next, autofixers))) return { fit, passed };
    passed.push(next);
  }
}

function fits(plan: FixPlan, group: Group, autofixers: Autofixers): boolean {
  const alone = { ...plan, groups: [group] };
  return ifItFits(alone, autofixers, sizesFor(alone).least) !== null;
}

interface Fit {
  readonly score: WrittenScore;
  readonly bytes: number;
  /** Of its sheets: the first of the plan. */
  readonly groups: readonly Group[];
  readonly note: string | null;
}

/** No sheet is written in fewer bytes than a score has for each of so many. */
const mostSheets = 5_000;

function wholeThatFits(plan: FixPlan, autofixers: Autofixers): Fit | null {
  if (plan.groups.length > mostSheets) return null;
  const { usual, smaller, least } = sizesFor(plan);
  const whole = ifItFits(plan, autofixers, usual);
  if (whole !== null) return whole;
  // If the smallest size does not fit, none does.
  const small = ifItFits(plan, autofixers, least);
  if (small === null) return null;
  for (const size of smaller) {
    const fit = ifItFits(plan, autofixers, size);
    if (fit !== null) return fit;
  }
  return small;
}

const firstTry = 300;
const nearlyAll = 0.97;

function isFull({ bytes }: Pick<Fit, "bytes">): boolean {
  return bytes >= maxScoreBytes * nearlyAll;
}

/**
 * As many of the first sheets as there is room for, nearly, when their prompts say the least: told by how large fewer
 * of them are.
 */
function partThatFits(plan: FixPlan, autofixers: Autofixers): Fit | null {
  let best: Fit | null = null;
  let tooMany = plan.groups.length + 1;
  while (tooMany - (best?.groups.length ?? 0) > 1 && (best === null || !isFull(best))) {
    const count = nextCount(best, tooMany);
    const some = { ...plan, groups: plan.groups.slice(0, count) };
    const fit = ifItFits(some, autofixers, sizesFor(some).least);
    if (fit === null) tooMany = count;
    else best = fit;
  }
  return best;
}

/** More than fit, and fewer than are too many. */
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
    const bytes = new TextEncoder().encode(score.text).length;
    return bytes <= maxScoreBytes ? { score, bytes, note, groups: plan.groups } : null;
  } catch (error) {
    if (codeOf(error) === "score.invalid") return null;
    throw error;
  }
}

interface Size extends Omit<Filling, "autofixers"> {
  readonly note: string | null;
}

interface Sizes {
  readonly usual: Size;
  /** From the largest to the smallest. */
  readonly smaller: readonly Size[];
  readonly least: Size;
}

/** From what is usual to the least: agents can look into the files themselves. */
function sizesFor({ groups, sources, docs }: FixPlan): Sizes {
  const room = roomFor(groups.length);
  const why = "with so many sheets the score would be larger than 1 MB";
  const note = `the prompts have no code in them${docs.size === 0 ? "" : ", no documentation of rules"}, and name fewer findings where there are many: ${why}`;
  const without = { sources: () => null, docs: noRuleDocs, note };
  return {
    usual: { room, sources, docs, note: null },
    smaller: [
      // The text about a rule can be looked up, so it is dropped before facts about this project.
      ...(docs.size === 0
        ? []
        : [{ room, sources, docs: noRuleDocs, note: `the prompts have no documentation of rules in them: ${why}` }]),
      { ...without, room },
      { ...without, room: Math.floor(room / 4) },
    ],
    least: { ...without, room: 0 },
  };
}

function sheetRecord({ id, name, files, findings }: Group, [strategy]: Ladder, hasAutofix: boolean): FixSheet {
  const kinds = Map.groupBy(findings, ({ tool, code }) => JSON.stringify([tool, code ?? ""]));
  const asked = [...kinds.keys()].toSorted().map((key) => {
    const [tool = "", code = ""] = JSON.parse(key) as readonly string[];
    return { tool, code, count: kinds.get(key)?.length ?? 0 };
  });
  return { id, name, files, asked, strategy, hasAutofix };
}
