import { gitignoreMatcher } from "../../base/ignore/gitignore.ts";
import { linesBelow } from "../../base/ignore/gitignore-words.ts";
import type { Collected, PreparedTool } from "../model.ts";
import type { RunProcess } from "../../process/process.ts";
import { runTool } from "../../tools/run.ts";

export interface CollectPlace {
  readonly run: RunProcess;
  readonly folder: string;
  /** `null`: everything. */
  readonly filesFor?: (tool: PreparedTool) => readonly string[] | null;
  readonly env: Readonly<Record<string, string>>;
  readonly cancel: AbortSignal;
  readonly atOnce?: number;
}

export type CollectProgress =
  | { readonly kind: "started"; readonly tool: PreparedTool }
  | { readonly kind: "ended"; readonly tool: PreparedTool; readonly collected: Collected };

export async function collect(
  tools: readonly PreparedTool[],
  place: CollectPlace,
  onProgress: (progress: CollectProgress) => void,
): Promise<readonly Collected[]> {
  const ends = new Map<PreparedTool, Collected>();
  const waiting = tools.values();
  const work = async (): Promise<void> => {
    // Workers share one iterator.
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

/** All files of the project that a tool without an argument for everything looks at. */
export function filesFor(files: readonly string[]): (tool: PreparedTool) => readonly string[] | null {
  return ({ reach, everything, looksAt, folder }) =>
    reach === "file" && everything.length === 0 ? files.filter(gitignoreMatcher(linesBelow(folder, looksAt))) : null;
}
