import { findProgram } from "./program.ts";
import type { Argv } from "./tree/containment.ts";
import type { RunProcess } from "./process.ts";

/**
 * A folder in which programs also see the files of other folders. They may change, replace and remove all of it: the
 * changes land in the folder itself, and the others stay as they are.
 */
export interface Overlay {
  readonly folder: string;
  /** Where several have a file, the first one's is seen. Five at most: a shell names no more descriptors. */
  readonly lower: readonly [string, string, ...string[]];
  /** An empty folder on the file system of `folder`, for the kernel. */
  readonly work: string;
}

/** How this machine mounts overlays: each program in a mount namespace of its own. */
export interface OverlayMounts {
  readonly kind: "as root" | "in a user namespace";
  wrap(overlay: Overlay, argv: Argv): Argv;
}

/** Files that programs started in a folder see there besides its own. */
export interface FolderView {
  wrap(argv: Argv): Argv;
  /** Whether they see a file that the folder itself does not have. */
  holds(file: string): boolean;
}

interface OverlayTools {
  readonly unshare: string;
  readonly mount: string;
  readonly setpriv: string;
}

/**
 * Hands the folders to `mount` as open descriptors: its options have no way to quote a comma or a colon that all
 * versions agree on. 125 is the exit code that programs leave to those who start them.
 */
function scriptFor(lower: readonly string[]): string {
  const places = lower.map((_, at) => at + 5);
  const opened = places.map((at) => `${at}<"$${at}"`).join(" ");
  return `
mount=$1 options=$2 folder=$3; cd -P . && here=$PWD && exec 3<"$3" 4<"$4" ${opened} || exit 125; shift ${4 + lower.length}
fd=/proc/self/fd
"$mount" -t overlay tutti -o "lowerdir=${places.map((at) => `$fd/${at}`).join(":")},upperdir=$fd/3,workdir=$fd/4,$options" "$folder" || exit 125
exec 3<&- 4<&- ${places.map((at) => `${at}<&-`).join(" ")}
cd "$here" || exit 125
exec "$@"`;
}

function wrapAsRoot({ unshare, mount }: OverlayTools, overlay: Overlay, argv: Argv): Argv {
  return [unshare, "--mount", "--", ...mounting({ mount, options: "redirect_dir=on" }, overlay), ...argv];
}

/** The user stays the same user, and the program gets none of the rights that mounting needs. */
function wrapAsUser({ unshare, mount, setpriv }: OverlayTools, overlay: Overlay, argv: Argv): Argv {
  return [
    ...[unshare, "--user", "--map-current-user", "--keep-caps", "--mount", "--"],
    ...mounting({ mount, options: "userxattr" }, overlay),
    ...[setpriv, "--inh-caps=-all", "--ambient-caps=-all", "--"],
    ...argv,
  ] as unknown as Argv;
}

function mounting(by: { mount: string; options: string }, { folder, work, lower }: Overlay): readonly string[] {
  return ["/bin/sh", "-c", scriptFor(lower), "tutti-overlay", by.mount, by.options, folder, work, ...lower];
}

export interface OverlaySearch {
  readonly path: string | undefined;
  /** Runs a program in a plain process group. */
  readonly run: RunProcess;
  /** On the file system that contexts lie on, with a file of a lower folder by its path in `folder`. */
  readonly probe: Overlay & { readonly file: string };
}

/** How overlays are mounted here, or why they can't be. */
export async function findOverlayMounts(search: OverlaySearch): Promise<OverlayMounts | string> {
  const tools = overlayTools(search.path);
  if (typeof tools === "string") return tools;
  let why = "";
  for (const mounts of mountsWith(tools)) {
    const end = await search.run({
      argv: mounts.wrap(search.probe, ["/bin/sh", "-c", 'test -f "$1" && : > "$1"', "probe", search.probe.file]),
      cwd: search.probe.folder,
      env: {},
      output: { kind: "memory", capBytes: 4096 },
      limits: { timeoutMs: 10_000 },
      tree: "group",
    });
    if (end.how.kind === "exited" && end.how.code === 0) return mounts;
    why = end.stderr.toString().trim() || `the trial ended with ${JSON.stringify(end.how)}`;
  }
  return why;
}

/** Root needs no user namespace, but may lack the right to mount without one, as in a container. */
function mountsWith(tools: OverlayTools): readonly OverlayMounts[] {
  const asUser: OverlayMounts = {
    kind: "in a user namespace",
    wrap: (overlay, argv) => wrapAsUser(tools, overlay, argv),
  };
  if (process.getuid?.() !== 0) return [asUser];
  return [{ kind: "as root", wrap: (overlay, argv) => wrapAsRoot(tools, overlay, argv) }, asUser];
}

function overlayTools(path: string | undefined): OverlayTools | string {
  const found: Record<string, string> = {};
  for (const name of ["unshare", "mount", "setpriv"]) {
    const program = findProgram(name, path, "/");
    if (program.kind === "refused") return `${name} is not installed`;
    found[name] = program.file;
  }
  return { unshare: found["unshare"] ?? "", mount: found["mount"] ?? "", setpriv: found["setpriv"] ?? "" };
}
