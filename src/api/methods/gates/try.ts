import { z } from "zod";
import { tryCommands } from "../../../landing/gates/manage/act.ts";
import type { CommandTrial } from "../../contract/landing/gates.ts";
import { act } from "../method.ts";
import { environment, whichGates } from "../shared.ts";

const line = z.string().min(1).max(10_000);

/** Runs commands on the target as it is now, each in a prepared folder of its own; nothing is remembered of them. */
export const gatesTry = act({
  params: {
    ...whichGates,
    commands: z.array(z.object({ name: z.string().min(1).max(200), run: line })).max(50),
    prepare: z.array(line).max(50).default([]),
    environment,
  },
  result: z.custom<CommandTrial>(),
  keyed: true,
  run: ({ gates }, asked) => tryCommands(gates, asked),
});
