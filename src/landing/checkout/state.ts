import { join } from "node:path";
import { readPlainText } from "../../base/files/read-plain.ts";
import { exists } from "../../base/files/exists.ts";

const signs = [
  ["rebase-merge", "rebase"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
] as const;

/** What the user is in the middle of in a checkout, if anything: such an operation expects HEAD to stay where it is. */
export async function operationUnderWay(gitDir: string): Promise<string | undefined> {
  for (const [file, name] of signs) {
    if (await exists(join(gitDir, file))) return name;
  }
  return undefined;
}

/**
 * The branch that a rebase under way will move when it is done, by its full name, and where that stood when it began.
 */
export async function rebaseUnderWay(
  gitDir: string,
): Promise<{ readonly branch: string; readonly from: string } | undefined> {
  for (const folder of ["rebase-merge", "rebase-apply"]) {
    const [branch, from] = await Promise.all(
      ["head-name", "orig-head"].map((name) => readPlainText(join(gitDir, folder, name)).catch(() => undefined)),
    );
    if (branch !== undefined) return { branch: branch.trim(), from: from?.trim() ?? "" };
  }
  return undefined;
}
