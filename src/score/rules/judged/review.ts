import { z } from "zod";
import { type AgentPlan, shownAgent } from "../../plan/agents/agent-plan.ts";
import { agent } from "../../schema/agent.ts";
import { text, textList } from "../../schema/fields.ts";
import { oneOf, strict } from "../../source/shape.ts";
import { type Findings, type PlannedFindings, findings, findingsMap } from "../findings.ts";
import { type Filling, type RuleKind, all, filled } from "../kind.ts";

/** The categories in which a reviewer gives points, and the weight of each unless a score says otherwise. */
export const reviewWeights = { correctness: 30, tests: 25, security: 20, documentation: 15, acceptance: 10 } as const;
export type ReviewCategory = keyof typeof reviewWeights;
export const reviewCategories = Object.keys(reviewWeights) as readonly ReviewCategory[];

/** Begins the part of a review's log that is for people. */
export const reviewHead = "The review: ";

const byCategory = z.partialRecord(z.enum(reviewCategories as [ReviewCategory]), z.number().min(0).max(100));

const { command, tool: toolName, format, changed } = findingsMap.shape;
const tool = strict({
  command,
  tool: toolName,
  format,
  changed,
  weight: z
    .number()
    .min(0)
    .max(100)
    .default(1)
    .meta({ description: "What it counts beside others.", examples: [2] }),
});

export const reviewMap = strict({
  agent: agent.optional().meta({
    description: "The agent that reviews.",
    otherwise: "the first of the sheet's agents that did not do the work; where there is no other, its author",
    examples: ["claude"],
  }),
  criteria: textList.optional().meta({
    description:
      "What the change must show. The reviewer has to cite a line of the change for each; a criterion without such a line is not met.",
    otherwise: "none",
    examples: [["An empty list prints nothing."]],
  }),
  threshold: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: "Least score of the whole, 0 to 100.", default: 80, examples: [90] }),
  least: byCategory.optional().meta({
    description: "Least points of single categories, 0 to 100.",
    otherwise: "none",
    examples: [{ security: 90 }],
  }),
  weights: byCategory.optional().meta({
    description: "What each category counts in the score; one that is not named counts as usual.",
    otherwise: "correctness 30, tests 25, security 20, documentation 15, acceptance 10",
    examples: [{ documentation: 0 }],
  }),
  tools: z
    .array(tool)
    .max(20)
    .optional()
    .meta({
      description:
        "Quality tools that are run on the result before the reviewer is asked. Each gives 100 points, less 10 for an error and 1 for a warning; the mean by weight is shown beside the review.",
      otherwise: "none",
      examples: [[{ command: "ruff check --output-format concise .", tool: "ruff" }]],
    }),
  tools_threshold: z
    .number()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: "Least score of the tools, 0 to 100.", otherwise: "it is only shown", examples: [90] }),
  since: text.optional().meta({
    description:
      "A branch, tag or commit. The reviewer is shown everything since the result parted from it, not only what the sheet changed.",
    otherwise: "what the sheet changed",
    examples: ["origin/main"],
  }),
  rounds: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .meta({ description: "How often a reviewer may send a result back to its author.", default: 2, examples: [1] }),
});

export type WrittenReview = z.infer<typeof reviewMap>;

const onOff = z.boolean();
const isBare = (value: unknown): boolean => typeof value === "boolean";

/** For a whole score or one sheet. */
export const review = oneOf<WrittenReview | boolean>(
  (value) => (isBare(value) ? onOff : reviewMap),
  [onOff, reviewMap],
);

/** The demands of reviews: the sheet's keys go before the score's. `null`: no review. */
export function reviewFor(
  ofScore: WrittenReview | boolean | undefined,
  ofSheet: WrittenReview | boolean | undefined,
): WrittenReview | null {
  if (ofSheet === false) return null;
  if (ofSheet === undefined || ofSheet === true) {
    if (ofScore === undefined || ofScore === false) return ofSheet === true ? {} : null;
    return ofScore === true ? {} : ofScore;
  }
  return { ...(typeof ofScore === "object" ? ofScore : {}), ...ofSheet };
}

export interface ReviewRule<Tool = Findings> {
  readonly kind: "review";
  /** `null`: one of the sheet's agents. */
  readonly agent: AgentPlan | null;
  readonly criteria: readonly string[];
  readonly threshold: number;
  readonly least: Partial<Readonly<Record<ReviewCategory, number>>>;
  readonly weights: Readonly<Record<ReviewCategory, number>>;
  /**
   * The change to be reviewed begins where the result parted from this revision; `null`, and absent in plans of earlier
   * versions: it is the sheet's own.
   */
  readonly since?: string | null;
  readonly rounds: number;
  readonly tools: readonly { readonly weight: number; readonly check: Tool }[];
  /** `null`: their score is only shown. */
  readonly toolsThreshold: number | null;
}

export const reviewRule: RuleKind<WrittenReview, ReviewRule<PlannedFindings>, ReviewRule> = {
  kind: "review",
  schema: reviewMap.optional().meta({
    description:
      "An agent reviews the change and approves it. The key `review` of a score or sheet asks for it after all other validations.",
    examples: [{ threshold: 90 }],
  }),
  terms: ["timeout"],
  plan(written, place) {
    const { agent: named, criteria = [], threshold = 80, least = {}, weights = {}, rounds = 2, tools = [] } = written;
    const reviewer = named === undefined ? null : place.findAgent(named, ["review", "agent"]);
    if (reviewer?.kind === "command" && reviewer.runsPrompt === true)
      place.report(
        "V018",
        ["review", "agent"],
        `${reviewer.argv[0]} runs its prompt as a program, so it can't review; name another agent here`,
      );
    if (named !== undefined && reviewer === null) return null;
    return {
      kind: "review",
      agent: reviewer,
      criteria,
      threshold,
      least,
      weights: { ...reviewWeights, ...weights },
      since: written.since ?? null,
      rounds,
      tools: tools.flatMap(({ weight, ...asked }) => {
        const check = findings.plan({ ...asked, ignore: [], silencers: [], configs: [] }, place);
        return check === null ? [] : [{ weight, check }];
      }),
      toolsThreshold: written.tools_threshold ?? null,
    };
  },
  fill: ({ criteria, since, tools, ...rest }, filler) =>
    filled(rest, {
      criteria: all(criteria.map((one) => filler.text(one))),
      since: typeof since === "string" ? filler.text(since) : { kind: "means", value: null },
      tools: all(
        tools.map(({ weight, check }): Filling<ReviewRule["tools"][number]> => {
          const filling = findings.fill(check, filler);
          return filling.kind === "wrong" ? filling : { kind: "means", value: { weight, check: filling.value } };
        }),
      ),
    }),
  describe: ({ threshold }) => `a reviewer gives at least ${String(threshold)} of 100, and names no blocker`,
  show: ({ agent: reviewer, criteria, threshold, least, weights, since, rounds, tools, toolsThreshold }, at) => ({
    agent: reviewer === null ? null : shownAgent(reviewer),
    criteria,
    threshold,
    least,
    weights,
    since: since ?? null,
    rounds,
    tools: tools.map(({ weight, check }) => ({ weight, ...findings.show(check, at) })),
    tools_threshold: toolsThreshold,
  }),
};
