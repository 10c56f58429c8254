import { describe, expect, it } from "vitest";
import { makeSheet } from "../../../../test/kit/jobs.ts";
import { type AgentPlan, agentName } from "../../../score/plan/agents/agent-plan.ts";
import { judgeAgents } from "./agents.ts";

function agent(name: string): AgentPlan {
  return { kind: "profile", name, model: null, args: [], env: {}, account: null };
}

/** Agents whose names begin with `no` can't work. */
function judged(...casts: readonly (readonly [string, ...string[]])[]): ReturnType<typeof judgeAgents> {
  const sheets = casts.map(([first, ...rest], place) =>
    makeSheet(`s${String(place)}`, { agent: agent(first), fallbacks: rest.map(agent) }),
  );
  return judgeAgents({ sheets }, (one) => (agentName(one).startsWith("no") ? "It is not installed." : null));
}

describe("the agents of a job", () => {
  it("that can work are no news, nor is a fallback that can't", () => {
    expect(judged(["claude", "nope"])).toEqual({ problems: [], told: [] });
  });

  it("stop it where none of a sheet's can work, once for all sheets of an agent", () => {
    const { problems } = judged(["nope", "none"], ["claude"], ["nope"]);
    expect(problems).toEqual([
      {
        code: "ready.no_agent",
        what: "the agent nope",
        where: "s0, s2",
        why: "It is not installed. Nor can none.",
        output: "",
        next: "See what is wrong: tutti agents check nope; or choose another agent.",
      },
    ]);
  });

  it("give way to a fallback that can, which is told once", () => {
    expect(judged(["nope", "none", "codex"], ["nope", "codex"])).toEqual({
      problems: [],
      told: ["nope can't work, so codex takes over at once: It is not installed."],
    });
  });
});
