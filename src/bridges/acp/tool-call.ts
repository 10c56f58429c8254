import type { ToolCallUpdate, ToolKind } from "@agentclientprotocol/sdk";

/** One use of a tool, as far as the agent told of it: the later word counts, and what it leaves out stays as it was. */
export type KnownCall = Pick<ToolCallUpdate, "kind" | "title" | "name" | "locations" | "content" | "rawInput">;

export function knownWith(
  known: KnownCall | undefined,
  { kind, title, name, locations, content, rawInput }: KnownCall,
): KnownCall {
  const told = Object.entries({ kind, title, name, locations, content, rawInput }).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  return { ...known, ...(Object.fromEntries(told) as KnownCall) };
}

export function kindOf({ kind }: KnownCall): ToolKind {
  return kind ?? "other";
}

/** Every path that it says it is about, in whichever of its fields. */
export function pathsOf({ locations, content, rawInput }: KnownCall): readonly string[] {
  const shown = (content ?? []).filter((item) => item.type === "diff").map(({ path }) => path);
  const all = [...(locations ?? []).map(({ path }) => path), ...shown, ...pathsIn(rawInput, 0)];
  return [...new Set(all.map((path) => path.replace(/^file:\/\//i, "")))].filter((path) => path !== "");
}

/** The tool and what it is about, in the agent's words. */
export function describeCall(call: KnownCall): { tool: string; detail: string } {
  const title = (call.title ?? "").replace(/\s+/g, " ").trim();
  return { tool: call.name ?? kindOf(call), detail: (title || pathsOf(call).join(" ")).slice(0, longestDetail) };
}

const longestDetail = 200;
/** Agents call it `path`, `file_path`, `filePath`, `parentDir`, `destination`, … */
const pathKey = /(path|file|filename|dir|directory|folder|source|destination)s?$/i;
const deepest = 4;

/** What lies deeper than anyone puts a path is not looked at. */
function pathsIn(input: unknown, depth: number): readonly string[] {
  if (typeof input !== "object" || input === null || depth > deepest) return [];
  if (Array.isArray(input)) return input.flatMap((item) => pathsIn(item, depth + 1));
  return Object.entries(input).flatMap(([key, value]) => {
    if (!pathKey.test(key)) return pathsIn(value, depth + 1);
    const values: readonly unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((item) => (typeof item === "string" ? [item] : pathsIn(item, depth + 1)));
  });
}
