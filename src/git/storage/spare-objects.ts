import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitSha, TreeSha } from "../../base/ids.ts";
import { type Git, requireOk } from "../git.ts";
import { alternatesLine } from "./init-store.ts";

/** A folder beside a repository that takes every new object: the repository stays as it is. */
export interface SpareObjects {
  readonly gitDir: string;
  readonly objects: string;
}

/** At a new path. It borrows all that the repository has. */
export async function makeSpareObjects(gitDir: string, objects: string): Promise<SpareObjects> {
  await mkdir(join(objects, "info"), { recursive: true, mode: 0o700 });
  await writeFile(join(objects, "info", "alternates"), alternatesLine(join(gitDir, "objects")));
  return { gitDir, objects };
}

/**
 * Nothing in there outlives a lost machine, so no write waits for the disk or compresses. git's own tests use this
 * variable; a git that does not know it is slower, not wrong.
 */
const hasty = { GIT_TEST_FSYNC: "0", GIT_CONFIG_COUNT: "2" };
const settings = {
  GIT_CONFIG_KEY_0: "core.fsyncMethod",
  GIT_CONFIG_VALUE_0: "writeout-only",
  GIT_CONFIG_KEY_1: "core.looseCompression",
  GIT_CONFIG_VALUE_1: "0",
};

export function spareEnvironment({ objects }: SpareObjects): Readonly<Record<string, string>> {
  return { GIT_OBJECT_DIRECTORY: objects, ...hasty, ...settings };
}

/** A commit with a tree to merge; its parent is the merge's base. */
export interface StandIn {
  readonly tree: TreeSha;
  readonly parent: CommitSha;
}

const signature = "Tutti <tutti@localhost> 0 +0000";

/** Makes many at once, in one process; in the order asked for. */
export async function writeStandIns(
  git: Git,
  spare: SpareObjects,
  standIns: readonly StandIn[],
): Promise<readonly CommitSha[]> {
  if (standIns.length === 0) return [];
  const folder = await mkdtemp(join(spare.objects, "info", "drafts-"));
  const texts = standIns.map(
    ({ tree, parent }) => `tree ${tree}\nparent ${parent}\nauthor ${signature}\ncommitter ${signature}\n\nstand-in\n`,
  );
  await Promise.all(texts.map((text, place) => writeFile(join(folder, String(place)), text)));
  const exit = await git.sealed({
    gitDir: spare.gitDir,
    args: ["hash-object", "-t", "commit", "-w", "--no-filters", "--stdin-paths"],
    stdin: texts.map((_, place) => `${String(place)}\n`).join(""),
    env: spareEnvironment(spare),
    workTree: folder,
  });
  return requireOk(exit, "writing stand-ins").toString("utf8").trim().split("\n") as CommitSha[];
}
