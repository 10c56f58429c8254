import { troubles } from "../../sheet/trouble/trouble.ts";
import type { Remedy } from "../remedy.ts";

/** Nothing but a person can log in, pay or install. */
export const agentLogin: Remedy = {
  code: "H06",
  evidence: ({ rest }) => {
    if (rest.kind !== "paused" || rest.cause?.kind !== "agent") return [];
    const { agent, code } = rest.cause;
    return [
      {
        code: "H06",
        kind: "diagnostic",
        sheets: [],
        what: `${agent} can't be used: ${troubles[code].title} (${code})`,
        steps: [troubles[code].hint ?? "Look into its log.", `Check it: tutti agents check ${agent}`],
        act: { then: "go-on" },
      },
    ];
  },
};
