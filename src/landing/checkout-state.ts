import { access } from "node:fs/promises";
import { join } from "node:path";

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
    if (
      await access(join(gitDir, file)).then(
        () => true,
        () => false,
      )
    )
      return name;
  }
  return undefined;
}
