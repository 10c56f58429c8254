import { globMatcher } from "../../score/match/glob.ts";
import type { RoutingRule } from "../../score/plan/agents/routing-plan.ts";
import type { Work } from "../work.ts";

/** The facts that rules may ask about. */
export interface RuleFacts {
  readonly work: Work;
  /** Minutes since midnight. */
  readonly minute: number;
  /** The rest of the job's limit; `null`: it has none. */
  readonly costLeftUsd: number | null;
}

/** The first rule that applies, and its number from 1. */
export function ruleFor(
  rules: readonly RoutingRule[],
  facts: RuleFacts,
): { readonly rule: RoutingRule; readonly number: number } | undefined {
  const place = rules.findIndex((rule) => applies(rule, facts));
  const rule = rules[place];
  return rule === undefined ? undefined : { rule, number: place + 1 };
}

function applies(rule: RoutingRule, { work, minute, costLeftUsd }: RuleFacts): boolean {
  const { kinds, labels, minSize = 0, maxSize = Infinity, hours, costLeftBelow } = rule;
  return (
    (kinds === undefined || kinds.includes(work.kind)) &&
    (labels === undefined || labels.every((label) => work.labels.includes(label))) &&
    work.size >= minSize &&
    work.size <= maxSize &&
    (hours === undefined || isWithin(hours, minute)) &&
    (costLeftBelow === undefined || (costLeftUsd !== null && costLeftUsd < costLeftBelow)) &&
    liesIn(rule, work)
  );
}

function liesIn({ paths }: RoutingRule, work: Work): boolean {
  if (paths === undefined) return true;
  const matcher = globMatcher(paths);
  return matcher.kind === "means" && work.paths.length > 0 && work.paths.every((path) => matcher.value(path));
}

/** A span that ends before it begins goes over midnight. */
function isWithin([from, to]: readonly [number, number], minute: number): boolean {
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}

/** In few words, for `tutti explain`. */
export function ruleWords({ name, kinds, paths, labels, ...rest }: RoutingRule, number: number): string {
  if (name !== null) return `rule ${String(number)} (${name})`;
  const asked = [
    ...(kinds === undefined ? [] : [kinds.join(" or ")]),
    ...(paths === undefined ? [] : [paths.join(", ")]),
    ...(labels ?? []),
    ...(rest.minSize === undefined && rest.maxSize === undefined ? [] : ["size"]),
    ...(rest.hours === undefined ? [] : ["hours"]),
    ...(rest.costLeftBelow === undefined ? [] : ["cost left"]),
  ];
  return `rule ${String(number)}${asked.length === 0 ? "" : ` (${asked.join("; ")})`}`;
}
