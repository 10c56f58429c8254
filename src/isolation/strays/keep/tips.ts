import { join } from "node:path";
import { isObjectName } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { readObjectTypes } from "../../../git/history/read-commits.ts";
import { readTips } from "../../capture/agent/tips.ts";
import { readData } from "../find/data-file.ts";
import { type Stray, objectsOf } from "../stray.ts";

/** What a stray's HEAD, refs, logs and half-done operations name. */
export interface StrayTips {
  readonly commits: readonly string[];
  readonly tags: readonly string[];
  /** Each a reason why not everything it names could be found. */
  readonly problems: readonly string[];
}

/** Where git notes commits besides refs while a merge, rebase or bisection is under way. */
const pending = [
  "ORIG_HEAD",
  "MERGE_HEAD",
  "CHERRY_PICK_HEAD",
  "REVERT_HEAD",
  "BISECT_HEAD",
  "REBASE_HEAD",
  "rebase-merge/orig-head",
  "rebase-merge/onto",
  "rebase-merge/stopped-sha",
  "rebase-merge/amend",
  "rebase-apply/orig-head",
  "rebase-apply/onto",
];

export async function readStrayTips(git: Git, desk: string, stray: Stray): Promise<StrayTips> {
  if (stray.gitDir === null) return { commits: [], tags: [], problems: [] };
  const { names, isCut } = await readTips(stray.gitDir, "");
  const all = new Set([...names, ...(stray.head === null ? [] : [stray.head]), ...(await readPending(stray.gitDir))]);
  const env = await objectsOf(stray);
  const types = await readObjectTypes(git, { gitDir: desk, env }, [...all]);
  const missing = [...all].filter((name) => !types.has(name));
  const tags = [...types].filter(([, type]) => type === "tag").map(([name]) => name);
  const tagged = await readObjectTypes(
    git,
    { gitDir: desk, env },
    tags.map((tag) => `${tag}^{commit}`),
  );
  return {
    commits: [...new Map([...types, ...tagged])].filter(([, type]) => type === "commit").map(([name]) => name),
    tags,
    problems: [
      ...(missing.length === 0 ? [] : [`it names commits that are not there (${missing[0]?.slice(0, 10) ?? ""})`]),
      ...(isCut ? ["it has too many refs"] : []),
    ],
  };
}

async function readPending(gitDir: string): Promise<readonly string[]> {
  const texts = await Promise.all(pending.map((name) => readData(join(gitDir, name))));
  return texts.flatMap((text) => (text ?? "").split(/\s+/)).filter((word) => isObjectName(word) && !/^0+$/.test(word));
}
