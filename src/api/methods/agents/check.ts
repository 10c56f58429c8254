import { z } from "zod";
import type { AgentsView } from "../../contract/agents.ts";
import { look } from "../method.ts";
import { environment, path } from "../shared.ts";

/** Whether these agents work, or all of them when none is named. No model is asked anything. */
export const agentsCheck = look({
  params: {
    names: z.array(z.string().min(1).max(200)).max(100).default([]),
    folder: path,
    environment,
  },
  result: z.custom<AgentsView>(),
  run: ({ agents }, asked) => agents(asked),
});
