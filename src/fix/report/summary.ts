import { andMore, firstFew, plural } from "../../base/text.ts";
import type { FixReport, SheetReport, TotalReport } from "./shape.ts";
import { agentWords, costText, inLine, timeText } from "./text.ts";
import type { PassedOver } from "../model.ts";

export function headline({ total }: FixReport): string {
  const { asked, fixed, remaining, gone, unknown, introduced, files, filesFixed } = total;
  if (asked === 0) return "Nothing was asked for.";
  const parts = [
    `${fixed} of ${plural(asked, "finding")} fixed, in ${filesFixed} of ${plural(files, "file")}`,
    `${remaining} remain${remaining === 1 ? "s" : ""}`,
    ...(gone === 0 ? [] : [`${gone} ${gone === 1 ? "was" : "were"} gone already`]),
    ...(unknown === 0 ? [] : [`${unknown} not measured`]),
    `${introduced} introduced`,
  ];
  return `${parts.join(", ")}.`;
}

export function spentLine(total: TotalReport): string {
  const time = total.tookMs === null ? "" : `, time ${timeText(total.tookMs)}`;
  return `${plural(total.sheets, "sheet")}, ${plural(total.attempts, "attempt")}${time}, cost ${totalCost(total)}.`;
}

function totalCost({ costUsd, knownCostUsd }: TotalReport): string {
  return costUsd === null && knownCostUsd > 0
    ? `at least ${costText(knownCostUsd)}, the rest unknown`
    : costText(costUsd);
}

/** Skipped findings and the recheck, a line each. */
export function notes(report: FixReport): readonly string[] {
  const { leftOut, recheck, problems } = report;
  return [
    ...problems.map((problem) => `Not good: ${inLine(problem)}`),
    ...limitNotes(report),
    ...leftOut.map(
      ({ why, findings, files }) =>
        `Left out: ${plural(findings, "finding")}, ${leftOutWords[why]}${someFiles(files)}.`,
    ),
    ...(recheck === null
      ? []
      : [
          `The project now${recheck.commit === null ? "" : ` (${inLine(recheck.commit.slice(0, 10))})`}: ${plural(recheck.remaining, "finding")} of before, ` +
            `${recheck.askedRemaining} of them asked for; ${recheck.introduced} new.`,
          ...recheck.failed.map(({ tool, why }) => `Unknown: ${inLine(tool)} could not be asked again: ${inLine(why)}`),
        ]),
  ];
}

/** A cost limit holds only for agents that report their cost. */
function limitNotes({ total: { unknownCosts }, costLimits }: FixReport): readonly string[] {
  if (costLimits === null || unknownCosts === 0) return [];
  const limits = [
    ...(costLimits.perJobUsd === null ? [] : [`${costText(costLimits.perJobUsd)} for all`]),
    ...(costLimits.perSheetUsd === null ? [] : [`${costText(costLimits.perSheetUsd)} for a sheet`]),
  ];
  return [
    `Not known: what ${plural(unknownCosts, "attempt")} cost, so that the limit (${limits.join(", ")}) could not hold for ${unknownCosts === 1 ? "it" : "them"}.`,
  ];
}

const mostFiles = 3;

function someFiles(files: readonly string[]): string {
  if (files.length === 0) return "";
  return `: ${firstFew(files.map(inLine), mostFiles)}`;
}

/** Empty: none, or unknown. */
function alsoChangedWords({ alsoChanged }: SheetReport): string {
  if (alsoChanged === null || alsoChanged.count === 0) return "";
  const named = alsoChanged.files.slice(0, mostAlso).map(inLine);
  return `also changed: ${named.join(", ")}${andMore(alsoChanged.count - named.length)}`;
}

const mostAlso = 10;

export function isAllGood({ state, remaining, introduced, unknown }: SheetReport): boolean {
  return state !== "open" && state !== "failed" && state !== "cancelled" && remaining + introduced + unknown === 0;
}

export function signOf(sheet: SheetReport): "✓" | "~" | "✗" | "…" {
  if (sheet.state === "open") return "…";
  if (isAllGood(sheet)) return "✓";
  return sheet.fixed > 0 || sheet.unknown > 0 ? "~" : "✗";
}

/** Empty: unknown. */
export function whyOf({ state, why, unlanded, asked, unknown }: SheetReport): string {
  const parts = [
    ...(why === null ? [] : [inLine(why)]),
    ...(unlanded === null ? [] : [`${unlanded.fixed} of ${asked} fixed in work that is not on the target`]),
    ...(unknown > 0 ? ["its result was not measured"] : []),
  ];
  if (parts.length > 0) return parts.join("; ");
  return state === "skipped" || state === "cancelled" ? state : "";
}

export const leftOutWords: Readonly<Record<PassedOver["why"], string>> = {
  dirty: "in files with uncommitted changes",
  path: "elsewhere",
  excluded: "in files that are excluded",
  code: "of rules that were not requested",
  ignored: "ignored",
  severity: "below the requested severity",
  "no-file": "in no file",
  outside: "in files outside of the repository",
  "max-files": "beyond --max-files",
  "max-findings": "beyond --max-findings",
  "max-per-sheet": "beyond --max-per-sheet",
  "no-fix": "in files that no tool can fix by itself",
  "job-full": "beyond what one job holds (run tutti fix again, or with their paths)",
};

export type SheetCell = "asked" | "fixed" | "left" | "new" | "by" | "tries" | "cost" | "time";

/** The columns of a sheet; `-`: it has not started. */
export function cellsOf(sheet: SheetReport): Readonly<Record<SheetCell, string>> {
  const { asked, fixed, unknown, remaining, introduced, agents, attempts, costUsd, tookMs } = sheet;
  return {
    asked: String(asked),
    fixed: unknown > 0 ? "?" : String(fixed),
    left: String(remaining),
    new: String(introduced),
    by: inLine(agentWords(agents).join(", ")),
    tries: String(attempts),
    cost: attempts === 0 ? "-" : costText(costUsd),
    time: attempts === 0 ? "-" : timeText(tookMs),
  };
}

/** The lines about a sheet besides its numbers. */
export function detailsOf(sheet: SheetReport): readonly string[] {
  return [isAllGood(sheet) ? "" : whyOf(sheet), alsoChangedWords(sheet)].filter((words) => words !== "");
}
