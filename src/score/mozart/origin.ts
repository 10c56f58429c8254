import type { KeyPath } from "../source/place.ts";

/** Where in a score of Mozart's a key of Tutti's shape comes from. */
export function mozartOrigin(path: KeyPath): KeyPath {
  const [first, second, third, ...rest] = path;
  switch (first) {
    case "prompt":
      return ["prompt", "template"];
    case "prompt_file":
      return ["prompt", "template_file"];
    case "variables":
      return second === "stakes" || second === "thinking_method" ? ["prompt", second] : ["prompt", ...path];
    case "prompt_extensions":
      return ["prompt", ...path];
    case "prelude":
      return ["sheet", ...path];
    case "agent":
    case "agents":
      return ["backend"];
    case "fallbacks":
      return ["instrument_fallbacks", ...path.slice(1)];
    case "cost":
      return ["cost_limits"];
    case "validations":
      return second === undefined ? path : ["validations", second, ...ruleKey(third, rest)];
    case "sheets":
      return second === undefined ? ["sheet"] : sheetKey(Number(second) + 1, third, rest);
    case "cross_sheet":
      return second === "files" ? ["cross_sheet", "capture_files"] : path;
    default:
      return path;
  }
}

function ruleKey(key: string | number | undefined, [inner]: readonly (string | number)[]): KeyPath {
  if (key === undefined) return [];
  if (key === "when") return ["condition"];
  if (key === "cwd") return ["working_directory"];
  if (key === "content_contains" || key === "content_regex") return [inner === "path" ? "path" : "pattern"];
  return key === "file_exists" || key === "file_modified" ? ["path"] : [key];
}

function sheetKey(stage: number, key: string | number | undefined, rest: readonly (string | number)[]): KeyPath {
  const names: Readonly<Record<string, string>> = { after: "dependencies", title: "descriptions", cadenza: "cadenzas" };
  if (key === undefined || key === "id" || key === "items" || key === "item_range") return ["sheet"];
  if (key === "agent") return ["sheet", "per_sheet_instruments", String(stage)];
  if (key === "fallbacks") return ["sheet", "per_sheet_fallbacks", String(stage), ...rest];
  return ["sheet", names[String(key)] ?? key, String(stage), ...rest];
}
