import { z } from "zod";
import type { AgentsView } from "../../contract/agents.ts";
import { look } from "../method.ts";
import { environment, path } from "../shared.ts";

/** Every agent that a score can name in the folder. */
export const agentsList = look({
  params: { folder: path, environment },
  result: z.custom<AgentsView>(),
  run: ({ agents }, asked) => agents({ ...asked, names: [] }),
});
