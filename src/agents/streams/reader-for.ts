import type { EpochMs } from "../../base/ids.ts";
import type { StreamReader } from "../agent.ts";
import type { OutputForm } from "../profiles/schema/output.ts";
import { claudeReader } from "./known/claude.ts";
import { codexReader } from "./known/codex.ts";
import { geminiReader } from "./known/gemini.ts";
import { jsonReader } from "./any/json.ts";
import { jsonlReader } from "./any/jsonl.ts";
import { opencodeReader } from "./known/opencode.ts";
import { tuttiReader } from "./tutti.ts";

/**
 * Makes readers of what an agent prints: a new one for each run, for they remember. They never throw, whatever is
 * printed.
 */
export function readerFor(form: OutputForm): (now: () => EpochMs) => StreamReader {
  switch (form.format) {
    case "claude":
      return claudeReader;
    case "codex":
      return codexReader;
    case "gemini":
      return geminiReader;
    case "opencode":
      return opencodeReader;
    case "tutti":
      return tuttiReader;
    case "jsonl":
      return () => jsonlReader(form);
    case "json":
      return () => jsonReader(form);
    case "text":
      return () => silent;
  }
}

/** Prose proves nothing, not even that the agent is alive. */
const silent: StreamReader = { line: () => [], end: () => [] };
