import { type Git, requireOk } from "../git.ts";

/** How large objects are, by name; those that are not there are left out. */
export async function readSizes(
  git: Git,
  gitDir: string,
  names: ReadonlySet<string>,
): Promise<ReadonlyMap<string, number>> {
  if (names.size === 0) return new Map();
  const stdin = `${[...names].join("\n")}\n`;
  const exit = await git.sealed({
    gitDir,
    args: ["cat-file", "--batch-check=%(objectname) %(objectsize)", "--buffer"],
    stdin,
  });
  const lines = requireOk(exit, "reading sizes").toString("latin1").split("\n");
  return new Map(
    lines
      .map((line) => line.split(" "))
      .flatMap(([name = "", size = ""]) => (/^\d+$/.test(size) ? [[name, Number(size)]] : [])),
  );
}
