import { routingOf } from "../score/build/agents/routing.ts";
import { profileName } from "../score/known-agents.ts";
import type { AgentPlan } from "../score/plan/agents/agent-plan.ts";
import type { RoutingPlan } from "../score/plan/agents/routing-plan.ts";
import type { WrittenAgent } from "../score/schema/agent.ts";
import { routing } from "../score/schema/routing.ts";
import type { ScoreDocument } from "../score/source/document.ts";
import { problemsOf } from "../score/source/issues.ts";
import type { KeyPath, Position } from "../score/source/place.ts";

/** Which agent work gets that names none, as a file of settings says it; it has the words of scores. */
export interface RoutingRead {
  readonly routing?: RoutingPlan;
  readonly problems: readonly { readonly at: Position; readonly message: string }[];
}

export function routingIn(document: ScoreDocument, level: "user" | "project"): RoutingRead {
  const { value } = document;
  const said = typeof value === "object" && value !== null && "routing" in value ? value.routing : undefined;
  if (said === undefined || said === null) return { problems: [] };
  const checked = routing.safeParse(said);
  if (!checked.success) {
    const issues = checked.error.issues.map((issue) => ({ ...issue, path: ["routing", ...issue.path] }));
    return {
      problems: problemsOf(issues, document).map(({ at, path, message }) => ({
        at,
        message: `${path.join(".")}: ${message}`,
      })),
    };
  }
  const problems: { at: Position; message: string }[] = [];
  const wrong = (path: KeyPath, why: string): void => {
    problems.push({ at: document.positionOf(path, "value"), message: `${path.join(".")}: ${why}` });
  };
  const find = (written: WrittenAgent, path: KeyPath): AgentPlan | null => {
    const agent = agentOf(written, level);
    if (agent === null)
      wrong(path, "must be the name of a profile, alone or with a model: { use: claude, model: opus }");
    return agent;
  };
  const plan = routingOf(checked.data, { path: ["routing"], find, wrong });
  return { problems, ...(plan === null || problems.length > 0 ? {} : { routing: plan }) };
}

/** A project's file comes with what is cloned: it must not be able to start programs of its own, or change others. */
function agentOf(written: WrittenAgent, level: "user" | "project"): AgentPlan | null {
  if (typeof written === "string")
    return written === "scripted" ? { kind: "scripted" } : profile({ use: written, args: [], env: {} });
  if (!("use" in written)) return null;
  const isPlain = written.args.length === 0 && Object.keys(written.env).length === 0 && written.account === undefined;
  return level === "project" && !isPlain ? null : profile(written);
}

function profile({ use, model, args, env, account }: Extract<WrittenAgent, { readonly use: string }>): AgentPlan {
  return { kind: "profile", name: profileName(use), model: model ?? null, args, env, account: account ?? null };
}
