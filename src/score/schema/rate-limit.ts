import type { z } from "zod";
import { strict } from "../source/shape.ts";
import { duration } from "./fields.ts";

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
