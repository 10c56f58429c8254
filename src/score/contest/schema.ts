import { z } from "zod";
import { oneOf, strict } from "../source/shape.ts";
import { agent, type WrittenAgent } from "../schema/agent.ts";

/** More cost much and add little. */
const most = 16;
const count = z.int().min(2).max(most);

const bestOfMap = strict({
  count: count
    .optional()
    .meta({ description: "How many results there are to choose from.", otherwise: "one of each agent", examples: [3] }),
  agents: z
    .array(agent)
    .min(1)
    .max(most)
    .optional()
    .meta({
      description: "Who competes; where there are fewer than `count`, from the first on again.",
      otherwise: "the sheet's agent, each time",
      examples: [["claude", "codex"]],
    }),
  judge: agent.optional().meta({
    description: "Who chooses where validations and reviews do not.",
    otherwise: "the agent of the first of them",
    examples: ["gemini"],
  }),
});

export interface WrittenBestOf {
  readonly count?: number | undefined;
  readonly agents?: readonly WrittenAgent[] | undefined;
  readonly judge?: WrittenAgent | undefined;
}

/** How many sheets, of which one lands. */
export const bestOf = oneOf<WrittenBestOf>(
  (value) => (typeof value === "number" ? count.transform((number): WrittenBestOf => ({ count: number })) : bestOfMap),
  [count, bestOfMap],
  {
    print: (value, printed) =>
      value.agents === undefined && value.judge === undefined && value.count !== undefined ? value.count : printed,
  },
);

/** How many compete; fewer than two are no choice. */
export function contestantsOf({ count: asked, agents = [] }: WrittenBestOf): number {
  return asked ?? agents.length;
}
