import { TuttiError } from "../../base/error.ts";
import { globMatcher } from "../../score/match/glob.ts";
import { kindOfWork } from "../work.ts";

/** A piece of work that an agent is wanted for. */
export interface RouteTask {
  readonly title: string;
  readonly description?: string;
  /** Goes before what the title and the description say. */
  readonly kind?: string;
  readonly paths?: readonly string[];
  readonly labels?: readonly string[];
}

export interface RouteRule {
  readonly kind?: string;
  /** Globs: all paths of the task lie here, and it has some. */
  readonly paths?: readonly string[];
  /** The task has all of them. */
  readonly labels?: readonly string[];
  readonly agent: string;
}

export interface RouteOptions {
  /** The first that applies chooses; or simply an agent for each kind of work. */
  readonly rules?: readonly RouteRule[] | Readonly<Record<string, string>>;
  /** The agent of work that no rule is about. */
  readonly default: string;
  /** Takes over where the chosen agent can't be used. */
  readonly fallback?: string;
  /** Whether an agent can be used; by default all can. */
  readonly isAvailable?: (agent: string) => boolean;
}

export interface Route {
  readonly agent: string;
  /** `prototyping`, `refactoring`, `testing`, `documentation`, `general`, or the one that the task names. */
  readonly kind: string;
  /** Why this agent. */
  readonly why: string;
}

/**
 * Which agent a task gets: by rules, else the default; where that can't be used the default, then the fallback. Throws
 * `routing.none` when none of them can be used.
 */
export function route(task: RouteTask, options: RouteOptions): Route {
  const kind = task.kind ?? kindOfWork(task.title, task.description);
  const rules = listed(options.rules ?? []);
  const place = rules.findIndex((rule) => applies(rule, task, kind));
  const chosen = rules[place]?.agent ?? options.default;
  const why = place === -1 ? "no rule applies" : `rule ${String(place + 1)} applies`;
  const isAvailable = options.isAvailable ?? (() => true);
  if (isAvailable(chosen)) return { agent: chosen, kind, why };
  const other = [options.default, options.fallback].find(
    (agent) => agent !== undefined && agent !== chosen && isAvailable(agent),
  );
  if (other === undefined) throw unusable(`neither ${chosen} nor another agent of this route can be used`);
  return { agent: other, kind, why: `${why}; ${chosen} can't be used` };
}

function listed(rules: NonNullable<RouteOptions["rules"]>): readonly RouteRule[] {
  return isList(rules) ? rules : Object.entries(rules).map(([kind, agent]) => ({ kind, agent }));
}

function isList(rules: NonNullable<RouteOptions["rules"]>): rules is readonly RouteRule[] {
  return Array.isArray(rules);
}

function applies(rule: RouteRule, { paths = [], labels = [] }: RouteTask, kind: string): boolean {
  const matcher = globMatcher(rule.paths ?? ["**"]);
  if (matcher.kind === "wrong") throw unusable(matcher.why);
  return (
    (rule.kind === undefined || rule.kind === kind) &&
    (rule.labels ?? []).every((label) => labels.includes(label)) &&
    (rule.paths === undefined || (paths.length > 0 && paths.every((path) => matcher.value(path))))
  );
}

function unusable(why: string): TuttiError {
  return new TuttiError("routing.none", why, { audience: "user", hint: "Name another default or fallback." });
}
