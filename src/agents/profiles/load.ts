import { fileURLToPath } from "node:url";
import { type ProfileFolder, type ProfileSources, ownFolders, readProfileFolder } from "./folder.ts";
import { profileError, type ProfileProblem } from "./problem.ts";
import { settleProfiles } from "./settle.ts";
import { type ProfileShelf, shelfOf } from "./shelf.ts";

/** Throws with every problem. */
export async function readProfiles(sources: ProfileSources): Promise<ProfileShelf> {
  const { shelf, problems } = await lookAtProfiles(sources);
  if (problems.length > 0) throw profileError(problems);
  return shelf;
}

/** Invalid profiles are not on the shelf. */
export async function lookAtProfiles(
  sources: ProfileSources,
): Promise<{ readonly shelf: ProfileShelf; readonly problems: readonly ProfileProblem[] }> {
  const reads = await Promise.all((await profileFolders(sources)).map(readProfileFolder));
  const { entries, problems } = settleProfiles(reads.flatMap(({ files }) => files));
  return { shelf: shelfOf(entries), problems: [...reads.flatMap((read) => read.problems), ...problems] };
}

async function profileFolders(sources: ProfileSources): Promise<readonly ProfileFolder[]> {
  return [
    { origin: "built-in", path: fileURLToPath(new URL("built-in", import.meta.url)), top: null },
    ...(await ownFolders(sources)),
  ];
}
