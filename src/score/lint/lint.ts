import { positionAt } from "@tutti/jinja";
import { runsItsInput } from "../interpreter.ts";
import { resolvedPath } from "../match/paths.ts";
import { isInPlace, landsResults, playsOneByOne } from "../plan/isolation.ts";
import { type IsolationLevel, levels } from "../plan/levels.ts";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import { builtInNames } from "../resolve/scene.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import type { WrittenIsolation } from "../schema/contexts/isolation.ts";
import { usualLanding } from "../schema/landing.ts";
import type { Score } from "../schema/score.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { mixUpsIn, namesInCondition, namesInTemplate } from "./tags.ts";
import { textsOf } from "./texts.ts";
import { type Look, lintValidations } from "./validations.ts";

/** Warnings and hints about a valid score of either shape. Nothing here is an error. */
export function lintPlan(look: Look): void {
  lintWorkspace(look);
  lintEvolved(look);
  lintBraces(look);
  lintValidations(look);
  lintFanOut(look);
  lintUnused(look);
  lintIsolation(look);
  lintLanding(look);
  lintPrograms(look);
}

/** The workspace is made with all folders above it, so a typing error in its path would go unnoticed. */
function lintWorkspace({ plan, source, report }: Look): void {
  if (plan.workspace === null || source.files === undefined) return;
  const parent = resolvedPath(plan.workspace, "..");
  if (parent !== source.baseDir && !source.files.exists(parent))
    report("V002", ["workspace"], `the folder ${parent} is not there; it is made when the job starts`);
}

/** A score copied from its predecessor (`name-v3` from `name-v2`) that still names what belongs to that one. */
function lintEvolved({ plan, score, report }: Look): void {
  const [, base = "", version] = /^(.+)-v(\d{1,6})$/.exec(plan.name) ?? [];
  if (version === undefined) return;
  const mention = new RegExp(`${base.replaceAll(/[^\w]/g, String.raw`\$&`)}-v(\\d{1,6})(?!\\d)`, "g");
  for (const { path, text } of textsOf(score)) {
    const older = [...text.matchAll(mention)].find(([, found]) => Number(found) < Number(version));
    if (older !== undefined) report("V009", path, `names ${older[0]}, but this is ${plan.name}`);
  }
}

/** `{name}` where `{{ name }}` is meant: it would reach the agent as it is. */
function lintBraces(look: Look): void {
  const { score, variables, report } = look;
  const isName = (name: string): boolean => builtInNames.has(name) || variables.has(name);
  for (const { path, text, kind } of textsOf(score)) {
    if (kind !== "template") continue;
    for (const { name, from } of firstOfEach(mixUpsIn(text, isName)))
      report.inside("V202", path, { at: positionAt(text, from), file: null, message: sentence(name) });
  }
  for (const [place, { text }] of look.plan.texts.entries()) {
    const { path, file } = look.texts.originOf(place);
    if (file === null) continue;
    for (const { name, from } of firstOfEach(mixUpsIn(text, isName)))
      report.inside("V202", path, { at: positionAt(text, from), file, message: sentence(name) });
  }
}

/** Saying it once of each name is enough. */
function firstOfEach<T extends { readonly name: string }>(found: readonly T[]): readonly T[] {
  return [...new Map(found.toReversed().map((item) => [item.name, item])).values()].reverse();
}

function sentence(name: string): string {
  return `{${name}} is left as it is; the value is {{ ${name} }}`;
}

/** Variables that nothing names, and names that nothing ever fills. */
function lintUnused(look: Look): void {
  const { variables, plan, report } = look;
  const named = new Set<string>();
  for (const { text, kind } of textsOf(look.score)) {
    if (kind !== "plain")
      for (const name of kind === "condition" ? namesInCondition(text) : namesInTemplate(text)) named.add(name);
  }
  for (const [place, { text, includes }] of plan.texts.entries()) {
    const names = new Set([text, ...Object.values(includes)].flatMap((part) => [...namesInTemplate(part)]));
    for (const name of names) named.add(name);
    lintEmpty(look, place, names);
  }
  for (const [name, value] of variables) {
    // Mozart defines some as empty that the score does not mention.
    if (!named.has(name) && value !== "")
      report.key("V502", ["variables", name], "is not used: no template and no condition names it");
  }
}

/** A sheet gets outputs and files of earlier sheets only if it asks for them. */
function lintEmpty({ plan, texts, variables, report }: Look, place: number, names: ReadonlySet<string>): void {
  const { crossSheet } = plan;
  const { path } = texts.originOf(place);
  const isEmpty = (name: string): boolean => names.has(name) && !variables.has(name);
  if (crossSheet?.outputs !== true && isEmpty("previous_outputs"))
    report("V507", path, "previous_outputs is always empty: set cross_sheet.outputs to true");
  if ((crossSheet?.files.length ?? 0) === 0 && isEmpty("previous_files"))
    report("V507", path, "previous_files is always empty: name the files in cross_sheet.files");
}

/** Settings of landing that have no effect. */
function lintLanding({ score, plan, report }: Look): void {
  const { landing } = plan;
  if (landing.tests === "none" && landing.gates.length > 0) {
    report("V511", ["landing", "gates"], "tests: none runs no gate: every result that passes its validations lands");
  }
  if (!landsResults(plan.isolation)) {
    if (JSON.stringify(score.landing) !== JSON.stringify(usualLanding))
      report("V512", ["landing"], "has no effect with isolation none: nothing lands");
    return;
  }
  for (const [path, why] of idleKeys(plan)) report("V512", ["landing", ...path], why);
}

