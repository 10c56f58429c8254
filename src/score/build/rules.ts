import { conditionOf, holds } from "../expression/condition.ts";
import type { Condition } from "../expression/condition.ts";
import type { Scope } from "../expression/check.ts";
import type { ValueRecord } from "../expression/value.ts";
import type { AgentPlan } from "../plan/agents/agent-plan.ts";
import type { Rule } from "../plan/rule.ts";
import type { RulePlace } from "../rules/kind.ts";
import { plannedCheck } from "../rules/rule.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import type { WrittenRule } from "../schema/validation.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";

/** A rule in the plan's list, and whether it is meant for a sheet. */
export interface KeptRule {
  readonly place: number;
  readonly when: Condition | null;
  readonly path: KeyPath;
}

export interface RuleTable {
  keep(
    rules: readonly WrittenRule[],
    owner: { readonly path: KeyPath; readonly agent: AgentPlan | null; readonly isAlone?: true },
  ): readonly KeptRule[];
  all(): readonly Rule[];
  originOf(place: number): KeyPath;
}

interface Parts {
  readonly scope: Scope;
  readonly report: Report;
  readonly findAgent: (written: WrittenAgent, path: KeyPath) => AgentPlan | null;
}

export function ruleTable(parts: Parts): RuleTable {
  const rules: Rule[] = [];
  const origins: KeyPath[] = [];
  return {
    keep: (written, owner) =>
      written.flatMap((rule, index) => {
        // One that a key asks for stands beside other keys, not in a list.
        const path = owner.isAlone === true ? owner.path : [...owner.path, index];
        const check = plannedCheck(rule, rulePlace(rule, { ...parts, path, agent: owner.agent }));
        const when = rule.when === undefined ? null : readCondition(rule.when, { ...parts, path: [...path, "when"] });
        if (check === null || when === "wrong") return [];
        rules.push({
          check,
          description: rule.description ?? null,
          stage: rule.stage,
          retries: rule.retries,
          retryDelayMs: rule.retry_delay ?? 200,
          timeoutMs: rule.timeout ?? 600_000,
        });
        origins.push(path);
        return [{ place: rules.length - 1, when, path }];
      }),
    all: () => rules,
    originOf: (place) => origins[place] ?? [],
  };
}

/**
 * The rules that are meant for a sheet. A condition that can't be decided is reported, not taken as true or false.
 */
export function applicable(
  rules: readonly KeptRule[],
  sheet: { readonly id: string; readonly values: ValueRecord },
  report: Report,
): readonly number[] {
  return rules.flatMap(({ place, when, path }) => {
    if (when === null) return [place];
    const answer = holds(when, sheet.values);
    if (answer.kind === "impossible") report("V017", [...path, "when"], `for sheet ${sheet.id}: ${answer.why}`);
    return answer.kind === "yes" ? [place] : [];
  });
}

interface Place extends Parts {
  readonly path: KeyPath;
}

export function readCondition(written: string, { scope, report, path }: Omit<Place, "findAgent">): Condition | "wrong" {
  const read = conditionOf(written, scope);
  if (read.kind === "means") return read.value;
  report.inside("V017", path, { at: { line: 1, column: read.column }, file: null, message: read.why });
  return "wrong";
}

function rulePlace(
  rule: WrittenRule,
  { path, agent, ...parts }: Place & { readonly agent: AgentPlan | null },
): RulePlace {
  const { report, findAgent } = parts;
  const below = (keys: KeyPath): KeyPath => [...path, ...keys];
  return {
    cwd: rule.cwd ?? null,
    agent,
    findAgent: (written, keys) => findAgent(written, below(keys)),
    condition(text, scope, keys) {
      const read = readCondition(text, { scope, report, path: below(keys) });
      return read === "wrong" ? null : read;
    },
    report: (code, keys, message) => {
      report(code, below(keys), message);
    },
  };
}
