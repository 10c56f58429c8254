import { globMatcher } from "../../glob.ts";
import { jsonQuery } from "../../json-query.ts";
import { pattern } from "../../pattern.ts";
import type { Plan, SheetPlan } from "../../plan.ts";
import { fillerFor } from "../../resolve/fill.ts";
import type { Scene } from "../../resolve/scene.ts";
import { concreteCheck } from "../../resolve/validation.ts";
import type { ConcreteCheck, Rule } from "../../rule.ts";
import type { ProblemCode } from "../../source/codes.ts";
import type { KeyPath } from "../../source/place.ts";
import type { Report } from "../../source/report.ts";
import type { TemplateEngine } from "../../template/engine.ts";
import type { RuleTable } from "../rules.ts";
import { isUndefined, isUnsafe, templateCode } from "./template-code.ts";

/** Fills in the rules of one sheet after another and tells what can't be. */
export function rulesChecker(
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
      const concrete = concreteCheck(rule.check, filler);
      const fault =
        concrete.kind === "wrong" ? { key: concrete.key ?? "", why: concrete.why } : contentFault(concrete.value);
      if (fault !== null) report(codeOf(fault), keyPathOf(rules.originOf(place), rule, fault.key), fault.why);
      const said = rule.description === null ? null : filler.text(rule.description);
      if (said?.kind === "wrong") report(templateCode(said.why), [...rules.originOf(place), "description"], said.why);
      // Without templates it is the same for every sheet; with a fault once is enough.
      if (fault !== null || said?.kind === "wrong" || isFixed(place)) settled.add(place);
    }
  };
}

interface Fault {
  readonly key: string;
  readonly why: string;
}

/** What can be wrong with a check although all of it could be filled in. */
function contentFault(check: ConcreteCheck): Fault | null {
  if (check.kind === "diff_within") return faultOf("paths", globMatcher(check.paths));
  if (check.kind === "json_path") return faultOf("query", jsonQuery(check.query));
  if (check.kind === "findings" && check.format.kind === "pattern")
    return faultOf("pattern", pattern(check.format.pattern));
  return null;
}

function faultOf(
  key: string,
  read: { readonly kind: "means" } | { readonly kind: "wrong"; readonly why: string },
): Fault | null {
  return read.kind === "wrong" ? { key, why: read.why } : null;
}

function codeOf({ key, why }: Fault): ProblemCode {
  if (isUndefined(why)) return "V101";
  if (isUnsafe(why)) return "V023";
  if (key === "pattern") return "V007";
  return key === "path" || key === "cwd" || key === "files" ? "V022" : "V008";
}

/** Some checks are written as the path or the command itself, with no key below. */
function keyPathOf(origin: KeyPath, { check }: Rule, key: string): KeyPath {
  if (key === "cwd") return [...origin, key];
  switch (check.kind) {
    case "file_exists":
    case "file_modified":
    case "diff_within":
      return [...origin, check.kind];
    case "command_succeeds":
      return [...origin, "command"];
    default:
      return [...origin, check.kind, key];
  }
}
