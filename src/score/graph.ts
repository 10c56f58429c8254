import type { SheetId } from "../base/ids.ts";
import { suggestion } from "./source/nearest.ts";
import { maxShown } from "./source/problem.ts";

export interface SheetLinks {
  readonly id: SheetId;
  readonly after: readonly SheetId[];
}

/** Told of sheet number `sheet`, and of entry number `entry` of what it comes after when it is about that. */
export type ReportLink = (fault: { readonly sheet: number; readonly entry: number; readonly message: string }) => void;

/**
 * Tells of dependencies on sheets that do not exist, on the sheet itself, and of circles. Linear in sheets and links.
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

/** Nobody follows a way of hundreds of steps; where it begins and ends is what helps. */
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
