import { runs } from "../landing/repository.ts";
import type { FixProject } from "./repository.ts";

/**
 * One file after the other: a work tree, the agent, its patch applied to the main one and committed. Nothing is
 * verified.
 */
export async function worktreeLoop(repository: string, { files, agent }: FixProject): Promise<void> {
  const script = `
    agent=$1; shift
    git update-index -q --refresh
    for file; do
      tree=$(mktemp -d)/tree
      git worktree add -q --detach "$tree" HEAD
      (cd "$tree" && sh "$agent" "$file")
      git -C "$tree" diff --binary HEAD >"$tree.patch"
      git apply --index "$tree.patch"
      git commit -q -m "fix: $file"
      git worktree remove --force "$tree"
    done`;
  await runs("sh", ["-e", "-c", script, "sh", agent, ...files], repository);
}
