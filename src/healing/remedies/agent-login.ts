import type { Unready } from "../../sheet/rest/unready.ts";
import { troubles } from "../../sheet/trouble/trouble.ts";
import type { Proposal, Remedy } from "../remedy.ts";

/** Nothing but a person can log in, pay or install. */
export const agentLogin: Remedy = {
  code: "H06",
  evidence: ({ rest }) => {
    if (rest.kind !== "paused" || rest.cause === undefined) return [];
    if (rest.cause.kind === "unready") return rest.cause.problems.flatMap(unreadyAgent).slice(0, 1);
    if (rest.cause.kind !== "agent") return [];
    const { agent, code } = rest.cause;
    return [
      {
        code: "H06",
        kind: "diagnostic",
        sheets: [],
        what: `${agent} can't be used: ${troubles[code].title} (${code})`,
        steps: [
          `only a person can change that: ${troubles[code].hint ?? "look into its log."}`,
          `check it: tutti agents check ${agent}`,
        ],
        act: { then: "go-on" },
      },
    ];
  },
};

/** Found before the first attempt. */
function unreadyAgent({ code, what, why, next }: Unready): readonly Proposal[] {
  if (code !== "ready.no_agent") return [];
  const steps = [`only a person can change that: ${next}`];
  return [{ code: "H06", kind: "diagnostic", sheets: [], what: `${what}: ${why}`, steps, act: { then: "go-on" } }];
}
