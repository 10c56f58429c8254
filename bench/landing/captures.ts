import { join } from "node:path";
import type { CommitSha } from "../../src/base/ids.ts";
import { type Shape, commitLines, fastImport, fileLines, git, pathOf, textOf } from "./repository.ts";

/** Results that wait to land: each changes one file that no other of them does, from the same commit on. */
export interface Captures {
  readonly shape: Shape;
  readonly base: CommitSha;
  /** The number of the first, and how many: no two of the same number are ever made in one repository. */
  readonly first: number;
  readonly count: number;
  /** Before the number, in names of refs. */
  readonly prefix: string;
  /** Places of those that add a file of their own in this folder, instead of changing one. */
  readonly adding?: { readonly folder: string; readonly places: ReadonlySet<number> };
}

/** Makes them in a repository that has the base, or borrows it; gives them in order. */
export async function makeCaptures(gitDir: string, captures: Captures): Promise<readonly CommitSha[]> {
  const { base, first, count, prefix } = captures;
  const numbers = Array.from({ length: count }, (_, place) => first + place);
  await fastImport(
    gitDir,
    numbers.map(
      (number, place) =>
        commitLines(refOf(prefix, number), `result ${String(number)}`, base) +
        fileLines(...changeOf(captures, { number, place })),
    ),
    { isLoose: true },
  );
  const listed = await git(gitDir, ["--git-dir=.", "for-each-ref", "--format=%(refname) %(objectname)", prefix]);
  const found = new Map(listed.split("\n").map((line) => line.split(" ") as [string, CommitSha]));
  // As a store has them after a while; and a file for each would be all that is measured where there are ten thousand.
  await git(gitDir, ["--git-dir=.", "pack-refs", "--all"]);
  return numbers.map((number) => {
    const commit = found.get(refOf(prefix, number));
    if (commit === undefined) throw new Error(`there is no result ${String(number)}`);
    return commit;
  });
}

function refOf(prefix: string, number: number): string {
  return join(prefix, String(number));
}

/**
 * Which file it changes, and to what: far from its neighbours'. Where there are more results than files, the rest add
 * one each.
 */
export function changeOf(
  { shape, adding }: Pick<Captures, "shape" | "adding">,
  { number, place }: { readonly number: number; readonly place: number },
): readonly [path: string, text: string] {
  if (adding?.places.has(place) === true) return [`${adding.folder}/${String(number)}`, "\n"];
  const file = (number * 7_919) % shape.files;
  const path = pathOf(shape, file);
  return [place < shape.files ? path : `${path}.${String(place)}`, textOf(file, `result ${String(number)}`)];
}
