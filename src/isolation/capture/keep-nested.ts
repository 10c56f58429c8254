import { copyFile, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../../base/error.ts";
import type { CommitSha, EpochMs } from "../../base/ids.ts";
import { copyObjects } from "../../git/copy-objects.ts";
import type { Git } from "../../git/git.ts";
import { readObjectTypes } from "../../git/object-types.ts";
import { writeCommit, writeTree } from "../../git/trees.ts";
import { shownPath } from "../raw-path.ts";
import { type NestedView, viewAt } from "./nested-view.ts";
import type { Survey } from "./survey.ts";
import { takeResult } from "./take-result.ts";

/** The same files make the same commit, whoever captures them and when: so it can be told whether they changed. */
const nobody = { name: "Tutti", email: "tutti@localhost" };

/**
 * Keeps the files of a submodule's folder as a commit without history in the store. It is evidence, not part of the
 * result; what goes wrong with it costs the evidence, never the capture.
 */
export async function keepNested(
  git: Git,
  view: NestedView,
  what: { survey: Survey; base: string | null; path: string; store: string; scratch: string },
): Promise<{ readonly detail: string; readonly evidence: readonly CommitSha[] }> {
  const index = join(view.gitDir, "evidence.index");
  try {
    for (const path of [index, `${index}.lock`]) await rm(path, { force: true });
    if (what.base !== null) {
      await copyFile((await viewAt(git, view, what.base)).index, index);
      // A copy looks younger than it is: with this time git compares every file by its content.
      await utimes(index, 1, 1);
    }
    await takeResult(git, { ...view, index }, { survey: what.survey, scratch: what.scratch });
    const tree = await writeTree(git, view.gitDir, index);
    const message = `files in the folder of submodule ${shownPath(what.path)}\n`;
    const commit = await writeCommit(git, view.gitDir, { tree, parents: [], message, by: nobody, at: 0 as EpochMs });
    const objects = join(view.gitDir, "objects");
    const isKept = (await readObjectTypes(git, { gitDir: what.store, env: {} }, [commit])).has(commit);
    const way = {
      store: what.store,
      scratch: what.scratch,
      env: { GIT_ALTERNATE_OBJECT_DIRECTORIES: JSON.stringify(objects) },
    };
    if (!isKept) await copyObjects(git, way, { kind: "history", tips: [commit], known: [] });
    return { detail: `its files are kept as ${commit}`, evidence: [commit] };
  } catch (error) {
    return { detail: `its files could not be kept: ${messageOf(error)}`, evidence: [] };
  }
}
