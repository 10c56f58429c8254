import type { WrittenSheet } from "../../schema/sheet.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { MozartAgents } from "../agents.ts";
import { choiceFor, timeoutFor } from "../choice.ts";
import { translatedCommand } from "../rules/commands.ts";
import { fallbacksFor } from "../fallbacks.ts";
import { translatedExtensions, translatedInjections } from "../files.ts";
import type { MozartScore } from "../schema.ts";
import { milliseconds } from "../seconds.ts";
import { checkStages, fansOut, isUniform, stageCount } from "./stage-keys.ts";

interface Place {
  readonly agents: MozartAgents;
  readonly names: ReadonlySet<string>;
  readonly variables: ReadonlyMap<string, unknown>;
  readonly report: Report;
  /** Whether a named file is there: a text that ends like a file's name may still be a text. */
  readonly exists: (name: string) => boolean;
}

/** Mozart's stages as sheets. Where nothing tells them apart, one entry stands for all of them. */
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
