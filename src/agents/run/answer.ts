import { createReadStream } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { EpochMs } from "../../base/ids.ts";
import type { AgentEvent } from "../agent-event.ts";
import type { Agent } from "../agent.ts";

/**
 * What an agent with events had to say in one run, as prose, read from its log; `null` for one that prints prose
 * anyway.
 */
export async function readAnswer(agent: Agent, folder: string, now: () => EpochMs): Promise<string | null> {
  if (!agent.abilities.events) return null;
  const reader = agent.reader(now);
  const events: AgentEvent[] = [];
  const file = createReadStream(join(folder, "stdout.log"));
  try {
    for await (const line of createInterface({ input: file, crlfDelay: Infinity }))
      events.push(...reader.line(line).filter(isProse));
    events.push(...reader.end().filter(isProse));
  } catch {
    // A log that can't be read to its end tells what it told before.
  } finally {
    file.destroy();
  }
  return answerIn(events);
}

/** Its last word where it has one, else all that it said. */
export function answerIn(events: readonly AgentEvent[]): string {
  const last = events.findLast((event) => event.kind === "ended" && event.text !== null);
  return last?.kind === "ended" && last.text !== null
    ? last.text
    : events.flatMap((event) => (event.kind === "said" ? [event.text] : [])).join("\n");
}

function isProse({ kind }: AgentEvent): boolean {
  return kind === "said" || kind === "ended";
}
