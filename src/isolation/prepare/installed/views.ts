import { createHash, randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { RunProcess } from "../../../process/process.ts";
import { type FolderView, type OverlayMounts, findOverlayMounts } from "../../../process/overlay.ts";
import { probeReflink } from "./ways.ts";
import { removeTree } from "../../cleanup/remove-tree.ts";
import type { Places } from "../../home/places.ts";

/**
 * Files that programs see in a context besides its own: layers that contexts share, and before them files for this
 * context alone. Views are kept on disk, so they outlive the conductor.
 */
export interface Views {
  /** Why programs can't see more than a folder has; `null` when they can. */
  whyNot(): Promise<string | null>;
  /** Why files can't be cloned on the disk of contexts; `null` when they can. */
  whyNoReflink(): Promise<string | null>;
  /** Gives the place for files of this folder alone. */
  open(folder: string, layer: string): Promise<string>;
  /** Shows one more layer, before those that the folder shows already. */
  add(folder: string, layer: string): Promise<void>;
  /** Those that a folder shows, the first first. */
  layersAt(folder: string): readonly string[];
  /** How a program is started in a working folder that is, or lies in, one with a view; or why it can't be. */
  readonly at: (cwd: string) => Promise<FolderView | string | null>;
}

interface ViewParts {
  /** Runs programs without containment. */
  readonly run: RunProcess;
  readonly places: Pick<Places, "scratch" | "views">;
  /** Where `mount` and `unshare` are looked for. */
  readonly path: string | undefined;
}

function viewHome({ views }: Pick<Places, "views">, folder: string): string {
  return join(views, createHash("sha256").update(folder).digest("hex").slice(0, 32));
}

/** Whether programs in this very folder see more than it has. */
export function hasView(places: Pick<Places, "views">, folder: string): boolean {
  return existsSync(join(viewHome(places, folder), "view.json"));
}

export async function forgetView(places: Pick<Places, "views">, folder: string): Promise<void> {
  await removeTree(viewHome(places, folder));
}

interface ViewRecord {
  readonly folder: string;
  readonly layers: readonly [string, ...string[]];
}

export function makeViews({ run, places, path }: ViewParts): Views {
  let probed: Promise<OverlayMounts | string> | undefined;
  const mounts = (): Promise<OverlayMounts | string> => (probed ??= probe({ run, places, path }));
  let cloned: Promise<string | null> | undefined;
  const layersAt = (folder: string): readonly string[] =>
    readRecord(join(viewHome(places, folder), "view.json"))?.layers ?? [];
  const write = async (folder: string, layers: ViewRecord["layers"]): Promise<string> => {
    const home = viewHome(places, folder);
    const own = join(home, "own");
    await mkdir(join(home, "work"), { recursive: true, mode: 0o700 });
    await mkdir(own, { recursive: true, mode: 0o755 });
    await writeFile(join(home, "view.json.new"), JSON.stringify({ folder, layers } satisfies ViewRecord));
    await rename(join(home, "view.json.new"), join(home, "view.json"));
    return own;
  };
  return {
    whyNoReflink: () => (cloned ??= probeReflink({ run, path }, places.scratch)),
    whyNot: async () => {
      const found = await mounts();
      return typeof found === "string" ? found : null;
    },
    open: (folder, layer) => write(folder, [layer]),
    add: async (folder, layer) => {
      await write(folder, [layer, ...layersAt(folder)]);
    },
    layersAt,
    at: async (cwd) => {
      for (let folder = cwd; dirname(folder) !== folder; folder = dirname(folder)) {
        const home = viewHome(places, folder);
        const found = readRecord(join(home, "view.json"));
        if (found === undefined) continue;
        const how = await mounts();
        if (typeof how === "string") return `installed packages can't be mounted in ${folder}: ${how}`;
        const lower = [join(home, "own"), ...found.layers] as const;
        // One a program: mounting empties the kernel's work folder, also under another mount that is being made.
        const overlay = { folder, lower, work: await mkdtemp(join(home, "work", "of-")) };
        return {
          wrap: (argv) => how.wrap(overlay, argv),
          holds: (file) =>
            file.startsWith(`${folder}/`) && lower.some((one) => existsSync(join(one, file.slice(folder.length)))),
        };
      }
      return null;
    },
  };
}

/** Tutti alone writes it, and whole. */
function readRecord(file: string): ViewRecord | undefined {
  // Asked for every folder above a program's own, mostly in vain.
  if (!existsSync(file)) return undefined;
  try {
    const { layer, ...read } = JSON.parse(readFileSync(file, "utf8")) as ViewRecord & { readonly layer?: string };
    // One layer alone, as earlier versions wrote it.
    return layer === undefined ? read : { ...read, layers: [layer] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Views of folders that are gone, left by killed processes, are removed. */
export async function layersInUse({ views }: Pick<Places, "views">): Promise<ReadonlySet<string>> {
  const layers = new Set<string>();
  for (const name of await readdir(views).catch(() => [])) {
    const view = readRecord(join(views, name, "view.json"));
    if (view !== undefined && !existsSync(view.folder)) await removeTree(join(views, name)).catch(() => undefined);
    else for (const layer of view?.layers ?? []) layers.add(layer);
  }
  return layers;
}

async function probe({ run, places, path }: ViewParts): Promise<OverlayMounts | string> {
  const root = join(places.scratch, `overlay-${randomUUID()}`);
  const [folder, work, own, layer] = [join(root, "folder"), join(root, "work"), join(root, "own"), join(root, "layer")];
  try {
    for (const one of [folder, work, own, layer]) await mkdir(one, { recursive: true, mode: 0o700 });
    await writeFile(join(layer, "file"), "");
    return await findOverlayMounts({
      path,
      run,
      probe: { folder, work, lower: [own, layer], file: join(folder, "file") },
    });
  } finally {
    await removeTree(root);
  }
}
