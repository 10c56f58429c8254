import { type Git, requireOk } from "../git.ts";

/** What kind of object each revision names, by its full name; one that is not there has no entry. */
export async function readObjectTypes(
  git: Git,
  place: { gitDir: string; env: Readonly<Record<string, string>> },
  revisions: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (revisions.length === 0) return new Map();
  const exit = await git.sealed({
    ...place,
    args: ["cat-file", "--batch-check=%(objectname) %(objecttype)"],
    stdin: `${revisions.join("\n")}\n`,
  });
  const lines = requireOk(exit, "looking for objects").toString("utf8").split("\n");
  const pairs = lines
    .filter((line) => line !== "" && !line.endsWith(" missing"))
    .map((line) => line.split(" ") as [string, string]);
  return new Map(pairs);
}
