import type { SheetId } from "../../../base/ids.ts";
import { suggestion } from "../../source/nearest.ts";
import { maxShown } from "../../source/problem.ts";
import type { Report } from "../../source/report.ts";
import type { Placed } from "./expand.ts";

/** The dependencies of each sheet, in the order of the sheets. */
export function linkSheets(placed: readonly Placed[], report: Report): readonly (readonly SheetId[])[] {
  const groups = groupsOf(placed);
  checkOwnNames(groups, report);
  if (!isBounded(placed, groups, report)) return placed.map(() => []);
  const links = placed.map((sheet) => ({ id: sheet.id, after: linksOf(sheet, groups) }));
  checkLinks(
    links.map(({ id, after }) => ({ id, after: after.map((link) => link.id) })),
    ({ sheet, entry, message }) => {
      const from = placed[sheet]?.index;
      const written = links[sheet]?.after[entry]?.entry;
      report(
        message.startsWith("a circle") ? "V016" : "V015",
        ["sheets", from ?? 0, "after", ...(written === undefined ? [] : [written])],
        message,
      );
    },
  );
  return links.map(({ after }) => [...new Set(after.map((link) => link.id))]);
}

/** Told here and not linked: a group after itself would be told once for each pair of its copies. */
function checkOwnNames(groups: ReadonlyMap<string, readonly Placed[]>, report: Report): void {
  for (const [name, [first]] of groups) {
    const entry = first?.written.after?.indexOf(name) ?? -1;
    if (first !== undefined && entry !== -1)
      report("V015", ["sheets", first.index, "after", entry], "a sheet can't come after itself");
  }
}

/** Many after many is a product: 10,000 copies after 10,000 others would be a hundred million links. */
const maxLinks = 2_000_000;

function isBounded(placed: readonly Placed[], groups: ReadonlyMap<string, readonly Placed[]>, report: Report): boolean {
  let count = 0;
  for (const sheet of placed) {
    for (const name of sheet.written.after ?? []) {
      const group = name === sheet.written.id ? undefined : groups.get(name);
      count += group === undefined ? 1 : matching(sheet, group).length;
    }
    if (count <= maxLinks) continue;
    report(
      "V020",
      ["sheets", sheet.index, "after"],
      `makes more than ${String(maxLinks)} dependencies; put a sheet between the two that waits for all of them`,
    );
    return false;
  }
  return true;
}

interface Link {
  readonly id: SheetId;
  /** Which entry of `after` it comes from; absent: from the order of the items. */
  readonly entry?: number;
}

/** By the id that was written: the sheets that it represents. */
function groupsOf(placed: readonly Placed[]): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const sheet of placed) {
    const group = groups.get(sheet.written.id);
    if (group === undefined) groups.set(sheet.written.id, [sheet]);
    else group.push(sheet);
  }
  return groups;
}

function linksOf(sheet: Placed, groups: ReadonlyMap<string, readonly Placed[]>): readonly Link[] {
  const written = (sheet.written.after ?? []).flatMap((name, entry): readonly Link[] => {
    if (name === sheet.written.id) return [];
    const group = groups.get(name);
    // Not the name of a group: then it names a single sheet, such as one copy, or nothing, which is told later.
    if (group === undefined) return [{ id: name as SheetId, entry }];
    return matching(sheet, group).map(({ id }) => ({ id, entry }));
  });
  return sheet.previous === null ? written : [...written, { id: sheet.previous }];
}

/** As many copies on both sides: each comes after the one with its own number. Else each comes after all. */
function matching(sheet: Placed, group: readonly Placed[]): readonly Placed[] {
  const copies = sheet.numbers.fan_count;
  // Of those that compete one lands: what comes after them waits for all.
  const isChosen = [sheet, group[0]].some((one) => one?.written.best_of !== undefined);
  const isMatched = copies > 1 && !isChosen && group[0]?.numbers.fan_count === copies;
  // Copies stand in the order of their numbers.
  return isMatched ? group.slice(sheet.numbers.instance - 1, sheet.numbers.instance) : group;
}

interface SheetLinks {
  readonly id: SheetId;
  readonly after: readonly SheetId[];
}

/**
 * Called with sheet number `sheet`, and with entry number `entry` of its dependencies when the problem is about that.
 */
type ReportLink = (fault: { readonly sheet: number; readonly entry: number; readonly message: string }) => void;

/**
 * Reports dependencies on sheets that do not exist, on the sheet itself, and of circles. Linear in sheets and links.
 */
export function checkLinks(sheets: readonly SheetLinks[], report: ReportLink): void {
  const places = new Map(sheets.map((sheet, index) => [sheet.id, index]));
  let unknown = 0;
  for (const [sheet, { id, after }] of sheets.entries()) {
    for (const [entry, other] of after.entries()) {
      if (other === id) report({ sheet, entry, message: "a sheet can't come after itself" });
      if (places.has(other)) continue;
      unknown += 1;
      // Each search looks at all sheets; a file with thousands of wrong names must not make it a search of millions.
      const hint = unknown <= maxShown ? suggestion(other, places.keys()) : "";
      report({ sheet, entry, message: `there is no sheet ${JSON.stringify(other)}${hint}` });
    }
  }
  for (const { path, entry } of cyclesOf(sheets, places)) {
    const names = path.map((index) => sheets[index]?.id ?? "");
    report({
      sheet: path[0] ?? 0,
      entry,
      message: `a circle: ${inShort([...names, names[0] ?? ""]).join(" → ")}; no sheet of it could ever start`,
    });
  }
}

/** A circle of hundreds of steps is unreadable: its beginning and end are shown. */
function inShort(names: readonly string[]): readonly string[] {
  return names.length <= 20
    ? names
    : [...names.slice(0, 10), `… ${String(names.length - 20)} more …`, ...names.slice(-10)];
}

interface Cycle {
  /** Places of its sheets, each coming after the next, the last after the first. */
  readonly path: readonly number[];
  /** Which of the first one's links leads into it. */
  readonly entry: number;
}

/** Depth first, without recursion: a chain may have as many links as there are sheets. */
function cyclesOf(sheets: readonly SheetLinks[], places: ReadonlyMap<SheetId, number>): readonly Cycle[] {
  const cycles: Cycle[] = [];
  const finished = new Set<number>();
  for (const start of sheets.keys()) {
    const walk = [{ sheet: start, entry: 0 }];
    const onPath = new Set([start]);
    for (let top = walk.at(-1); top !== undefined && !finished.has(start); top = walk.at(-1)) {
      const links = sheets[top.sheet]?.after ?? [];
      if (top.entry >= links.length) {
        finished.add(top.sheet);
        onPath.delete(top.sheet);
        walk.pop();
        continue;
      }
      const next = places.get(links[top.entry] as SheetId);
      top.entry += 1;
      if (next === undefined || next === top.sheet || finished.has(next)) continue;
      if (!onPath.has(next)) {
        onPath.add(next);
        walk.push({ sheet: next, entry: 0 });
      } else if (cycles.length < maxShown) {
        cycles.push(cycleAt(walk, next));
      }
    }
  }
  return cycles;
}

function cycleAt(walk: readonly { readonly sheet: number; readonly entry: number }[], first: number): Cycle {
  const from = walk.findIndex((step) => step.sheet === first);
  return { path: walk.slice(from).map((step) => step.sheet), entry: (walk[from]?.entry ?? 1) - 1 };
}
