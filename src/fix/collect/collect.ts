import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { linesBelow } from "../../base/ignore/gitignore-words.ts";
import type { Collected, PreparedTool } from "../model.ts";
import type { RunProcess } from "../../process/process.ts";
import { runTool } from "../../tools/run.ts";

export interface CollectPlace {
  readonly run: RunProcess;
  /** A checkout of the whole project. */
  readonly folder: string;
  /** Which files a tool is asked about; absent or `null`: everything. */
  readonly filesFor?: (tool: PreparedTool) => readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
  /** How many tools run at once. */
  readonly atOnce?: number;
}

export type CollectProgress =
  | { readonly kind: "started"; readonly tool: PreparedTool }
  | { readonly kind: "ended"; readonly tool: PreparedTool; readonly collected: Collected };

/** The results of all tools, in their order. */
export async function collect(
  tools: readonly PreparedTool[],
  place: CollectPlace,
  onProgress: (progress: CollectProgress) => void,
): Promise<readonly Collected[]> {
  const ends = new Map<PreparedTool, Collected>();
  const waiting = tools.values();
  const work = async (): Promise<void> => {
    // One iterator for all: each takes the next one.
    for (const tool of waiting) {
      onProgress({ kind: "started", tool });
      const collected = await collectOne(tool, place);
      ends.set(tool, collected);
      onProgress({ kind: "ended", tool, collected });
    }
  };
  await Promise.all(Array.from({ length: place.atOnce ?? usuallyAtOnce }, work));
  return tools.flatMap((tool) => ends.get(tool) ?? []);
}

const usuallyAtOnce = 2;

async function collectOne(
  tool: PreparedTool,
  { run, folder, filesFor, env, cancel }: CollectPlace,
): Promise<Collected> {
  return {
    tool,
    ...(await runTool(run, tool, { folder, below: tool.folder, files: filesFor?.(tool) ?? null, env, cancel })),
  };
}

/** Files for a tool that has no word for everything: all of the project that it looks at. */
export function filesFor(files: readonly string[]): (tool: PreparedTool) => readonly string[] | null {
  return ({ reach, everything, looksAt, folder }) =>
    reach === "file" && everything.length === 0 ? files.filter(gitignoreMatcher(linesBelow(folder, looksAt))) : null;
}
