import { join } from "node:path";
import type { Grants } from "../../process/sandbox/sandbox.ts";
import { type MountRow, sharedMemory } from "../../process/sandbox/mount-rows.ts";
import type { ConfinedLevel } from "../../score/plan/sandbox.ts";

/** The machine's files, as far as mounts depend on them. */
export interface MountScene {
  readonly level: ConfinedLevel;
  /** Real paths, without those of `/dev`, `/proc` and `/sys`. */
  readonly grants: Grants;
  /** Folders at the root of the machine; links among them are left out. */
  readonly tops: readonly string[];
  /** A folder of the run's own, for what the kernel needs. */
  readonly room: string;
  readonly home: string | undefined;
  /** Real paths that stay read-only below what is granted. */
  readonly fixed?: readonly string[];
  /** Real folders whose changes go to a layer of the run's own. */
  readonly layered: readonly string[];
  readonly isFile: (path: string) => boolean;
}

export interface MountPlan {
  readonly rows: readonly MountRow[];
  /** To be made before. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
}

/** Programs and libraries for everyone; all other folders of the root are hidden by `strict`. */
const systemTops = new Set([
  "usr",
  "bin",
  "sbin",
  "lib",
  "lib32",
  "lib64",
  "libx32",
  "opt",
  "nix",
  "snap",
  "etc",
  "sys",
]);
/** These are a namespace's own, or hold nothing but devices. */
const untouched = new Set(["proc", "dev"]);

/**
 * Mounts for one program. `write`: all folders are read-only but what was granted. `strict`: what was not granted is not
 * there, and home and temporary files are empty folders of its own.
 */
export function mountsFor(scene: MountScene): MountPlan {
  const { level, room, tops, home, layered } = scene;
  const isStrict = level === "strict";
  const known = tops.filter((name) => !untouched.has(name)).map((name) => ({ name, path: `/${name}` }));
  const hidden = isStrict ? known.filter(({ name }) => !systemTops.has(name)).map(({ path }) => path) : [];
  const isHidden = (path: string): boolean =>
    hidden.some((folder) => isBelow(path, folder)) || (isStrict && isBelow(path, sharedMemory));
  const own = isStrict ? ownFolders(room, { home, isHidden }) : [];
  const shown = shownIn(scene, isHidden);
  const layers = layered.map((to, at) => ({
    ...{ kind: "layer" as const, from: to, to },
    ...{ upper: join(room, "layers", String(at), "up"), work: join(room, "layers", String(at), "work") },
  }));
  const skeleton = join(room, "skeleton");
  /** Where a mount point is made, so that it is there when its turn comes. */
  const pointOf = (path: string): string => {
    const { from, to } = own.findLast((one) => isBelow(path, one.to)) ?? { from: skeleton, to: "" };
    return `${from}${path.slice(to.length)}`;
  };
  const points = [...shown.map(({ to }) => to), ...layered].filter((path) => isHidden(path));
  const isFilePoint = (path: string): boolean => scene.isFile(path);
  return {
    rows: [
      ...memoryRows(scene, own, shown),
      ...known.map(({ path }) => {
        const from = hidden.includes(path) ? `${skeleton}${path}` : path;
        return { kind: "bind" as const, from, to: path, isReadOnly: true };
      }),
      ...own.map(({ from, to }) => ({ kind: "bind" as const, from, to, isReadOnly: false })),
      ...[...layers, ...shown].toSorted((one, other) => depth(one.to) - depth(other.to)),
    ],
    folders: [
      ...hidden.map((path) => `${skeleton}${path}`),
      ...own.flatMap(({ from, to }) => [from, pointBeside(skeleton, to)]),
      ...layers.flatMap(({ upper, work }) => [upper, work]),
      ...points.filter((path) => !isFilePoint(path)).map(pointOf),
    ],
    files: points.filter(isFilePoint).map(pointOf),
  };
}

/**
 * Shared memory of its own. Where Tutti's home lies in that of the machine, level `write` reads what is beside it, as it
 * reads all else.
 */
function memoryRows(
  { level, room, isFile }: MountScene,
  own: readonly { readonly to: string }[],
  shown: readonly Shown[],
): readonly MountRow[] {
  const beside = isBelow(room, sharedMemory) && level === "write" ? room.split("/").slice(0, 4).join("/") : null;
  const read = beside === null ? [] : [{ kind: "bind" as const, from: beside, to: beside, isReadOnly: true }];
  const covering = [...read, ...own];
  const isInMemory = ({ to }: { readonly to: string }): boolean =>
    to !== sharedMemory &&
    isBelow(to, sharedMemory) &&
    !covering.some((other) => other.to !== to && isBelow(to, other.to));
  return [
    { kind: "memory", to: sharedMemory },
    ...[...read, ...own, ...shown]
      .filter(isInMemory)
      .map(({ to }) => ({ kind: "point" as const, to, isFile: isFile(to) })),
    ...read,
  ];
}

function pointBeside(skeleton: string, to: string): string {
  return `${skeleton}${to}`;
}

/** Empty folders where the person has theirs. */
function ownFolders(
  room: string,
  { home, isHidden }: { readonly home: string | undefined; readonly isHidden: (path: string) => boolean },
): readonly { readonly from: string; readonly to: string }[] {
  const folders = [
    { from: join(room, "temp"), to: "/tmp" },
    ...(home === undefined || home === "/" || isBelow(home, "/tmp") ? [] : [{ from: join(room, "home"), to: home }]),
  ];
  return folders.filter(({ to }) => isHidden(to));
}

type Shown = Extract<MountRow, { kind: "bind" }>;

/** Where all is read-only or hidden, what may be written, and of what is hidden what may be read. */
function shownIn({ grants, layered, fixed = [] }: MountScene, isHidden: (path: string) => boolean): readonly Shown[] {
  const write = grants.write.map((path) => ({ path, isReadOnly: false }));
  const writable = new Set(grants.write);
  const read = grants.read
    .filter((path) => isHidden(path) && !writable.has(path) && !layered.some((folder) => isBelow(path, folder)))
    .map((path) => ({ path, isReadOnly: true }));
  return [...write, ...read, ...fixed.map((path) => ({ path, isReadOnly: true }))]
    .filter(({ path }) => path !== "/")
    .map(({ path, isReadOnly }) => ({ kind: "bind", from: path, to: path, isReadOnly }));
}

function depth(path: string): number {
  return path.split("/").length;
}

export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
