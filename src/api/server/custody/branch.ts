import { isBranchName } from "../../../git/branch-name.ts";
import type { Git } from "../../../git/git.ts";
import { listRefs } from "../../../git/list-refs.ts";
import type { Place } from "./place.ts";
import { refused } from "./refusals.ts";

/**
 * The short name of a branch that git could make in the user's repository. One that is there already is not looked for.
 */
export async function requireNewBranch(git: Git, place: Place, name: string): Promise<string> {
  const short = name.replace(/^refs\/heads\//, "");
  if (!(await isUsable(git, place.gitDir, short)))
    throw refused(`${JSON.stringify(name)} can't be the name of a branch`, "Choose another name.");
  const rival = await findRival(git, place.repository.commonDir, short);
  if (rival === undefined) return short;
  throw refused(
    `there can be no branch ${short} beside the branch ${rival}: one name is a folder of the other`,
    "Choose another name.",
  );
}

async function isUsable(git: Git, gitDir: string, short: string): Promise<boolean> {
  // A ref may be a file, which git writes as a lock first.
  if (short.split("/").some((part) => Buffer.byteLength(`${part}.lock`) > longestName)) return false;
  if (!(await isBranchName(git, gitDir, short))) return false;
  // Some names that a ref may have stand for something else wherever a person writes them; of this one git says
  // nothing.
  if (short === "@") return false;
  const exit = await git.sealed({ gitDir, args: ["check-ref-format", "--branch", short] });
  return exit.code === 0 && exit.stdout.toString("utf8").trim() === short;
}

const longestName = 255;

async function findRival(git: Git, commonDir: string, short: string): Promise<string | undefined> {
  const names = [...(await listRefs(git, commonDir, ["refs/heads"])).keys()].map((ref) =>
    ref.slice("refs/heads/".length),
  );
  return names.find((name) => name.startsWith(`${short}/`) || short.startsWith(`${name}/`));
}
