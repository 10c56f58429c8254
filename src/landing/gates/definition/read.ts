import type { CommitSha } from "../../../base/ids.ts";
import type { Git } from "../../../git/git.ts";
import { entryAt } from "../../../git/objects/trees/compare.ts";
import { type Objects, openObjects } from "../../../git/objects/objects.ts";
import { isFolder } from "../../../git/objects/bytes/tree-bytes.ts";
import { gateFilePath } from "../gate.ts";
import { type GateFile, gatesInvalid, maxGateFileBytes, noGateFile, parseGateFile } from "./file.ts";

/**
 * What a commit of the target says: from git's objects, whatever lies in anybody's folder. Throws when it is not valid.
 */
export async function readGateFile(git: Git, gitDir: string, commit: CommitSha): Promise<GateFile> {
  const objects = openObjects(git, gitDir, commit.length === 40 ? "sha1" : "sha256");
  try {
    return await gateFileIn(objects, commit);
  } finally {
    await objects.close();
  }
}

/** The same for one who has the objects open. */
export async function gateFileIn(objects: Objects, commit: CommitSha): Promise<GateFile> {
  const { tree } = await objects.readCommit(commit);
  const entry = await entryAt(objects, tree, gateFilePath);
  if (entry === undefined) {
    // A link in the folder's place may be meant to hold gates, which git does not follow: then there would seem to be
    // none.
    const [name = ""] = gateFilePath.split("/");
    const folder = await entryAt(objects, tree, name);
    if (folder !== undefined && !isFolder(folder))
      throw gatesInvalid([`${name} is ${kindOf(folder.mode)}, not a folder`]);
    return noGateFile;
  }
  // A link would let something outside of the target decide.
  if (!entry.mode.startsWith("100")) throw gatesInvalid([`is ${kindOf(entry.mode)}, not a file`]);
  const bytes = await objects.readBlob(entry.id, maxGateFileBytes);
  if (bytes === undefined) throw gatesInvalid(["is larger than 100 KB"]);
  return parseGateFile(bytes);
}

function kindOf(mode: string): string {
  if (mode === "40000" || mode === "040000") return "a folder";
  if (mode === "160000") return "a submodule";
  return mode === "120000" ? "a link" : "a file";
}