function idleKeys({ landing, isolation }: Plan): readonly [KeyPath, string][] {
  const keys: [isIdle: boolean, KeyPath, string][] = [
    [
      landing.strategy !== "squash" && isolation.level === "directory",
      ["strategy"],
      "has no effect with isolation directory: contexts have no git, so there are no commits of an agent's to keep",
    ],
    [
      landing.protectedPaths.length > 0 && landing.mode === "approve",
      ["protected"],
      "has no effect with mode: approve: every result waits for a person",
    ],
  ];
  return keys.flatMap(([isIdle, path, why]) => (isIdle ? [[path, why]] : []));
}

/** Agents that take their prompt for a program. */
function lintPrograms({ score, plan, placed, report }: Look): void {
  for (const [name, agent] of Object.entries(score.agents)) lintCommand(agent, ["agents", name], report);
  lintOwner(score, [], report);
  for (const [index, sheet] of score.sheets.entries()) lintOwner(sheet, ["sheets", index], report);
  for (const [place, { agent, files, extensions }] of plan.sheets.entries()) {
    if (agent.kind !== "command" || agent.runsPrompt !== true || files.length + extensions.length === 0) continue;
    const what = files.length > 0 ? "files of prelude and cadenza" : "prompt_extensions";
    report(
      "V514",
      ["sheets", placed[place]?.index ?? 0],
      `its prompt is a program: ${what} are not part of it, but of the file that TUTTI_BRIEF_FILE names`,
    );
  }
}

function lintOwner({ agent, fallbacks = [] }: Pick<Score, "agent" | "fallbacks">, path: KeyPath, report: Report): void {
  if (agent !== undefined) lintCommand(agent, [...path, "agent"], report);
  for (const [index, fallback] of fallbacks.entries()) lintCommand(fallback, [...path, "fallbacks", index], report);
}

function lintCommand(agent: WrittenAgent, path: KeyPath, report: Report): void {
  if (
    typeof agent === "string" ||
    !("command" in agent) ||
    agent.prompt_is !== undefined ||
    !runsItsInput(agent.command)
  )
    return;
  const message = `${agent.command.join(" ")} runs its prompt, so it is handed over as a program, with nothing added; say so with prompt_is: program`;
  report("V513", [...path, "command"], message);
}

/** Sheets that are played several times. */
function lintFanOut(look: Look): void {
  const { plan, placed, report } = look;
  const groups = firstOfGroups(look);
  const [first] = groups.filter(({ sheet }) => sheet.numbers.fan_count > 1);
  if (first !== undefined) {
    const path = ["sheets", placed[first.place]?.index ?? 0, "fan_out"];
    if (first.sheet.numbers.total_stages > 1 && plan.sheets.every(({ after }) => after.length === 0)) {
      report("V206", path, "nothing says which sheets wait for which: all of them may start at once");
    }
    if (plan.parallel === 1)
      report("V207", path, "copies are played one after another, since only one sheet may run at once");
  }
  for (const { sheet, path } of groups) {
    if (isSameForAll(sheet, look))
      report("V508", path, "all of them get the same prompt: it names nothing that differs from one to the next");
  }
}

interface Group {
  readonly sheet: SheetPlan;
  readonly place: number;
  readonly path: KeyPath;
}

/** The first of each group of copies or of items. */
function firstOfGroups({ plan, placed }: Look): readonly Group[] {
  return plan.sheets.flatMap((sheet, place): readonly Group[] => {
    const origin = placed[place];
    if (origin === undefined || placed[place - 1]?.index === origin.index || placed[place + 1]?.index !== origin.index)
      return [];
    return [{ sheet, place, path: ["sheets", origin.index, origin.written.items === undefined ? "fan_out" : "items"] }];
  });
}

const differing = ["instance", "voice", "sheet_num", "start_item", "end_item", "sheet", "title"];
const differingItems = [...differing, "stage", "movement"];

function isSameForAll({ prompt, extensions, files, numbers }: SheetPlan, { plan }: Look): boolean {
  const texts = [prompt, ...extensions].flatMap((place) => plan.texts[place] ?? []);
  const late = files.flatMap((place) => {
    const content = plan.files[place]?.content;
    return content?.kind === "late" ? [content.path] : [];
  });
  const all = [...texts.flatMap(({ text, includes }) => [text, ...Object.values(includes)]), ...late];
  const telling = numbers.fan_count > 1 ? differing : differingItems;
  return !all.some((text) => {
    const names = namesInTemplate(text);
    return telling.some((name) => names.has(name));
  });
}

/** Settings of contexts that the level does not have, or that sheets side by side can't have. */
function lintIsolation({ score, plan, report }: Look): void {
  const { isolation } = score;
  const { level } = plan.isolation;
  // Settings of a level that is switched off may be meant for later.
  if (level !== "none") {
    for (const [path, why] of idleSettings(isolation, level))
      report("V509", ["isolation", ...path], `has no effect with mode: ${level}: ${why}`);
  }
  if ((score.parallel ?? 1) > 1 && playsOneByOne(plan.isolation)) {
    const why = isInPlace(level) ? "they work in the repository itself" : "they share one context";
    report(
      "V510",
      ["parallel"],
      `the sheets are played one after the other all the same: ${why}; tutti run --per sheet gives each a context of its own`,
    );
  }
}

function idleSettings(
  { clone, borrow, branch_prefix: prefix }: WrittenIsolation,
  level: IsolationLevel,
): [KeyPath, string][] {
  const keys: [isIdle: boolean, KeyPath, string][] = [
    [clone.objects === "copy" && !levels[level].isClone, ["clone", "objects"], "no clone is made"],
    [borrow.length > 0 && levels[level].hasContainer, ["borrow"], "containers see nothing of your checkout"],
    [prefix !== undefined && !levels[level].needsRepository, ["branch_prefix"], "contexts have no branch"],
  ];
  return keys.flatMap(([isIdle, path, why]) => (isIdle ? [[path, why]] : []));
}
