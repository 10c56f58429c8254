import { mkdirSync, statSync } from "node:fs";
import { mkdir, mkdtemp, readdir, realpath, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Grants, Mounts } from "../../process/sandbox/sandbox.ts";
import { sharedMemory } from "../../process/sandbox/mount-rows.ts";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";
import { removeTree } from "../cleanup/remove-tree.ts";
import { isBelow, mountsFor } from "./mounts.ts";
import { realPaths } from "./pins.ts";

/** Sources of the mounts of one run; removed when it ends. */
export interface Room {
  readonly folder: string;
  /** For temporary files. */
  readonly temp: string;
  close(): Promise<void>;
}

export async function openRoom(scratch: string): Promise<Room> {
  const folder = await mkdtemp(join(scratch, "t"));
  const temp = join(folder, "temp");
  await mkdir(temp);
  // The kernel leaves a folder in each layer that its owner can't open.
  const close = (): Promise<void> => removeTree(folder).catch(() => undefined);
  return { folder, temp, close };
}

export interface Furnishing {
  readonly level: ConfinedLevel;
  /** By their real paths. */
  readonly grants: Grants;
  readonly home: string | undefined;
  readonly fixed: readonly string[];
  /** Folders of tools, whose changes go to a layer. */
  readonly layered: readonly string[];
}

/** Prepares the mounts of a run. */
export async function furnishRoom(room: Room, furnishing: Furnishing): Promise<Mounts> {
  const { grants, level, home, fixed } = furnishing;
  const folder = await realpath(room.folder);
  const real = { read: grants.read.filter(isOfFiles), write: grants.write.filter(isOfFiles) };
  const candidates = realPaths(furnishing.layered).filter(isOfFiles);
  const kinds = new Map(
    [...real.read, ...real.write, ...fixed, ...candidates].map((path) => [path, statSync(path).isDirectory()] as const),
  );
  // The kernel takes no layer over a folder that holds the layer itself.
  const layered = candidates.filter((path) => kinds.get(path) === true && !isBelow(folder, path));
  const tops = (await readdir("/", { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const plan = mountsFor({
    ...{ level, home, layered, fixed, room: folder, grants: real },
    tops: tops.map(({ name }) => name),
    isFile: (path) => kinds.get(path) === false,
  });
  // Some thirty small folders: rounds through other threads would take longer than all of them.
  for (const path of plan.folders) mkdirSync(path, { recursive: true });
  for (const path of plan.files) {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, "", { flag: "a" });
  }
  return { rows: plan.rows };
}

/** These are the kernel's own. */
function isOfFiles(path: string): boolean {
  const isKernels = ["/dev", "/proc", "/sys"].some((folder) => isBelow(path, folder));
  return !isKernels || (path !== sharedMemory && isBelow(path, sharedMemory));
}
