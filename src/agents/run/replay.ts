import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { EpochMs } from "../../base/ids.ts";
import { type Usage, usageWithout } from "../../sheet/cost/usage.ts";
import type { Agent } from "../agent.ts";
import { makeHearing } from "./heard.ts";

/**
 * What a run used by what it printed, read again from its log; `null`: it told nothing. `undefined`: it costs nothing.
 */
export async function replayUsage(agent: Agent, { folder, before, now }: Replay): Promise<Usage | null | undefined> {
  if (agent.isFree === true) return undefined;
  if (!agent.abilities.usage) return null;
  const reader = agent.reader(now);
  const hearing = makeHearing();
  const file = createReadStream(join(folder, "stdout.log"));
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity }))
      for (const event of reader.line(line)) hearing.hear(event);
    for (const event of reader.end()) hearing.hear(event);
  } catch {
    // A log that can't be read to its end tells what it told before.
  } finally {
    file.destroy();
  }
  const { usage } = hearing.heard;
  return usage === null || agent.abilities.usageOfSession !== true ? usage : usageWithout(usage, before);
}

interface Replay {
  readonly folder: string;
  /** What its session had used before this run. */
  readonly before: Usage | null;
  readonly now: () => EpochMs;
}
