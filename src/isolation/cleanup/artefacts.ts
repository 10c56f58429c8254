import { join } from "node:path";
import type { Git } from "../../git/git.ts";
import { listChanged, listIgnored } from "../../git/index.ts";
import { lookAround } from "../capture/survey/walk.ts";
import { isInPlace } from "../../score/plan/isolation.ts";
import type { ContextRecord } from "../records/record.ts";
import { lentIn, lentTo, unlentIn } from "../prepare/lent.ts";
import { removeTree } from "./remove-tree.ts";
import { measureUse } from "../disk/measure.ts";

/** Files that git ignores, or in a prepared folder and not lent: they can be made again. */
export interface Artefacts {
  readonly paths: readonly string[];
  readonly bytes: number;
}

const none: Artefacts = { paths: [], bytes: 0 };

/** Nothing where a task changed ignore rules (it may have hidden work), nor in the user's own folder. */
export async function readArtefacts(git: Git, { context, store }: ContextRecord): Promise<Artefacts> {
  if (isInPlace(context.level)) return none;
  const place = { gitDir: store, workTree: context.path, index: context.index, ...lentTo(context) };
  // Nor where git could hang: it says too little then.
  if ((await lookAround(git, place)).safe.hazards.length > 0) return none;
  if ((await listChanged(git, place)).some((path) => path === ".gitignore" || path.endsWith("/.gitignore")))
    return none;
  // Lent folders take no room, and the next attempt needs them.
  const isLent = lentIn(place);
  const ignored = (await listIgnored(git, place)).filter((path) => !isLent(path));
  const found = [...ignored, ...(await unlentIn(place))];
  const paths = found
    .map((path) => Buffer.from(path, "latin1").toString("utf8"))
    .filter((path) => !path.includes("\uFFFD"));
  let bytes = 0;
  for (const path of paths) bytes += (await measureUse(join(context.path, path))).bytes;
  return { paths, bytes };
}

/** Removes them; returns the bytes freed. Looks again first: an ignored file may be work by now. */
export async function dropArtefacts(git: Git, record: ContextRecord): Promise<number> {
  const { paths, bytes } = await readArtefacts(git, record);
  for (const path of paths) await removeTree(join(record.context.path, path));
  return bytes;
}
