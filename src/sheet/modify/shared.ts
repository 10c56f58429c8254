import type { Plan, SheetPlan } from "../../score/plan/plan.ts";
import { sheetValues } from "../../score/build/scope.ts";
import type { Comparison, Pair } from "./comparison.ts";
import { type Effect, change, refuse } from "./effect.ts";
import { type Legible, mentions } from "./meaning.ts";

/** Differences in the shared parts of sheets: variables, news of each other, their order and numbers. */
export function sharedEffects(comparison: Comparison): readonly Effect[] {
  return [
    ...variableEffects(comparison),
    ...crossSheetEffects(comparison),
    ...orderEffects(comparison),
    ...numberEffects(comparison),
  ];
}

function variableEffects({ now, next, pairs, standingOf }: Comparison): readonly Effect[] {
  const changed = changedNames(variablesOf(now.plan), variablesOf(next.plan));
  if (changed.length === 0) return [];
  const busy = pairs
    .filter(({ was }) => standingOf(was.id) === "busy")
    .flatMap((pair) => refusals(now, pair, { names: changed, what: "variable" }));
  return busy.length > 0 ? busy : [change(`variables: ${changed.join(", ")}`)];
}

/** Each variable as text. Their order says nothing, that of what is in them does: a template may walk through it. */
function variablesOf({ variables: { plain, numbered } }: Plan): ReadonlyMap<string, string> {
  const pairs = numbered === "" ? [] : (JSON.parse(numbered) as readonly (readonly [string, unknown])[]);
  return new Map([
    ...Object.entries(plain).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
    ...pairs.map(([name, value]): [string, string] => [name, `numbered ${JSON.stringify(value)}`]),
  ]);
}

function crossSheetEffects({ now, next, pairs, standingOf }: Comparison): readonly Effect[] {
  if (now.idOf(now.plan.crossSheet) === next.idOf(next.plan.crossSheet)) return [];
  const told = pairs.filter(({ was }) => standingOf(was.id) === "busy" && was.after.length > 0);
  return told.length > 0
    ? told.map(({ was }) =>
        refuse(`cross_sheet changes, and ${was.id} is under way with what it was told: pause the job first`),
      )
    : [change("cross_sheet: sheets are told something else of those before them")];
}

function orderEffects({ now, next, pairs }: Comparison): readonly Effect[] {
  const kept = new Set(pairs.map(({ was }) => was.id));
  const order = ({ plan }: Legible): readonly string[] => plan.sheets.map(({ id }) => id).filter((id) => kept.has(id));
  return now.idOf(order(now)) === next.idOf(order(next)) ? [] : [change("the order of the sheets")];
}

/** A sheet knows its number and how many there are, so one more sheet touches all of them. */
function numberEffects({ now, next, pairs, standingOf }: Comparison): readonly Effect[] {
  const moved = pairs
    .map((pair) => ({ pair, names: changedNames(placeOf(pair.was), placeOf({ ...pair.is, title: pair.was.title })) }))
    .filter(({ names, pair }) => names.length > 0 || now.idOf(pair.was.numbers) !== next.idOf(pair.is.numbers));
  if (moved.length === 0) return [];
  const busy = moved.flatMap(({ pair, names }) =>
    standingOf(pair.was.id) === "busy" ? refusals(now, pair, { names, what: "number" }) : [],
  );
  if (busy.length > 0) return busy;
  const names = [...new Set(moved.flatMap((one) => one.names))];
  return [
    change(
      `${moved.length === 1 ? "one sheet has" : `${String(moved.length)} sheets have`} other numbers (${names.join(", ")})`,
    ),
  ];
}

function placeOf(sheet: SheetPlan): ReadonlyMap<string, string> {
  return new Map(Object.entries(sheetValues("", sheet)).map(([name, value]) => [name, String(value)]));
}

function changedNames(was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...was.keys(), ...is.keys()])].filter((name) => was.get(name) !== is.get(name));
}

/** An attempt under way was told the old value; its validations must not be filled in with another. */
function refusals(
  now: Legible,
  { was }: Pair,
  { names, what }: { names: readonly string[]; what: string },
): readonly Effect[] {
  const isSaid = mentions(now, was);
  const said = names.filter(isSaid);
  return said.length === 0
    ? []
    : [refuse(`${was.id} is under way with the ${what} ${said.join(", ")}, which changes: pause the job first`)];
}
