import { branchName, clip } from "../../base/text.ts";
import { TuttiError } from "../../base/error.ts";
import type { SheetId } from "../../base/ids.ts";
import type { LandingPlan } from "../../score/plan/landing-plan.ts";
import type { CostPlan, IsolationPlan, Plan, SheetPlan } from "../../score/plan/plan.ts";
import type { Job } from "../job.ts";
import type { SheetState } from "../state.ts";
import { type Comparison, comparisonOf } from "./comparison.ts";
import { type Effect, change, refuse } from "./effect.ts";
import { type WholeField, costFields, isolationFields, landingFields, planFields } from "./fields.ts";
import { legible, makeIds } from "./meaning.ts";
import { sharedEffects } from "./shared.ts";
import { sheetEffects } from "./sheets.ts";

/** The changes that a person wants of a job that exists. */
export interface Wanted {
  readonly plan?: Plan;
  readonly parallel?: number;
  readonly priority?: number;
}

export type Modifying =
  | { readonly kind: "same" }
  /** Each reason a sentence. */
  | { readonly kind: "refused"; readonly reasons: readonly string[] }
  /** The job's parts from then on, and every difference as a sentence. */
  | {
      readonly kind: "changes";
      readonly plan: Plan;
      readonly parallel: number;
      readonly priority: number;
      readonly changes: readonly string[];
    };

/**
 * The effects of a changed score on a job. Finished sheets stay as they were. Sheets that wait, failed or were
 * cancelled are played the new way from their next attempt on. A change that would reach into an attempt under way, or
 * would move the ground that results stand on, is refused: its effect would be unknown.
 */
export function changesOf(job: Job, states: ReadonlyMap<SheetId, SheetState>, wanted: Wanted): Modifying {
  const idOf = makeIds();
  const now = legible(job.plan, idOf);
  const next = wanted.plan === undefined ? now : legible(wanted.plan, idOf);
  const comparison = comparisonOf({ job, states, now, next });
  const effects = [
    ...wholeEffects(comparison),
    ...sharedEffects(comparison),
    ...sheetEffects(comparison),
    ...limitEffects(comparison, wanted),
  ];
  const refused = effects.filter(({ kind }) => kind === "refused");
  if (refused.length > 0) return { kind: "refused", reasons: refused.map(({ text }) => text) };
  if (effects.length === 0) return { kind: "same" };
  return {
    kind: "changes",
    plan: next === now ? job.plan : merged(comparison),
    parallel: parallelFor(comparison, wanted),
    priority: wanted.priority ?? job.priority,
    changes: effects.map(({ text }) => text),
  };
}

/** The value of the command line, else that of the score if it is there now and was not before. */
function parallelFor({ job, next }: Comparison, wanted: Wanted): number {
  if (wanted.parallel !== undefined) return wanted.parallel;
  return next.plan.parallel === job.plan.parallel ? job.parallel : next.plan.parallel;
}

function limitEffects(comparison: Comparison, wanted: Wanted): readonly Effect[] {
  const { job, next } = comparison;
  const parallel = parallelFor(comparison, wanted);
  const priority = wanted.priority ?? job.priority;
  const isWritten = next.plan.parallel !== job.plan.parallel;
  return [
    ...(parallel === job.parallel
      ? []
      : [change(`parallel: ${String(parallel)} sheets at once instead of ${String(job.parallel)}`)]),
    ...(parallel === job.parallel && isWritten
      ? [change(`parallel: the score says ${String(next.plan.parallel)} now; the job stays at ${String(parallel)}`)]
      : []),
    ...(priority === job.priority ? [] : [change(`priority: ${String(priority)} instead of ${String(job.priority)}`)]),
  ];
}

/** Differences in what a score says of the job as a whole. */
function wholeEffects({ job, now, next }: Comparison): readonly Effect[] {
  // Some of these are lists and maps, which are the same where they mean the same.
  const isOther = (key: keyof Plan): boolean =>
    planFields[key].rule !== "apart" && now.idOf(now.plan[key]) !== next.idOf(next.plan[key]);
  const plan = (Object.keys(planFields) as (keyof Plan)[])
    .filter(isOther)
    .flatMap((key) => effectOf(planFields[key], now.plan[key], next.plan[key]));
  const isolation = (Object.keys(isolationFields) as (keyof IsolationPlan)[])
    .filter((key) => now.idOf(now.plan.isolation[key]) !== next.idOf(next.plan.isolation[key]))
    .flatMap((key) => effectOf(isolationFields[key], now.plan.isolation[key], next.plan.isolation[key]));
  const cost = (Object.keys(costFields) as (keyof CostPlan)[]).flatMap((key) =>
    effectOf(costFields[key], now.plan.cost[key], next.plan.cost[key]),
  );
  const landing = (Object.keys(landingFields) as (keyof LandingPlan)[])
    .filter((key) => now.idOf(now.plan.landing[key]) !== next.idOf(next.plan.landing[key]))
    .flatMap((key) => effectOf(landingFields[key], now.plan.landing[key], next.plan.landing[key]));
  const target = isSameTarget(job.target, now.plan.target, next.plan.target)
    ? []
    : [kept("target", now.plan.target, next.plan.target)];
  const isPrepared = now.idOf(now.plan.prepare ?? {}) === next.idOf(next.plan.prepare ?? {});
  const prepare = isPrepared ? [] : [change("prepare: contexts are prepared as the score says now, from the next on")];
  return [...target, ...plan, ...landing, ...cost, ...isolation, ...prepare];
}

