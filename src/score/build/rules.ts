import { conditionOf, holds } from "../expression/condition.ts";
import type { Condition } from "../expression/condition.ts";
import type { Scope } from "../expression/check.ts";
import { anything, number } from "../expression/types.ts";
import type { ValueRecord } from "../expression/value.ts";
import type { AgentPlan } from "../plan/agent-plan.ts";
import type { Check, FindingsFormat, Rule } from "../plan/rule.ts";
import type { WrittenAgent } from "../schema/agent.ts";
import type { WrittenRule } from "../schema/validation.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { commandTemplate } from "./command.ts";

/** A rule in the plan's list, and whether it is meant for a sheet. */
export interface KeptRule {
  readonly place: number;
  readonly when: Condition | null;
  readonly path: KeyPath;
}

export interface RuleTable {
  keep(
    rules: readonly WrittenRule[],
    owner: { readonly path: KeyPath; readonly agent: AgentPlan | null },
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
        const path = [...owner.path, index];
        const check = checkOf(rule, { ...parts, path, agent: owner.agent });
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
 * The rules that are meant for a sheet. A condition that can't be told is told instead of being taken as true or false.
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

function checkOf(rule: WrittenRule, place: Place & { readonly agent: AgentPlan | null }): Check | null {
  const { report, path } = place;
  const cwd = rule.cwd ?? null;
  if (rule.file_exists !== undefined) return { kind: "file_exists", path: rule.file_exists };
  if (rule.file_modified !== undefined) return { kind: "file_modified", path: rule.file_modified };
  if (rule.file_unchanged_since !== undefined) return { kind: "file_unchanged_since", ...rule.file_unchanged_since };
  if (rule.content_contains !== undefined) return { kind: "content_contains", ...rule.content_contains };
  if (rule.content_regex !== undefined) return { kind: "content_regex", ...rule.content_regex };
  if (rule.command !== undefined) return { kind: "command_succeeds", command: commandTemplate(rule.command), cwd };
  if (rule.diff_within !== undefined) return { kind: "diff_within", paths: rule.diff_within };
  if (rule.findings !== undefined) {
    const { command, tool = "", changed = null, fixes, ignore, silencers, configs } = rule.findings;
    const goal = fixes === undefined ? null : { ...fixes, severity: fixes.severity ?? null, most: fixes.most ?? null };
    const terms = { tool, format: formatOf(rule.findings), changed, fixes: goal, ignore, silencers, configs };
    return { kind: "findings", command: commandTemplate(command), cwd, ...terms };
  }
  if (rule.json_path !== undefined) {
    const that = readCondition(rule.json_path.that, { scope: jsonScope, report, path: [...path, "json_path", "that"] });
    return that === "wrong"
      ? null
      : { kind: "json_path", path: rule.json_path.path, query: rule.json_path.query, that };
  }
  if (rule.llm_judge !== undefined) {
    const { agent: judge, criteria, threshold, files } = rule.llm_judge;
    const agent = judge === undefined ? place.agent : place.findAgent(judge, [...path, "llm_judge", "agent"]);
    if (agent === null && judge === undefined)
      report("V018", path, "nobody to judge: set agent here, or for the whole score");
    if (agent?.kind === "command" && agent.runsPrompt === true)
      report(
        "V018",
        [...path, "llm_judge"],
        `${agent.argv[0]} runs its prompt as a program, so it can't judge; name another agent here`,
      );
    return agent === null ? null : { kind: "llm_judge", agent, criteria, threshold, files };
  }
  return null;
}

function formatOf({ tool, format, pattern }: NonNullable<WrittenRule["findings"]>): FindingsFormat {
  if (pattern !== undefined) return { kind: "pattern", pattern };
  return format === undefined && tool !== undefined ? { kind: "tool", tool } : { kind: format ?? "lines" };
}

const jsonScope: Scope = { value: anything, values: { kind: "list", of: anything }, count: number };
