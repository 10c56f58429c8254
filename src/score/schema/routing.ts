import { z } from "zod";
import { routingOrders } from "../plan/agents/routing-plan.ts";
import { meaning, strict } from "../source/shape.ts";
import { agent } from "./agent.ts";
import { line, textList } from "./fields.ts";

const hours = meaning((written) =>
  /^(?:[01]\d|2[0-3]):[0-5]\d-(?:[01]\d|2[0-3]):[0-5]\d$/.test(written)
    ? { kind: "means", value: written }
    : { kind: "wrong", why: "must be two times of the day, such as 22:00-06:00" },
).meta({ pattern: String.raw`^\d\d:\d\d-\d\d:\d\d$` });

const size = z.int().min(0).max(10_000_000);

const rule = strict({
  name: line
    .optional()
    .meta({ description: "For people, in `tutti explain`.", otherwise: "its number", examples: ["docs are easy"] }),
  kind: textList.optional().meta({
    description: "Kinds of work that it is for: those of `kind` under a sheet, or found by its title.",
    otherwise: "any",
    examples: [["testing", "documentation"]],
  }),
  paths: textList.optional().meta({
    description: "Globs: all `paths` of the sheet lie here, and it has some.",
    otherwise: "anywhere",
    examples: [["docs/**"]],
  }),
  labels: textList
    .optional()
    .meta({ description: "The sheet has all of these `labels`.", otherwise: "any", examples: [["urgent"]] }),
  min_size: size
    .optional()
    .meta({ description: "Its prompt, as written, has at least so many characters.", examples: [4_000] }),
  max_size: size.optional().meta({ description: "It has at most so many.", examples: [800] }),
  hours: hours
    .optional()
    .meta({ description: "By the clock of the conductor, from the first to the second.", examples: ["22:00-06:00"] }),
  cost_left_below: z
    .number()
    .gt(0)
    .max(1_000_000)
    .optional()
    .meta({
      description: "Less than so many US dollars are left of `cost.per_job`.",
      examples: [5],
    }),
  agent: agent.meta({ description: "The agent that such work gets first.", examples: ["gemini"] }),
});

export const routing = strict({
  agents: z
    .array(agent)
    .min(1)
    .max(10)
    .meta({
      description: "The agents to choose from. Those that are not chosen take over as `fallbacks` do.",
      examples: [["claude", { use: "claude", model: "haiku" }, "codex"]],
    }),
  order: z
    .enum(routingOrders)
    .default("pinned")
    .meta({
      description:
        "How one is chosen where no rule applies: the first (`pinned`), by turns, the one with the fewest attempts so far, the cheapest one that is free now, by chance, or by measured success (see docs/learning.md).",
      examples: ["cheapest"],
    }),
  hold_out: z
    .number()
    .min(0.01)
    .max(0.5)
    .default(0.1)
    .meta({
      description:
        "With `measured`: share of sheets whose agent chance decides; less where that would cost more than 2 %.",
      examples: [0.2],
    }),
  min_success: z
    .number()
    .min(0)
    .max(1)
    .default(0.5)
    .meta({
      description:
        "With `measured`: an agent that lands less than this share of what the best one lands is not chosen for its price; 0: only landed results for a dollar count.",
      examples: [0],
    }),
  rules: z
    .array(rule)
    .max(100)
    .default([])
    .meta({
      description: "The first rule that applies chooses, before `order`.",
      examples: [[{ kind: "documentation", agent: "gemini" }]],
    }),
});

export type WrittenRouting = z.infer<typeof routing>;

export const learning = strict({
  records: z
    .boolean()
    .optional()
    .meta({ description: "Record what becomes of its attempts.", otherwise: "the setting, `true`", examples: [false] }),
  prompts: z
    .boolean()
    .optional()
    .meta({
      description: "Put notes from earlier work into prompts, each by chance, so that its effect is measured.",
      otherwise: "the setting, `false`",
      examples: [true],
    }),
  most: z
    .int()
    .min(1)
    .max(3)
    .default(3)
    .meta({ description: "How many notes a prompt may hold.", examples: [1] }),
});
