import { z } from "zod";
import { strict } from "../source/shape.ts";

const dollars = z.number().gt(0).max(1_000_000);

export const cost = strict(
  {
    per_sheet: dollars
      .optional()
      .meta({ description: "Most that one sheet may cost, in US dollars.", otherwise: "no limit", examples: [2.5] }),
    per_job: dollars
      .optional()
      .meta({ description: "Most that the job may cost.", otherwise: "no limit", examples: [40] }),
    warn_at: z
      .number()
      .min(0)
      .max(1)
      .optional()
      .meta({
        description: "Share of a limit from which it is said that it comes near.",
        default: 0.8,
        examples: [0.5],
      }),
  },
  {
    max_cost_per_sheet: "here it is per_sheet",
    max_cost_per_job: "here it is per_job",
    warn_at_percent: "here it is warn_at, a share such as 0.8",
    cost_per_1k_input_tokens: "prices belong to the agent's profile",
    cost_per_1k_output_tokens: "prices belong to the agent's profile",
  },
);

export type WrittenCost = z.infer<typeof cost>;
