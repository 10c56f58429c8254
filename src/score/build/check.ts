import type { TemplateEngine } from "@tutti/jinja";
import type { Plan, SheetPlan } from "../plan/plan.ts";
import { fillerFor } from "../resolve/fill.ts";
import type { Said } from "../resolve/message.ts";
import { type Resolver, makeResolver } from "../resolve/resolver.ts";
import { type Scene, emptyScene } from "../resolve/scene.ts";
import type { RuleFault } from "../rules/kind.ts";
import { contentFault, filledCheck, keyPathOf } from "../rules/rule.ts";
import type { ProblemCode } from "../source/codes.ts";
import type { KeyPath } from "../source/place.ts";
import { maxShown } from "../source/problem.ts";
import type { Report } from "../source/report.ts";
import { isUndefined, isUnsafe, templateCode } from "./check/template-code.ts";
import type { KeptRule, RuleTable } from "./rules.ts";
import type { Placed } from "./sheets/expand.ts";
import type { FileTable } from "./texts/files.ts";
import type { MessageTable } from "./texts/messages.ts";
import type { TextTable } from "./texts/texts.ts";

interface Origins {
  readonly texts: TextTable;
  readonly files: FileTable;
  readonly rules: RuleTable;
  readonly messages: MessageTable;
  readonly placed: readonly Placed[];
  readonly report: Report;
  readonly engine: TemplateEngine;
  readonly effort: Effort;
}

// Prompts are not kept, only read; yet all of them have to be made once, and a small template times many sheets is
// much.
const maxTotalLength = 256 * 1024 * 1024;

/** Fills in everything of every sheet once, as if it were played: problems of a run are reported at load. */
export function checkPlan(plan: Plan, origins: Origins): void {
  const { report } = origins;
  const resolver = makeResolver(plan, origins.engine);
  const scene = sampleScene(plan);
  const checkRules = rulesChecker(plan, origins, scene);
  const checkMessages = messagesChecker(plan, origins, { resolver, scene });
  const known = report.problems.length;
  const told = new Set<number>();
  let total = 0;
  for (const [place, sheet] of plan.sheets.entries()) {
    if (
      report.problems.length - known > maxShown * 2 ||
      origins.effort.isTooMuch(["sheets", origins.placed[place]?.index ?? 0])
    )
      return;
    total += checkPrompt({ plan, sheet, scene, resolver, told }, origins);
    if (total > maxTotalLength) {
      report("V020", origins.texts.originOf(sheet.prompt).path, "all prompts together are larger than 256 MB");
      return;
    }
    checkRules(sheet);
    checkMessages(sheet);
    checkPlaces(resolver, origins, { sheet, scene, index: origins.placed[place]?.index ?? 0 });
  }
}

/** Stand-ins for folders that are made later; no path of a score's can lie in them by chance. */
export const sampleWorkspace = "/tutti-workspace";
export const sampleWorktree = "/tutti-worktree";

function sampleScene(plan: Plan): Scene {
  return emptyScene(plan.workspace ?? sampleWorkspace, sampleWorktree);
}

interface PromptCheck {
  readonly plan: Plan;
  readonly sheet: SheetPlan;
  readonly scene: Scene;
  readonly resolver: Resolver;
  /** Texts that are known to be wrong: once is enough, and looking for it again takes long. */
  readonly told: Set<number>;
}

/** The length of the prompt; reports its problems. */
function checkPrompt({ plan, sheet, scene, resolver, told }: PromptCheck, { texts, report }: Origins): number {
  if ([sheet.prompt, ...sheet.extensions].some((place) => told.has(place))) return 0;
  const prompt = resolver.prompt(sheet, scene);
  if (prompt.kind === "text") return prompt.text.length;
  // It may count on what earlier sheets said; with something there it must be right.
  for (const count of plan.crossSheet?.outputs === true ? [recent, sheet.numbers.sheet_num - 1] : []) {
    const later = resolver.prompt(sheet, { ...scene, previousOutputs: sampleOutputs(sheet, count) });
    if (later.kind === "text") return later.text.length;
  }
  told.add(prompt.place);
  const { path, file } = texts.originOf(prompt.place);
  report.inside(templateCode(prompt.why), path, { at: prompt.at, file, message: prompt.why });
  return 0;
}

/** Most look at the last few; outputs for all that went before each of ten thousand sheets would be fifty million. */
const recent = 20;

function sampleOutputs({ numbers }: SheetPlan, count: number): ReadonlyMap<number, string> {
  const length = Math.min(count, numbers.sheet_num - 1);
  return new Map(Array.from({ length }, (_, index): [number, string] => [numbers.sheet_num - length + index, ""]));
}

/** The command and the paths that are looked at before the agent starts. */
function checkPlaces(
  resolver: Resolver,
  { files, report }: Origins,
  { sheet, scene, index }: { sheet: SheetPlan; scene: Scene; index: number },
): void {
  const skip = resolver.skipCommand(sheet, scene);
  if (skip?.kind === "wrong") report(templateCode(skip.why), ["sheets", index, "skip_when_command"], skip.why);
  for (const { place, path } of resolver.lateFiles(sheet, scene)) {
    if (path.kind === "wrong") report("V108", files.originOf(place), path.why);
  }
  for (const glob of resolver.previousFiles(sheet, scene)) {
    if (glob.kind === "wrong") report("V022", ["cross_sheet", "files"], glob.why);
  }
}

