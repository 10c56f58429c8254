import { launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { ProcessEnd, RunProcess } from "../process.ts";
import type { Argv } from "../tree/containment.ts";
import { mountTable, stash, stashRows } from "./mount-table.ts";
import { type Confinement, type Layer, type LayerName, type Sandbox, firstMissing, missingFor } from "./sandbox.ts";
import { type Wrappers, findWrappers, wrapIn } from "./wrappers.ts";

export interface SandboxSearch {
  /** Where wrappers are looked for. */
  readonly path: string | undefined;
  /** Runs a program in a plain process group. */
  readonly run: RunProcess;
  /** Trials write in a new folder below it. */
  readonly scratch: string;
  /** Whether contained programs have a namespace of processes; else why not. */
  readonly processes: true | string;
}

/** Tries each layer: what is not proven here does not count. */
export async function findSandbox(search: SandboxSearch): Promise<Sandbox> {
  const { wrappers, mounts } = await findMounting(search);
  const [landlock, rights, network] = await Promise.all([
    tryLandlock(search),
    tryRights(search, wrappers),
    tryNetwork(search, wrappers),
  ]);
  const { processes } = search;
  const layers: readonly Layer[] = [
    { name: "landlock", missing: landlock },
    { name: "mounts", missing: mounts },
    { name: "processes", missing: processes === true ? null : processes },
    { name: "rights", missing: rights },
    { name: "network", missing: network },
  ];
  const held = new Set(layers.flatMap(({ name, missing }) => (missing === null ? [name] : [])));
  return {
    layers,
    wrap: (confinement, argv) => {
      const why = missingFor({ layers }, confinement);
      if (why !== null) throw unavailable(why);
      return wrapIn(wrappers, held, confinement)(argv);
    },
  };
}

/** Throws where one of the layers does not hold. */
export function requireLayers(sandbox: Pick<Sandbox, "layers">, needed: readonly string[]): void {
  const layer = firstMissing(sandbox, needed);
  if (layer !== null) throw unavailable(`the layer ${layer.name} does not hold: ${layer.missing ?? ""}`);
}

function unavailable(why: string): TuttiError {
  return new TuttiError("sandbox.unavailable", `this machine can't confine agents as asked: ${why}`, {
    audience: "environment",
    hint: "tutti doctor shows each layer and how to get it. To work without: tutti config set sandbox off, and remove sandbox from the score.",
  });
}

/** How to get a layer that does not hold. */
export const layerHelp: Readonly<Record<LayerName, string>> = {
  landlock: "Linux 5.13 or newer with lsm=landlock on the kernel's command line",
  mounts:
    "unshare, mount and setpriv of util-linux, and user namespaces: sysctl kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu, --security-opt seccomp=unconfined in Docker",
  processes: "bubblewrap or util-linux, and user namespaces",
  rights: "setpriv of util-linux",
  network: "unshare of util-linux, ip of iproute2, and user namespaces",
};

/** A file inside the grant must be written, one outside must not, also through a link. */
const landlockTrial =
  "echo a >inside/a && ! { echo b >outside/b; } 2>/dev/null && ! { echo c >inside/link/c; } 2>/dev/null";

async function tryLandlock(search: SandboxSearch): Promise<string | null> {
  if (process.platform !== "linux") return `Landlock is a part of Linux, and this is ${process.platform}`;
  if ((await stat(launcherPath()).catch(() => null)) === null)
    return `there is no launcher for ${process.platform} on ${process.arch}`;
  return inTrialFolder(search, async (folder) => {
    for (const name of ["inside", "outside"]) await mkdir(join(folder, name));
    await symlink("../outside", join(folder, "inside", "link"));
    const grants = { read: ["/"], write: [join(folder, "inside"), "/dev/null"] };
    const wrap = wrapIn(findWrappers(search.path, false), new Set(), { grants });
    const end = await search.run(asked(wrap(["/bin/sh", "-c", landlockTrial]), folder));
    return isGood(end) ? null : failureOf(end, "the kernel let a write outside of the grant through");
  });
}

/** Root needs no user namespace, but in a container may lack the right to do without. */
async function findMounting(search: SandboxSearch): Promise<{ wrappers: Wrappers; mounts: string | null }> {
  const ways = process.getuid?.() === 0 ? [false, true] : [true];
  let last: { wrappers: Wrappers; mounts: string | null } | undefined;
  for (const asUser of ways) {
    const wrappers = findWrappers(search.path, asUser);
    last = { wrappers, mounts: await tryMounts(search, wrappers) };
    if (last.mounts === null) return last;
  }
  return last ?? { wrappers: findWrappers(search.path, true), mounts: "there is no way to try" };
}

/** Hides one folder, makes one read-only, and puts a layer over one. */
const mountsTrial = `! [ -e hidden/secret ] && ! { echo x >fixed/file; } 2>/dev/null && echo changed >layered/file && [ -z "$(ls ${stash})" ]`;

async function tryMounts(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  const absent = (["unshare", "mount", "umount", "setpriv"] as const).find((name) => wrappers.tools[name] === null);
  if (process.platform !== "linux" || absent !== undefined) return `${absent ?? "unshare"} is not installed`;
  return inTrialFolder(search, async (folder) => {
    const at = (name: string): string => join(folder, name);
    for (const name of ["hidden", "empty", "fixed", "layered", "up", "work"]) await mkdir(at(name));
    for (const name of ["hidden/secret", "fixed/file", "layered/file"]) await writeFile(at(name), "as it was\n");
    const stashed = (name: string): string => `${stash}${at(name)}`;
    const bind = { kind: "bind", isReadOnly: true } as const;
    const layer = { from: stashed("layered"), upper: stashed("up"), work: stashed("work") };
    const table = mountTable(
      [
        ...stashRows,
        { ...bind, from: at("empty"), to: at("hidden") },
        { ...bind, from: stashed("fixed"), to: at("fixed") },
        { kind: "layer", to: at("layered"), ...layer },
      ],
      wrappers.isRoot,
    );
    if (table === null) return `the path of ${folder} holds a comma, a colon, a quote or a backslash`;
    await writeFile(at("table"), table);
    const mounts = { table: at("table") };
    const confinement = { grants: { read: ["/"], write: ["/"] }, mounts };
    const end = await search.run(
      asked(wrapIn(wrappers, new Set(), confinement)(["/bin/sh", "-c", mountsTrial]), folder),
    );
    if (!isGood(end)) return failureOf(end, "the mounts did not hide and protect what they should");
    const isKept = (await readFile(at("layered/file"), "utf8")) === "as it was\n";
    return isKept ? null : "a change in a layer reached the folder below it";
  });
}

/** Root in a sandbox must not make a device: through one it would reach every file of the disk. */
async function tryRights(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (!wrappers.isRoot) return null;
  if (wrappers.tools.setpriv === null) return "setpriv is not installed";
  return inTrialFolder(search, async (folder) => {
    const confinement = { grants: { read: ["/"], write: [folder, "/dev/null"] } };
    const wrap = wrapIn(wrappers, new Set(["rights"]), confinement);
    const end = await search.run(asked(wrap(["/bin/sh", "-c", "! mknod device b 7 0 2>/dev/null"]), folder));
    return isGood(end) ? null : failureOf(end, "root could still make a device");
  });
}

const networkTrial = '[ -z "$(tail -n +2 /proc/net/route)" ] && grep -q 127.0.0.1 /proc/net/fib_trie';

async function tryNetwork(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (wrappers.tools.unshare === null || wrappers.tools.setpriv === null) return "unshare is not installed";
  const confinement = { grants: { read: ["/"], write: ["/dev/null"] }, network: "off" } satisfies Confinement;
  const wrap = wrapIn(wrappers, new Set(), confinement);
  const end = await search.run(asked(wrap(["/bin/sh", "-c", networkTrial]), "/"));
  return isGood(end) ? null : failureOf(end, "the namespace still has a route, or no loopback");
}

/** All that trials leave, so that no tree is removed here. */
const trialFiles = [
  ...["inside/a", "inside/link", "outside/b", "outside/c", "device", "table"],
  ...["hidden/secret", "fixed/file", "layered/file", "up/file"],
];
const trialFolders = [
  ...["inside", "outside", "hidden", "empty", "fixed", "layered", "up"],
  ...["work/work", "work/index", "work", "."],
];

async function inTrialFolder(
  { scratch }: SandboxSearch,
  use: (folder: string) => Promise<string | null>,
): Promise<string | null> {
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, "sandbox-"));
  try {
    return await use(folder);
  } finally {
    for (const file of trialFiles) await rm(join(folder, file), { force: true }).catch(() => undefined);
    for (const empty of trialFolders) await rmdir(join(folder, empty)).catch(() => undefined);
  }
}

type Request = Parameters<RunProcess>[0];

function asked(argv: Argv, cwd: string): Request {
  return {
    argv,
    cwd,
    env: {},
    output: { kind: "memory", capBytes: 4096 },
    limits: { timeoutMs: 10_000 },
    tree: "group",
  };
}

function isGood({ how }: ProcessEnd): boolean {
  return how.kind === "exited" && how.code === 0;
}

function failureOf(end: ProcessEnd, otherwise: string): string {
  const said = end.stderr.toString().trim();
  return said === "" ? otherwise : said;
}
