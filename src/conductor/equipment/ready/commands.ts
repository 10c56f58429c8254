import { createHash } from "node:crypto";
import type { SheetId } from "../../../base/ids.ts";
import { flat } from "../../../base/text.ts";
import { simpleCommandsOf } from "../../../landing/gates/command.ts";
import { placesOf } from "../../../landing/promises/promise.ts";
import type { Plan, SheetPlan } from "../../../score/plan/plan.ts";
import type { Validation } from "../../../score/plan/rule.ts";
import type { Resolver } from "../../../score/resolve/resolver.ts";
import { emptyScene } from "../../../score/resolve/scene.ts";

/** A command that sheets are validated with, and that can be tried before there is any work. */
export interface BaseCommand {
  readonly shown: string;
  readonly programs: readonly string[];
  /** It is run as this sheet would run it. */
  readonly sheet: SheetPlan;
  /** Its place among the validations of that sheet. */
  readonly place: number;
  readonly sheets: readonly SheetId[];
  /** Equal digests mean the same command in the same folder of the tree. */
  readonly digest: string;
}

export interface BaseCommands {
  readonly commands: readonly BaseCommand[];
  /** Commands that look into the workspace, where only a sheet puts something. */
  readonly untried: readonly string[];
}

/** Represents the folder of any tree: no command may depend on it. */
const anyFolder = "/tutti/tree";

/**
 * Each command once. One rule that is filled in differently for each sheet is tried for the first of them: it
 * represents the others.
 */
export function baseCommands(plan: Plan, resolver: Pick<Resolver, "validations">, workspace: string): BaseCommands {
  const found = new Map<string, BaseCommand & { readonly sheets: SheetId[] }>();
  const known = new Set<number>();
  const untried = new Set<string>();
  const note = (sheet: SheetPlan, place: number, validation: CommandRule): void => {
    const { shown, argv } = validation.command;
    const digest = digestOf(validation);
    const rule = sheet.validations[place] ?? place;
    const same = found.get(digest);
    if (same !== undefined) same.sheets.push(sheet.id);
    else if (!known.has(rule))
      found.set(digest, { shown: flat(shown), programs: programsIn(argv), sheet, place, sheets: [sheet.id], digest });
    known.add(rule);
  };
  for (const sheet of plan.sheets) {
    if (!sheet.validations.some((rule) => plan.rules[rule]?.check.kind === "command_succeeds")) continue;
    const validations = resolver.validations(sheet, emptyScene(workspace, anyFolder));
    const asked = new Set(placesOf(validations, workspace).commands);
    for (const [place, validation] of validations.entries()) {
      if (validation.kind !== "command_succeeds") continue;
      if (asked.has(place)) note(sheet, place, validation);
      else untried.add(flat(validation.command.shown));
    }
  }
  return { commands: [...found.values()], untried: [...untried] };
}

export type CommandRule = Extract<Validation, { readonly kind: "command_succeeds" }>;

function digestOf({ command, timeoutMs }: CommandRule): string {
  const { argv, env, cwd } = command;
  return createHash("sha256")
    .update(JSON.stringify([argv, env, cwd, timeoutMs]))
    .digest("hex");
}

/** Of the line that a shell runs, or of the program that is run without one. */
export function programsIn([program, flag, line]: readonly string[]): readonly string[] {
  if (program === undefined) return [];
  const inner = flag === "-c" && line !== undefined ? simpleCommandsOf({ kind: "line", shell: "sh", line }) : [];
  return [program, ...inner.map(([name]) => name)];
}

/** How many different tasks start from the base and have these sheets. */
export function tasksOf(plan: Plan, resolver: Pick<Resolver, "prompt">, sheets: readonly SheetId[]): number {
  const asked = new Set(sheets);
  const scene = emptyScene("/", anyFolder);
  const prompts = plan.sheets.flatMap((sheet) => {
    if (!asked.has(sheet.id) || sheet.after.length > 0) return [];
    const prompt = resolver.prompt(sheet, scene);
    return [prompt.kind === "text" ? prompt.text : sheet.id];
  });
  return new Set(prompts).size;
}

/** Whether a task of the score speaks of a file, program or script; files that are read later may. */
export function namerOf(plan: Plan): (word: string) => boolean {
  const isUnknown = plan.files.some(({ content }) => content.kind === "late");
  const texts = [
    ...plan.texts.flatMap(({ text, includes }) => [text, ...Object.values(includes)]),
    ...plan.files.map(({ content }) => (content.kind === "text" ? content.text : "")),
    ...plan.sheets.map(({ title }) => title),
    ...plan.rules.map(({ check }) => (check.kind === "command_succeeds" ? "" : JSON.stringify(check))),
    JSON.stringify(plan.variables),
  ]
    .join("\n")
    .toLowerCase();
  return (word) => isUnknown || formsOf(word.toLowerCase()).some((form) => texts.includes(form));
}

/** As people write it: the path, the name, or the name without what comes after its dot. */
function formsOf(path: string): readonly string[] {
  const name = path.split("/").findLast((part) => part !== "") ?? path;
  const stem = name.replace(/\.[^.]*$/, "");
  return [path, ...[name, stem].filter((form) => form.length >= shortestForm)];
}

/** Shorter ones are part of other words. */
const shortestForm = 4;
