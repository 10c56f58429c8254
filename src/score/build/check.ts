import type { Plan, SheetPlan } from "../plan.ts";
import { makeResolver } from "../resolve/resolver.ts";
import type { Resolver } from "../resolve/resolver.ts";
import { emptyScene } from "../resolve/scene.ts";
import type { Scene } from "../resolve/scene.ts";
import { maxShown } from "../source/problem.ts";
import type { Report } from "../source/report.ts";
import type { TemplateEngine } from "../template/engine.ts";
import { messagesChecker } from "./check/messages.ts";
import { rulesChecker } from "./check/rules.ts";
import type { Effort } from "./effort.ts";
import type { Placed } from "./expand.ts";
import type { FileTable } from "./files.ts";
import type { MessageTable } from "./messages.ts";
import type { RuleTable } from "./rules.ts";
import { templateCode } from "./check/template-code.ts";
import type { TextTable } from "./texts.ts";

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

/** Fills in everything of every sheet once, as if it were played: what would go wrong then is told now. */
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

/** How long the prompt is; what is wrong with it is told. */
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
