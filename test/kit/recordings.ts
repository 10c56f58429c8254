import { readFileSync } from "node:fs";
import type { AgentEvent } from "../../src/agents/agent-event.ts";
import type { StreamReader } from "../../src/agents/agent.ts";
import { readerFor } from "../../src/agents/streams/reader-for.ts";
import type { EpochMs } from "../../src/base/ids.ts";

/** When the recordings were made, within minutes. */
export const recordedAt = Date.UTC(2026, 10, 15, 18, 29) as EpochMs;

const versions = { claude: "2.1.325", codex: "0.166.0", gemini: "0.61.0", opencode: "1.18.33" } as const;

/**
 * The output of a real agent in a run against providers on loopback; paths and its lists about itself are shortened.
 */
export function recordingOf(agent: keyof typeof versions, name: string): string {
  return readFileSync(
    new URL(`../../src/agents/streams/recorded/${agent}-${versions[agent]}/${name}.jsonl`, import.meta.url),
    "utf8",
  );
}

export function eventsOf(agent: keyof typeof versions, name: string): readonly AgentEvent[] {
  return readAll(
    readerFor({ format: agent })(() => recordedAt),
    recordingOf(agent, name),
  );
}

export function readAll(reader: StreamReader, text: string): readonly AgentEvent[] {
  return [...text.split("\n").flatMap((line) => reader.line(line)), ...reader.end()];
}
