import type { Plan, SheetPlan } from "../../score/plan.ts";
import type { Comparison } from "./comparison.ts";
import { type Shelf, makeShelf } from "./shelf.ts";

/**
 * The plan that the job has from then on. What came to its end keeps its own sheet, also where the new score has none
 * for it any more; only the numbers follow the new score, because others are told of it by them.
 */
export function merged({ job, now, next, pairs, removed, standingOf }: Comparison): Plan {
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
