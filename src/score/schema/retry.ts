import { z } from "zod";
import { strategies } from "../plan/agents/strategy.ts";
import { strict } from "../source/shape.ts";
import { duration } from "./fields.ts";

export const retry = strict({
  attempts: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: "Attempts in all, the first included.", default: 3, examples: [5] }),
  base_delay: duration(0)
    .optional()
    .meta({ description: "Wait after the first failure.", default: "1s", examples: ["10s"] }),
  max_delay: duration(0)
    .optional()
    .meta({ description: "No wait is longer than this.", default: "5m", examples: ["1m"] }),
  factor: z
    .number()
    .min(1)
    .max(100)
    .optional()
    .meta({
      description: "The factor by which the wait grows from one failure to the next.",
      default: 2,
      examples: [3],
    }),
  jitter: z
    .boolean()
    .optional()
    .meta({ description: "Let chance shorten each wait by up to half.", default: true, examples: [false] }),
  completions: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({ description: "Attempts that finish partly done work, counted apart.", default: 3, examples: [1] }),
  completion_delay: duration(0)
    .optional()
    .meta({ description: "Wait before such an attempt.", default: 0, examples: ["5s"] }),
  completion_threshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .meta({
      description: "Share of validations from which work is finished instead of begun again.",
      default: 0.5,
      examples: [0.8],
    }),
  goes_on: z
    .boolean()
    .optional()
    .meta({
      description: "An attempt goes on from the last result that is good as far as it goes (`findings` with `fixes`).",
      default: false,
      examples: [true],
    }),
  efforts: z
    .array(z.enum(strategies))
    .max(10)
    .optional()
    .meta({
      description:
        "Names of the prompts of an agent's attempts in statistics of success (`tutti stats`), from the first to the last.",
      otherwise: "all are `normal`",
      examples: [["normal", "detailed"]],
    }),
  conflicts: z
    .int()
    .min(0)
    .max(100)
    .optional()
    .meta({
      description: "How often a conflict on landing sends the sheet back to its agent.",
      default: 2,
      examples: [0],
    }),
});

export type WrittenRetry = z.infer<typeof retry>;

export const rateLimit = strict(
  {
    wait: duration(1)
      .optional()
      .meta({
        description: "How long to wait when the agent does not say when its limit ends.",
        default: "60s",
        examples: ["10m"],
      }),
    patience: duration(0)
      .optional()
      .meta({
        description:
          "For how long a sheet waits for limits and quotas that do not end. Then its next agent takes over, or it fails. `0`: it does not wait. Where it is not written, the setting `limits.patience` counts: 24h.",
        examples: ["72h"],
      }),
  },
  {
    wait_minutes: "here it is wait, as 60m",
    max_waits: "waits are counted by time: write patience, as 24h",
    max_quota_waits: "waits are counted by time: write patience, as 24h",
    detection_patterns: "patterns belong to the agent's profile",
  },
);

export type WrittenRateLimit = z.infer<typeof rateLimit>;