/** Fills in what the commits and pull requests of one sheet after another would say and tells what can't be. */
function messagesChecker(
  plan: Plan,
  { messages, report }: { messages: MessageTable; report: Report },
  { resolver, scene }: { resolver: Resolver; scene: Scene },
): (sheet: SheetPlan) => void {
  const settled = new Set<number>();
  const fixed = new Set(plan.messages.flatMap((message, place) => (hasTemplate(message) ? [] : [place])));
  const { pullRequest } = plan.landing;
  let isOpen = pullRequest !== null && hasTemplate(pullRequest);
  const tell = (said: Said<unknown>, pathOf: (key: string) => KeyPath): boolean => {
    if (said.kind === "means") return true;
    if (said.at === undefined) report("V011", pathOf(said.key), said.why);
    else report.inside(templateCode(said.why), pathOf(said.key), { at: said.at, file: null, message: said.why });
    return false;
  };
  return (sheet) => {
    const { message } = sheet;
    if (!settled.has(message)) {
      const isRight = tell(resolver.message(sheet, scene), (key) => messages.originOf(message, key));
      // Without templates it is the same for every sheet; with a fault once is enough.
      if (!isRight || fixed.has(message)) settled.add(message);
    }
    if (!isOpen) return;
    const said = resolver.pullRequest(sheet, scene);
    isOpen = said === null || tell(said, (key) => ["landing", "pull_request", key]);
  };
}

function hasTemplate(texts: object): boolean {
  return /\{[{%#]/.test(JSON.stringify(texts));
}

/** Fills in the rules of one sheet after another and tells what can't be. */
function rulesChecker(
  plan: Plan,
  { rules, report, engine }: { rules: RuleTable; report: Report; engine: TemplateEngine },
  scene: Scene,
): (sheet: SheetPlan) => void {
  const settled = new Set<number>();
  const templates = new Map<number, boolean>();
  const isFixed = (place: number): boolean => {
    const known = templates.get(place) ?? /\{[{%#]/.test(JSON.stringify(plan.rules[place]));
    templates.set(place, known);
    return !known;
  };
  return (sheet) => {
    const open = [...sheet.preconditions, ...sheet.validations].filter((place) => !settled.has(place));
    if (open.length === 0) return;
    const filler = fillerFor(engine, { plan, sheet, scene });
    for (const place of open) {
      const rule = plan.rules[place];
      if (rule === undefined) continue;
      const concrete = filledCheck(rule.check, filler);
      const fault =
        concrete.kind === "wrong" ? { key: concrete.key ?? "", why: concrete.why } : contentFault(concrete.value);
      if (fault !== null)
        report(codeOf(fault), [...rules.originOf(place), ...keyPathOf(rule.check, fault.key)], fault.why);
      const said = rule.description === null ? null : filler.text(rule.description);
      if (said?.kind === "wrong") report(templateCode(said.why), [...rules.originOf(place), "description"], said.why);
      // Without templates it is the same for every sheet; with a fault once is enough.
      if (fault !== null || said?.kind === "wrong" || isFixed(place)) settled.add(place);
    }
  };
}

function codeOf({ key, why }: RuleFault): ProblemCode {
  if (isUndefined(why)) return "V101";
  if (isUnsafe(why)) return "V023";
  if (key === "pattern") return "V007";
  return key === "path" || key === "cwd" || key === "files" ? "V022" : "V008";
}

/**
 * The amount of work that a score asks for before anything is played. A small amount for one sheet is large for all of
 * them, and a small file can ask for a hundred thousand.
 */
export interface Effort {
  /** Counts what choosing a sheet's rules takes. */
  rules(kept: readonly KeptRule[]): void;
  /** Whether it was too much by now, which is told once. */
  isTooMuch(path: KeyPath): boolean;
}

// In steps of the template engine, of which there are some ten million a second. The prompt of a sheet takes a few
// hundred.
const atLeast = 3_000_000;
const perSheet = 2_000;

export function effortFor(sheets: number, engine: TemplateEngine, report: Report): Effort {
  const limit = atLeast + perSheet * sheets;
  const weights = new Map<readonly KeptRule[], number>();
  let steps = 0;
  let isTold = false;
  return {
    rules(kept) {
      const weight = weights.get(kept) ?? weightOf(kept);
      weights.set(kept, weight);
      steps += weight;
    },
    isTooMuch(path) {
      if (steps + engine.spent() <= limit) return false;
      if (!isTold) report("V020", path, "its templates and conditions take too long for so many sheets");
      isTold = true;
      return true;
    },
  };
}

function weightOf(kept: readonly KeptRule[]): number {
  return kept.reduce((sum, { when }) => sum + 10 + (when?.text.length ?? 0) / 5, 0);
}
