import type { ReadScore } from "../build/build.ts";
import type { ScoreSource } from "../build/source.ts";
import { profileName } from "../known-agents.ts";
import type { MozartScore } from "../mozart/schema.ts";
import { resolvedPath } from "../match/paths.ts";
import type { KeyPath } from "../source/place.ts";
import type { Report } from "../source/report.ts";
import { lintTimes } from "./times.ts";

/** Warnings and hints about a Mozart score, at the place in its file. */
export function lintMozart(
  score: MozartScore,
  about: { readonly read: ReadScore; readonly source: ScoreSource },
  report: Report,
): void {
  lintBackend(score, about.source, report);
  lintLimits(score, report);
  lintInstruments(score, about.read, report);
}

function lintBackend({ backend, instrument }: MozartScore, source: ScoreSource, report: Report): void {
  const { system_prompt_file: file } = backend;
  if (file !== undefined && source.files?.exists(resolvedPath(source.baseDir, file)) === false)
    report("V004", ["backend", "system_prompt_file"], "there is no such file");
  const name = instrument ?? backend.type;
  if (profileName(name) === "claude" && !backend.disable_mcp)
    report(
      "V209",
      ["backend", "disable_mcp"],
      "every sheet starts the MCP servers of your settings, which takes time and memory",
    );
}

function lintLimits(score: MozartScore, report: Report): void {
  const { backend, instrument_config: config, stale_detection: stale } = score;
  const limits: (readonly [KeyPath, number | undefined])[] = [
    config?.timeout_seconds === undefined
      ? [["backend", "timeout_seconds"], backend.timeout_seconds]
      : [["instrument_config", "timeout_seconds"], config.timeout_seconds],
    ...Object.entries(backend.timeout_overrides).map(
      ([stage, limit]) => [["backend", "timeout_overrides", stage], limit] as const,
    ),
    ...Object.entries(backend.sheet_overrides).map(
      ([stage, { timeout_seconds: limit }]) =>
        [["backend", "sheet_overrides", stage, "timeout_seconds"], limit] as const,
    ),
  ];
  const idleMs = stale.enabled ? stale.idle_timeout_seconds * 1_000 : undefined;
  for (const [index, [path, limit]] of limits.entries()) {
    if (limit === undefined) continue;
    const times = {
      path,
      timeoutMs: limit * 1_000,
      idlePath: ["stale_detection", "idle_timeout_seconds"],
      isScripted: backend.type === "scripted",
    };
    lintTimes({ ...times, idleMs: index === 0 ? idleMs : undefined }, report);
  }
}

/** Agents that nothing here can run: the score's own, and those that single stages have. */
function lintInstruments(score: MozartScore, { score: translated, foreignAgents }: ReadScore, report: Report): void {
  const say = (name: string): string =>
    `this version has no agent ${JSON.stringify(name)}: the score can be looked at, but not run`;
  const main = translated.agent;
  if (typeof main === "string" && foreignAgents.has(main))
    report("V210", score.instrument === undefined ? ["backend", "type"] : ["instrument"], say(main));
  const told = new Set<string>();
  for (const [index, { agent }] of translated.sheets.entries()) {
    if (typeof agent !== "string" || agent === main || !foreignAgents.has(agent)) continue;
    const path = placeOf(score, index + 1);
    // One entry of instrument_map speaks of several stages.
    if (!told.has(path.join("/"))) report("V211", path, say(agent));
    told.add(path.join("/"));
  }
}

function placeOf({ sheet, movements }: MozartScore, stage: number): KeyPath {
  if (sheet.per_sheet_instruments[stage] !== undefined) return ["sheet", "per_sheet_instruments", String(stage)];
  const mapped = Object.entries(sheet.instrument_map).find(([, stages]) => stages.includes(stage))?.[0];
  if (mapped !== undefined) return ["sheet", "instrument_map", mapped];
  if (movements[stage]?.instrument !== undefined) return ["movements", String(stage), "instrument"];
  return ["sheet", "per_sheet_instrument_config", String(stage)];
}
