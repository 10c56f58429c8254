import { oneLine } from "../../base/text.ts";
import { resolvedPath } from "../match/paths.ts";
import type { FilePlace } from "../plan/command.ts";
import type { Check, ConcreteCheck, Rule, Validation } from "../plan/rule.ts";
import type { Scene } from "../resolve/scene.ts";
import type { WrittenRule } from "../schema/validation.ts";
import type { KeyPath } from "../source/place.ts";
import type { Filling, PromisePart, RuleFault, RuleFiller, RulePlace, ShownPlace } from "./kind.ts";
import { kindOf, ruleKeys, ruleKinds } from "./kinds.ts";
import type { FilledCheck } from "./kinds.ts";

/** The check that a rule of a score asks for; `null`: something is wrong with it, and was reported. */
export function plannedCheck(rule: WrittenRule, place: RulePlace): Check | null {
  const key = ruleKeys.find((one) => rule[one] !== undefined);
  return key === undefined ? null : kindOf(ruleKinds[key]).plan(rule[key], place);
}

/** A rule for one sheet. A check that can't be filled in can't hold; its result says why. */
export function concreteRule(rule: Rule, filler: RuleFiller): Validation {
  const { check, description, ...terms } = rule;
  const filling = filledCheck(check, filler);
  const concrete: ConcreteCheck = filling.kind === "means" ? filling.value : { kind: "impossible", why: filling.why };
  const said = description === null ? null : filler.text(description);
  const usual = filling.kind === "means" ? kindOf(check).describe(filling.value) : check.kind;
  return { ...terms, ...concrete, description: oneLine(said?.kind === "means" ? said.value : usual) };
}

export function filledCheck(check: Check, filler: RuleFiller): Filling<FilledCheck> {
  return kindOf(check).fill(check, filler);
}

/** Why a check can't work although all of it could be filled in. */
export function contentFault(check: FilledCheck): RuleFault | null {
  return kindOf(check).fault?.(check) ?? null;
}

/** Why a check proves less than it seems to. */
export function weakness(check: Check): RuleFault | null {
  return kindOf(check).weakness?.(check) ?? null;
}

/** Where in a rule a key of its check stands. */
export function keyPathOf(check: Check, key: string): KeyPath {
  const { key: own, isBare } = kindOf(check);
  if (key === "cwd") return [key];
  return isBare === true ? [own] : [own, key];
}

/** A rule as it applies to one sheet, with everything filled in. */
export interface RulePreview {
  /** Place in the plan's rules. */
  readonly rule: number;
  readonly kind: Validation["kind"];
  readonly description: string;
  readonly stage: number;
  readonly retries: number;
  /** The settings of the kind, under the names that a score has for them. */
  readonly [detail: string]: unknown;
}

export function rulePreview(rule: number, validation: Validation, scene: Scene): RulePreview {
  const { kind, description, stage, retries } = validation;
  const shown = { rule, kind, description, stage, retries };
  if (validation.kind === "impossible") return { ...shown, why: validation.why };
  const own = kindOf(validation);
  const time = own.terms?.includes("timeout") === true ? { timeout_ms: validation.timeoutMs } : {};
  return { ...shown, ...own.show(validation, shownIn(scene)), ...time };
}

export function shownIn(scene: Scene): (place: FilePlace) => ShownPlace {
  return ({ root, path }) => ({
    in: root,
    path: root === "workspace" ? resolvedPath(scene.workspace, path) : path,
  });
}

/**
 * How a later tree can be asked for the same again. `null`: it can't, because the validation is about the change, about
 * the workspace beside the tree, or a matter of opinion.
 */
export function promisePart(check: ConcreteCheck): PromisePart | null {
  return check.kind === "impossible" ? null : (kindOf(check).promise?.(check) ?? null);
}
