import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { EpochMs } from "../../base/ids.ts";
import { type Usage, usageWithout } from "../../sheet/cost/usage.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { Agent } from "../agent.ts";
import { foldFeedback } from "./feedback.ts";

/** The prose of a run, from its log; `null`: the agent prints prose anyway. */
export async function readAnswer(agent: Agent, folder: string, now: () => EpochMs): Promise<string | null> {
  if (!agent.abilities.events) return null;
  const events: AgentEvent[] = [];
  for await (const event of eventsIn(agent, folder, now))
    if (event.kind === "said" || event.kind === "ended") events.push(event);
  return answerIn(events);
}

/** Its final answer, else everything it said. */
export function answerIn(events: readonly AgentEvent[]): string {
  const last = events.findLast((event) => event.kind === "ended" && event.text !== null);
  return last?.kind === "ended" && last.text !== null
    ? last.text
    : events.flatMap((event) => (event.kind === "said" ? [event.text] : [])).join("\n");
}

interface Replay {
  readonly folder: string;
  /** Usage of the session before this run. */
  readonly before: Usage | null;
  readonly now: () => EpochMs;
}

/** Usage of a run from its log; `null`: unknown. `undefined`: it costs nothing. */
export async function replayUsage(agent: Agent, { folder, before, now }: Replay): Promise<Usage | null | undefined> {
  if (agent.isFree === true) return undefined;
  if (!agent.abilities.usage) return null;
  const fold = foldFeedback();
  for await (const event of eventsIn(agent, folder, now)) fold.add(event);
  const { usage } = fold.feedback;
  return usage === null || agent.abilities.usageOfSession !== true ? usage : usageWithout(usage, before);
}

async function* eventsIn(agent: Agent, folder: string, now: () => EpochMs): AsyncGenerator<AgentEvent> {
  const reader = agent.reader(now);
  const file = createReadStream(join(folder, "stdout.log"));
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity })) yield* reader.line(line);
    yield* reader.end();
  } catch {
    // A truncated log counts up to its end.
  } finally {
    file.destroy();
  }
}
