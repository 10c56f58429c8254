import { visible } from "../../../base/text.ts";
import { durationText } from "../../../score/duration.ts";
import { isInPlace } from "../../../score/plan/isolation.ts";
import type { PlanPreview, SheetPreview } from "../../../score/preview/preview.ts";
import type { AgentPreview, IsolationPreview } from "../../../score/preview/settings.ts";
import type { RulePreview } from "../../../score/rules/rule.ts";
import type { Terminal } from "../../terminal/terminal.ts";
import { commitLines, landingLines } from "./landing-lines.ts";

/** The actions of one sheet, for people. */
export function sheetLines(terminal: Terminal, sheet: SheetPreview): readonly string[] {
  const titled = sheet.title === sheet.id ? "" : `  ${visible(sheet.title)}`;
  return [
    "",
    `${terminal.bold(`${sheet.number} ${visible(sheet.id)}`)}${titled}`,
    `  ${placeWords(sheet)}`,
    ...(sheet.skip_when === null ? [] : [`  skipped when ${visible(sheet.skip_when)}`]),
    ...(sheet.skip_when_command === null
      ? []
      : [`  skipped when this succeeds: ${visible(String(sheet.skip_when_command["command"]))}`]),
    ...sheet.files.map(
      ({ name, as, late }) => `  ${as}: ${visible(name)}${late ? " (read when the sheet is played)" : ""}`,
    ),
    ...promptLines(terminal, sheet),
    ...ruleLines("preconditions", sheet.preconditions),
    ...ruleLines("validations", sheet.validations),
    ...commitLines(sheet.commit, sheet.title),
  ];
}

/** Where the folders are only stand-ins, it is said, or people would look for them. */
export function folderLines({
  workspace,
  worktree,
  isolation,
  landing,
}: Omit<PlanPreview, "sheets">): readonly string[] {
  return [
    ...isolationLines(isolation),
    ...(isolation.lands ? landingLines(landing) : []),
    `  ${worktree} stands for ${isInPlace(isolation.level) ? "the repository" : "the sheet's context, which is made when it starts"}`,
    workspace.stand_in
      ? `  ${workspace.path} stands for the workspace, which is made when the job starts`
      : `  workspace: ${visible(workspace.path)}`,
  ];
}

function placeWords(sheet: SheetPreview): string {
  const { stage, instance, fan_count, items, after, agent, fallbacks, timeout_ms, worker } = sheet;
  return [
    // The variable of templates: sheets of different numbers may run side by side.
    `{{ stage }} is ${stage}`,
    ...(fan_count > 1 ? [`copy ${instance} of ${fan_count}`] : []),
    ...(items[0] === items[1] ? [] : [`items ${items[0]} to ${items[1]}`]),
    ...(after.length === 0 ? [] : [`after ${after.map(visible).join(", ")}`]),
    `agent ${agentWords(agent)}`,
    ...(fallbacks.length === 0 ? [] : [`then ${fallbacks.map(agentWords).join(", ")}`]),
    `timeout ${durationText(timeout_ms)}`,
    ...(worker === undefined ? [] : [`on a worker that has ${worker.map(visible).join(", ")}`]),
  ].join(", ");
}

function agentWords({ name, model }: AgentPreview): string {
  return visible(typeof model === "string" ? `${name} (${model})` : name);
}

function promptLines(terminal: Terminal, { prompt, prompt_unknown: why }: SheetPreview): readonly string[] {
  if (prompt === null) return [`  prompt: known only when it is played (${visible(why ?? "")})`];
  return [
    "  prompt:",
    ...prompt
      .trimEnd()
      .split("\n")
      .map((line) => `  ${terminal.dim("│")} ${printable(line)}`),
  ];
}

/** Escape codes of a score must not speak to the terminal. */
function printable(line: string): string {
  return line.replace(/[^\P{Cc}\t]/gu, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function ruleLines(name: string, rules: readonly RulePreview[]): readonly string[] {
  if (rules.length === 0) return name === "validations" ? ["  no validations"] : [];
  return [
    `  ${name}:`,
    ...rules.map(
      ({ kind, description, stage, path, command }) =>
        `    ${stage > 1 ? `stage ${stage}: ` : ""}${visible(description)} (${[kind, ...[path ?? command].flatMap((what) => (typeof what === "string" ? [visible(what)] : []))].join(": ")})`,
    ),
  ];
}

/** Where the sheets of a plan work, for people. */
function isolationLines(isolation: IsolationPreview): readonly string[] {
  const { level, lands, one_by_one: isOneByOne } = isolation;
  if (!lands)
    return [
      `  isolation: ${level}: in the repository itself, one sheet after the other; nothing lands`,
      `    ${captureWords(isolation)}`,
    ];
  const each = isolation.per === "job" ? "one context for the whole job" : "a context for each sheet";
  return [
    `  isolation: ${level}, ${each}${isOneByOne ? "; one sheet after the other" : ""}`,
    `    ${detailWords(isolation).join("; ")}`,
  ];
}

function detailWords(isolation: IsolationPreview): readonly string[] {
  const { worktree_base: base, branch_prefix: prefix, source_branch: source } = isolation;
  return [
    ...(base === null ? [] : [`in ${visible(base)}`]),
    ...(source === null ? [] : [`from the branch ${visible(source)}`]),
    ...(prefix === null ? [] : [`branches begin with ${visible(prefix)}`]),
    ...(isolation.clone_objects === "copy" ? ["with objects of their own"] : []),
    removalWords(isolation),
    ...(isolation.lock_during_execution ? [] : ["not locked"]),
    ...(isolation.fallback_on_error ? ["in place where there is no git repository"] : []),
    captureWords(isolation),
  ];
}

function removalWords({ cleanup_on_success: onSuccess, cleanup_on_failure: onFailure }: IsolationPreview): string {
  if (onSuccess === onFailure) return onSuccess ? "removed in the end" : "never removed";
  return onSuccess ? "kept when a sheet failed" : "removed only when a sheet failed";
}

function captureWords({ snapshot_every_ms: everyMs }: IsolationPreview): string {
  return everyMs === null
    ? "captured when an agent has ended"
    : `captured every ${durationText(everyMs)} while an agent runs`;
}
