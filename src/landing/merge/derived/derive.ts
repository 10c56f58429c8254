import { readFile } from "node:fs/promises";
import type { TreeSha } from "../../../base/ids.ts";
import { oneLine } from "../../../base/text.ts";
import type { Git } from "../../../git/git.ts";
import { entryAt } from "../../../git/objects/trees/compare.ts";
import { withFiles } from "../../../git/objects/trees/replace.ts";
import type { Objects } from "../../../git/objects/objects.ts";
import { pathBytes, shownPath } from "../../../isolation/raw-path.ts";
import { endWords, type RunProcess } from "../../../process/process.ts";
import { withTree } from "../scratch-tree.ts";
import type { Recipe } from "./recipes.ts";

/** A conflicting file that a tool makes from others. */
export interface DerivedFile {
  /** Raw bytes (latin1). */
  readonly path: string;
  readonly recipe: Recipe;
  /** As the sides have it. */
  readonly sides: readonly string[];
}

export interface DerivingHands {
  readonly git: Git;
  readonly objects: Objects;
  readonly scratch: string;
  readonly run: RunProcess;
  readonly environment: Readonly<Record<string, string>>;
}

export type Derived =
  | { readonly kind: "made"; readonly tree: TreeSha }
  /** A sentence. */
  | { readonly kind: "not-made"; readonly why: string };

/** A tool that loads packages takes minutes; one that hangs must not hold a queue. */
const longestMs = 180_000;
const mostShown = 300;

/** Makes files from a tree in which all others are merged, each by its own tool. Other files it writes do not count. */
export async function deriveFiles(
  hands: DerivingHands,
  tree: TreeSha,
  files: readonly DerivedFile[],
): Promise<Derived> {
  const { git, objects, scratch } = hands;
  await objects.flush();
  return withTree({ git, gitDir: objects.gitDir, scratch }, tree, async (folder) => {
    const made: { readonly path: string; readonly mode: string; readonly id: string }[] = [];
    for (const file of files) {
      const outcome = await makeFile(hands, folder, file);
      if (typeof outcome === "string") return { kind: "not-made", why: `${shownPath(file.path)}: ${outcome}` };
      const id = objects.writeBlob(outcome);
      if (file.recipe.isLock && file.sides.includes(id))
        return {
          kind: "not-made",
          why: `${shownPath(file.path)}: ${toolOf(file)} made one side's file again, so the other side's change would be lost`,
        };
      made.push({ path: file.path, mode: (await entryAt(objects, tree, file.path))?.mode ?? "100644", id });
    }
    return { kind: "made", tree: await withFiles(objects, tree, made) };
  });
}

/** Why not, as the rest of a sentence. */
async function makeFile(hands: DerivingHands, folder: string, file: DerivedFile): Promise<Buffer | string> {
  let why = "no command makes it";
  for (const { argv, env } of file.recipe.commands) {
    const end = await hands.run({
      argv,
      cwd: pathBytes(folder, file.recipe.folder).toString("utf8"),
      env: { ...hands.environment, ...env },
      output: { kind: "memory", capBytes: 64_000 },
      limits: { timeoutMs: longestMs },
      tree: "contained",
    });
    if (end.how.kind === "exited" && end.how.code === 0)
      return readFile(pathBytes(folder, file.path)).catch(() => `${argv.join(" ")} left no such file`);
    const said = oneLine(end.stderr.toString("utf8").trim()).slice(0, mostShown);
    why = `${argv.join(" ")} ${endWords(end, longestMs)}${said === "" ? "" : `: ${said}`}`;
    if (end.how.kind === "not-started") return why;
  }
  return why;
}

function toolOf({ recipe }: DerivedFile): string {
  return recipe.commands[0]?.argv[0] ?? "its tool";
}
