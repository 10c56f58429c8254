import type { SheetNumbers } from "./numbers.ts";
import type { MozartScore } from "./schema.ts";

/** What a template may name. As in Mozart, the score's own variables hide the built-in ones. */
export function templateVariables(score: MozartScore, numbers: SheetNumbers, own: ReadonlyMap<string, unknown>): ReadonlyMap<string, unknown> {
  return new Map<string, unknown>([
    ...Object.entries(numbers),
    ["movement", numbers.stage],
    ["total_movements", numbers.total_stages],
    ["voice", numbers.instance],
    ["voice_count", numbers.fan_count],
    // A sheet works in its own context; what it writes there is captured and landed.
    ["workspace", "."],
    ["stakes", score.prompt.stakes ?? ""],
    ["thinking_method", score.prompt.thinking_method ?? ""],
    ["previous_outputs", new Map()],
    ["previous_files", new Map()],
    ...own,
  ]);
}
