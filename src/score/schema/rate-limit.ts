import { z } from "zod";
import { strict } from "../source/shape.ts";
import { duration } from "./fields.ts";

export const rateLimit = strict(
  {
    wait: duration(1)
      .optional()
      .meta({ description: "How long to wait when the agent does not say when its limit ends.", default: "60s", examples: ["10m"] }),
    max_waits: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({ description: "Waits for a rate limit that a sheet may have. They cost no attempt.", default: 24, examples: [10] }),
    max_quota_waits: z
      .int()
      .min(0)
      .max(10_000)
      .optional()
      .meta({ description: "The same for a quota that is used up.", default: 48, examples: [5] }),
  },
  { wait_minutes: "here it is wait, as 60m", detection_patterns: "patterns belong to the agent's profile" },
);

export type WrittenRateLimit = z.infer<typeof rateLimit>;
