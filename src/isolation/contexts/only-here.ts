import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { withFlatFolder } from "../../base/files/flat-folder.ts";
import { type LeftOut, mayGo } from "../capture/survey/left-out.ts";
import { surveyContext } from "../capture/survey/survey.ts";
import { lentTo } from "../prepare/lent.ts";
import { shownPath } from "../raw-path.ts";
import type { ContextRecord } from "../records/record.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { ContextParts } from "./parts.ts";

/**
 * Why a context would stay for what no snapshot can hold, as far as a look can tell; `null` when nothing is seen.
 * Captures nothing.
 */
export async function readOnlyHere(parts: ContextParts, { context, store }: ContextRecord): Promise<string | null> {
  if (isInPlace(context.level)) return null;
  return withFlatFolder(parts.places.scratch, async (folder) => {
    const index = join(folder, "index");
    await copyFile(context.index, index);
    const { leftOut } = await surveyContext(parts.git, {
      gitDir: store,
      workTree: context.path,
      index,
      ...lentTo(context),
    });
    // What is in a submodule is only known when it is captured.
    return onlyHereWords(
      context.path,
      leftOut.filter((item) => item.reason !== "submodule"),
    );
  }).catch(() => null);
}

/** What a snapshot had to leave out and is no waste, and what a person can do about it. */
export function onlyHereWords(path: string, leftOut: readonly LeftOut[]): string | null {
  const [only, ...more] = leftOut.filter((item) => !mayGo(item));
  if (only === undefined) return null;
  const rest = more.length === 0 ? "" : ` and ${String(more.length)} more`;
  return `it holds what no snapshot has: ${shownPath(only.path)} (${only.reason})${rest}. Look at ${path}, take what you need, delete the folder, then: tutti worktree prune`;
}
