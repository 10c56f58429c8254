import { maxSheets } from "../../build/sheets/expand.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { MozartScore } from "../schema.ts";

export function stageCount({ sheet }: MozartScore): number {
  return Math.max(0, Math.ceil((sheet.total_items - sheet.start_item + 1) / sheet.size));
}

export function fansOut({ sheet, movements }: MozartScore): boolean {
  return Object.keys(sheet.fan_out).length > 0 || Object.values(movements).some(({ voices }) => voices !== undefined);
}

/** Whether nothing tells one stage from another. */
export function isUniform(score: MozartScore): boolean {
  return (
    Object.keys(score.sheet.instrument_map).length === 0 &&
    keyedByStage(score).every(([, map]) => Object.keys(map).length === 0)
  );
}

/**
 * Tells what is said of stages that are not there; `false` when there is no way to make sheets of the stages at all.
 */
export function checkStages(score: MozartScore, report: Report): boolean {
  const { sheet } = score;
  const count = stageCount(score);
  if (count === 0) report("V011", ["sheet", "start_item"], "is after the last item: there would be no sheet");
  if (count > maxSheets)
    report("V020", ["sheet", "total_items"], `makes ${String(count)} sheets; a job can have ${String(maxSheets)}`);
  if (count === 0 || count > maxSheets) return false;
  for (const [path, map] of keyedByStage(score)) {
    for (const key of Object.keys(map)) {
      if (Number(key) > count) report.key(isLink(path) ? "V015" : "V212", [...path, key], noStage(key, count));
    }
  }
  checkInstrumentMap(sheet.instrument_map, count, report);
  for (const [stage, { voices }] of Object.entries(score.movements)) {
    const copies = sheet.fan_out[stage];
    if (voices !== undefined && copies !== undefined && copies !== voices) {
      report("V011", ["movements", stage, "voices"], `sheet.fan_out says ${String(copies)}; give the number once`);
    }
  }
  const canFanOut = sheet.size === 1 && sheet.start_item === 1;
  if (canFanOut || !fansOut(score)) return true;
  report(
    "V011",
    Object.keys(sheet.fan_out).length > 0 ? ["sheet", "fan_out"] : ["movements"],
    "fanning out needs size: 1 and start_item: 1",
  );
  return false;
}

const keys = [
  "descriptions",
  "dependencies",
  "fan_out",
  "skip_when",
  "skip_when_command",
  "prompt_extensions",
  "cadenzas",
  "per_sheet_instruments",
  "per_sheet_instrument_config",
  "per_sheet_fallbacks",
] as const;

/** The maps of Mozart's whose keys are numbers of stages; each speaks of all copies of its stage. */
function keyedByStage({
  sheet,
  backend,
  movements,
}: MozartScore): readonly (readonly [KeyPath, Readonly<Record<string, unknown>>])[] {
  return [
    ...keys.map((key): readonly [KeyPath, Readonly<Record<string, unknown>>] => [["sheet", key], sheet[key]]),
    [["backend", "timeout_overrides"], backend.timeout_overrides],
    [["backend", "sheet_overrides"], backend.sheet_overrides],
    [["movements"], movements],
  ];
}

/** Without these the plan would be another one; the others change how a stage is played, and Mozart lets them be. */
function isLink(path: KeyPath): boolean {
  return path.at(-1) === "dependencies" || path.at(-1) === "fan_out";
}

function noStage(stage: string | number, count: number): string {
  return `there is no stage ${String(stage)}; there are ${String(count)}`;
}

function checkInstrumentMap(map: MozartScore["sheet"]["instrument_map"], count: number, report: Report): void {
  const owners = new Map<number, string>();
  for (const [name, stages] of Object.entries(map)) {
    for (const [index, stage] of stages.entries()) {
      const path = ["sheet", "instrument_map", name, index];
      const owner = owners.get(stage);
      if (stage > count) report("V212", path, noStage(stage, count));
      if (owner !== undefined)
        report(
          "V011",
          path,
          `stage ${String(stage)} is ${owner === name ? "here" : `under ${JSON.stringify(owner)}`} already`,
        );
      owners.set(stage, name);
    }
  }
}