function effectOf(field: WholeField, was: unknown, is: unknown): readonly Effect[] {
  if (field.rule === "apart" || was === is) return [];
  return [
    field.rule === "keeps"
      ? kept(field.word, was, is)
      : change(`${field.word}: ${valueText(is)} instead of ${valueText(was)}`),
  ];
}

function kept(word: string, was: unknown, is: unknown): Effect {
  return refuse(
    `${word} is ${valueText(is)} now and was ${valueText(was)}: a job keeps what it began with; run the score as a new job`,
  );
}

/** A branch may be named in full or not, and the one that the job found by itself may be named by now. */
function isSameTarget(found: string | null, was: string | null, is: string | null): boolean {
  if (was === is) return true;
  if (is === null) return false;
  return `refs/heads/${branchName(is)}` === found;
}

const longest = 60;

function valueText(value: unknown): string {
  if (value === null) return "not said";
  return clip(JSON.stringify(value), longest);
}

/**
 * The plan that the job has from then on. A finished sheet stays in it as it was, also where the new score does not
 * have it any more. Only its number follows the new score, because other sheets know it by its number.
 */
function merged({ job, now, next, pairs, removed, standingOf }: Comparison): Plan {
  const before = new Map(pairs.map(({ was }) => [was.id, was]));
  const stays = removed.filter(({ id }) => standingOf(id) === "over");
  const ids = new Set([...next.plan.sheets, ...stays].map(({ id }) => id));
  const kept = (sheet: SheetPlan, numbers: SheetPlan["numbers"]): SheetPlan => ({
    ...sheet,
    numbers,
    after: sheet.after.filter((id) => ids.has(id)),
  });
  const used = (of: (sheet: SheetPlan) => readonly number[]): ReadonlySet<number> =>
    new Set(now.plan.sheets.flatMap(of));
  const shelves: Shelves = {
    texts: makeShelf(now.plan.texts, {
      ids: now.texts,
      used: used(({ prompt, extensions }) => [prompt, ...extensions]),
    }),
    files: makeShelf(now.plan.files, { ids: now.files, used: used(({ files }) => files) }),
    rules: makeShelf(now.plan.rules, {
      ids: now.rules,
      used: used(({ preconditions, validations }) => [...preconditions, ...validations]),
    }),
    messages: makeShelf(now.plan.messages, { ids: now.messages, used: used(({ message }) => [message]) }),
  };
  const sheets = next.plan.sheets.map((sheet) => {
    const was = before.get(sheet.id);
    return was !== undefined && standingOf(sheet.id) === "over"
      ? kept(was, sheet.numbers)
      : placed(next, sheet, shelves);
  });
  const count = sheets.length;
  // Behind the others, so that a sheet's number in the job is the one that the score's author counts.
  const rest = stays.map((sheet, number) =>
    kept(sheet, { ...sheet.numbers, sheet_num: count + number + 1, total_sheets: count }),
  );
  return {
    ...next.plan,
    // It may be written in another way: what it means was settled when the job was made.
    target: job.plan.target,
    sheets: [...sheets, ...rest],
    texts: shelves.texts.items,
    files: shelves.files.items,
    rules: shelves.rules.items,
    messages: shelves.messages.items,
  };
}

interface Shelves {
  readonly texts: Shelf<Plan["texts"][number]>;
  readonly files: Shelf<Plan["files"][number]>;
  readonly rules: Shelf<Plan["rules"][number]>;
  readonly messages: Shelf<Plan["messages"][number]>;
}

/** A sheet of the new plan with its places in the lists of the job's. */
function placed(
  { plan, texts, files, rules, messages }: Comparison["next"],
  sheet: SheetPlan,
  shelves: Shelves,
): SheetPlan {
  const text = (place: number): number => shelves.texts.place(plan.texts[place], texts[place]);
  const rule = (place: number): number => shelves.rules.place(plan.rules[place], rules[place]);
  return {
    ...sheet,
    prompt: text(sheet.prompt),
    extensions: sheet.extensions.map(text),
    files: sheet.files.map((place) => shelves.files.place(plan.files[place], files[place])),
    preconditions: sheet.preconditions.map(rule),
    validations: sheet.validations.map(rule),
    message: shelves.messages.place(plan.messages[sheet.message], messages[sheet.message]),
  };
}

/** A list that sheets hold places in. */
interface Shelf<T> {
  /** Grows as things are placed. */
  readonly items: readonly T[];
  /** Where a thing stands, which is put there if it stands nowhere. `id`: the same for things that mean the same. */
  place(item: T | undefined, id: number | undefined): number;
}

/**
 * An item whose place a sheet of the job holds stays where it is: an attempt under way still holds the old sheet, and
 * must find the same behind its places. Unused places make room, so that a job changed often does not grow for ever.
 */
function makeShelf<T>(
  held: readonly T[],
  { ids, used }: { readonly ids: readonly number[]; readonly used: ReadonlySet<number> },
): Shelf<T> {
  const items = [...held];
  const free = items.map((_, place) => place).filter((place) => !used.has(place));
  const places = new Map<number, number>();
  for (const place of used) {
    const id = ids[place];
    if (id !== undefined) places.set(id, place);
  }
  return {
    items,
    place: (item, id) => {
      if (item === undefined || id === undefined)
        throw new TuttiError("bug.unexpected", "a plan has a place that leads nowhere", { audience: "bug" });
      const found = places.get(id);
      if (found !== undefined) return found;
      const place = free.shift() ?? items.length;
      items[place] = item;
      places.set(id, place);
      return place;
    },
  };
}
