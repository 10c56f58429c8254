import { z } from "zod";
import { type AgentPlan, shownAgent } from "../../plan/agents/agent-plan.ts";
import type { FilePlace } from "../../plan/command.ts";
import { agent } from "../../schema/agent.ts";
import { text, textList } from "../../schema/fields.ts";
import { strict } from "../../source/shape.ts";
import { type RuleKind, all, filled } from "../kind.ts";

const map = strict({
  criteria: text.meta({
    description: "The criteria, in words.",
    examples: ["The explanation is right and a beginner understands it."],
  }),
  agent: agent
    .optional()
    .meta({ description: "The agent that judges.", otherwise: "the sheet's own agent", examples: ["reviewer"] }),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .default(70)
    .meta({ description: "Least score, 0 to 100, that passes.", examples: [80] }),
  files: textList.default([]).meta({ description: "Files to show to the judge.", examples: [["README.md"]] }),
});

export interface LlmJudge<Path = FilePlace> {
  readonly kind: "llm_judge";
  readonly agent: AgentPlan;
  readonly criteria: string;
  /** 0 to 100. */
  readonly threshold: number;
  readonly files: readonly Path[];
}

export const llmJudge: RuleKind<z.infer<typeof map>, LlmJudge<string>, LlmJudge> = {
  kind: "llm_judge",
  schema: map.optional().meta({
    description: "An agent gives the result a score of at least the threshold.",
    examples: [{ criteria: "The explanation is right.", threshold: 80 }],
  }),
  terms: ["timeout"],
  plan({ agent: named, criteria, threshold, files }, place) {
    const judge = named === undefined ? place.agent : place.findAgent(named, ["llm_judge", "agent"]);
    if (judge === null && named === undefined)
      place.report("V018", [], "there is no agent to judge: set agent here, or for the whole score");
    if (judge?.kind === "command" && judge.runsPrompt === true)
      place.report(
        "V018",
        ["llm_judge"],
        `${judge.argv[0]} runs its prompt as a program, so it can't judge; name another agent here`,
      );
    return judge === null ? null : { kind: "llm_judge", agent: judge, criteria, threshold, files };
  },
  fill: ({ criteria, files, ...rest }, filler) =>
    filled(rest, { criteria: filler.text(criteria), files: all(files.map((path) => filler.path(path))) }),
  describe: ({ criteria, threshold }) => `judged at least ${String(threshold)}: ${criteria}`,
  show: ({ agent: judge, criteria, threshold, files }, at) => ({
    agent: shownAgent(judge),
    criteria,
    threshold,
    files: files.map((place) => at(place).path),
  }),
};
