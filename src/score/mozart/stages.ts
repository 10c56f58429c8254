import { maxSheets } from "../build/sheets/expand.ts";
import type { WrittenSheet } from "../schema/sheet.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { type MozartAgents, choiceFor, fallbacksFor, timeoutFor } from "./agents.ts";
import { translatedExtensions, translatedInjections } from "./texts.ts";
import { translatedCommand } from "./rules.ts";
import type { MozartScore } from "./schema.ts";
import { milliseconds } from "./rule-schema.ts";

interface Place {
  readonly agents: MozartAgents;
  readonly names: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly report: Report;
  /** Whether a named file is there: a text that ends like a file's name may still be a text. */
  readonly exists: (name: string) => boolean;
}

/** Mozart's stages as sheets. Where nothing tells them apart, one entry represents all of them. */
export function translatedSheets(score: MozartScore, place: Place): WrittenSheet[] {
  const { sheet } = score;
  const base = { prompt_extensions: [], preconditions: [], validations: [], cadenza: [] };
  const count = stageCount(score);
  if (!checkStages(score, place.report)) return [];
  // Played one after another, unless they may run side by side or say themselves what they wait for.
  const isChain = !score.parallel.enabled && Object.keys(sheet.dependencies).length === 0;
  if (isUniform(score)) {
    return [
      {
        ...base,
        id: "sheet",
        items: { total: sheet.total_items, size: sheet.size, start: sheet.start_item, sequential: isChain },
      },
    ];
  }
  const word = fansOut(score) ? "stage" : "sheet";
  const idOf = (stage: number): string => `${word}-${String(stage)}`;
  return Array.from({ length: count }, (_, index): WrittenSheet => {
    const stage = index + 1;
    const after = isChain && stage > 1 ? [stage - 1] : (sheet.dependencies[stage] ?? []);
    return {
      ...base,
      id: idOf(stage),
      ...(after.length === 0 ? {} : { after: after.map(idOf) }),
      ...rangeOf(score, stage),
      ...settingsOf(score, stage, place),
    };
  });
}

function rangeOf({ sheet }: MozartScore, stage: number): Pick<WrittenSheet, "item_range"> {
  if (sheet.size === 1 && sheet.start_item === 1) return {};
  const first = sheet.start_item + (stage - 1) * sheet.size;
  return { item_range: [first, Math.min(first + sheet.size - 1, sheet.total_items)] };
}

function settingsOf(score: MozartScore, stage: number, place: Place): Partial<WrittenSheet> {
  const { sheet } = score;
  const movement = score.movements[stage];
  const title = sheet.descriptions[stage] ?? movement?.name;
  const copies = sheet.fan_out[stage] ?? movement?.voices;
  const skip = sheet.skip_when[stage];
  const skipCommand = sheet.skip_when_command[stage];
  const timeout = timeoutFor(score, stage);
  const choice = choiceFor(score, stage);
  const text = (written: string, path: KeyPath): string => translatedCommand(written, { ...place, path });
  return {
    ...(title === undefined ? {} : { title: plainTitle(title) }),
    ...(copies === undefined ? {} : { fan_out: copies }),
    ...(skip === undefined ? {} : { skip_when: skip }),
    ...(skipCommand === undefined
      ? {}
      : {
          skip_when_command: {
            command: [
              "bash",
              "-c",
              text(skipCommand.command, ["sheet", "skip_when_command", String(stage), "command"]),
            ],
            timeout: milliseconds(skipCommand.timeout_seconds),
            on_timeout: "play" as const,
            ...(skipCommand.description === undefined ? {} : { description: plainTitle(skipCommand.description) }),
          },
        }),
    ...(timeout === undefined ? {} : { timeout: milliseconds(timeout) }),
    ...(choice === null ? {} : { agent: place.agents.nameFor(choice) }),
    ...fallbacksFor(score, stage, place),
    prompt_extensions: translatedExtensions(sheet.prompt_extensions[stage] ?? [], place.exists),
    cadenza: translatedInjections(sheet.cadenzas[stage] ?? [], place.variables),
  };
}

/** Titles and descriptions were never templates. */
function plainTitle(written: string): string {
  const line = written.replaceAll(/[\s\p{Cc}]+/gu, " ").trim() || "sheet";
  return /\{[{%#]/.test(line) ? `{% raw %}${line}{% endraw %}` : line;
}

function stageCount({ sheet }: MozartScore): number {
  return Math.max(0, Math.ceil((sheet.total_items - sheet.start_item + 1) / sheet.size));
}

function fansOut({ sheet, movements }: MozartScore): boolean {
  return Object.keys(sheet.fan_out).length > 0 || Object.values(movements).some(({ voices }) => voices !== undefined);
}

/** Whether nothing tells one stage from another. */
function isUniform(score: MozartScore): boolean {
  return (
    Object.keys(score.sheet.instrument_map).length === 0 &&
    keyedByStage(score).every(([, map]) => Object.keys(map).length === 0)
  );
}

/**
 * Tells what is said of stages that are not there; `false` when there is no way to make sheets of the stages at all.
 */
function checkStages(score: MozartScore, report: Report): boolean {
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
