import { clearAway } from "../contexts/clear-away.ts";
import type { Level } from "../contexts/ground.ts";
import { askIn } from "../contexts/raw-git.ts";
import { makePlayground, startingFiles, userFiles } from "../playground.ts";
import { wrongFiles, manyFiles } from "./files.ts";
import { inspectRepositories } from "./inspect.ts";
import { startMaker } from "./maker.ts";

const processes = 4;

export interface Crowd {
  readonly made: number;
  readonly wrong: readonly string[];
}

/** So many contexts of one level, so many at once, from several processes that know nothing of each other. */
export async function makeMany(level: Level, count: number, atOnce: number): Promise<Crowd> {
  const ground = await makePlayground(manyFiles, "");
  try {
    const shares = Array.from({ length: processes }, (_, share) =>
      idsOf(count).filter((_id, place) => place % processes === share),
    );
    const order = { repository: ground.repository, home: ground.home, level, atOnce: Math.ceil(atOnce / processes) };
    const told = (await Promise.all(shares.map((ids) => startMaker({ ...order, ids }).ended))).flat();
    const made = told.filter((one) => one.kind === "made");
    const isInPlace = level === "none";
    const files = new Map([...startingFiles(manyFiles), ...(isInPlace ? userFiles : [])]);
    const paths = new Set(made.map(({ path }) => path));
    const wrong = [
      ...told.filter((one) => one.kind === "failed").map(({ id, why }) => `${id}: ${why}`),
      ...(paths.size === (isInPlace ? 1 : count) ? [] : [`${paths.size} folders for ${count} contexts`]),
      ...[...paths].flatMap((path) =>
        [...wrongFiles(path, files), ...(isInPlace || level === "directory" ? [] : unclean(path))].map(
          (fault) => `${path}: ${fault}`,
        ),
      ),
      ...inspectRepositories(ground),
    ];
    return { made: made.length, wrong };
  } finally {
    clearAway(ground.folder);
  }
}

function idsOf(count: number): readonly string[] {
  return Array.from({ length: count }, (_, place) => `task-${place}`);
}

/** The agent's own git finds nothing to tell. */
export function unclean(folder: string): readonly string[] {
  const status = askIn(folder, ["status", "--porcelain", "--ignored"]);
  return status === "" ? [] : [`git status says ${JSON.stringify(status ?? "no")}`];
}
