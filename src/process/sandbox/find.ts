import { launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { mkdir, mkdtemp, readFile, realpath, rm, rmdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { ProcessEnd, RunProcess } from "../process.ts";
import type { Argv } from "../tree/containment.ts";
import { sharedMemory } from "./mount-rows.ts";
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
  const [landlock, rights, network, calls] = await Promise.all([
    tryLandlock(search, wrappers),
    tryRights(search, wrappers),
    tryNetwork(search, wrappers),
    tryCalls(search, wrappers),
  ]);
  const { processes } = search;
  const layers: readonly Layer[] = [
    { name: "landlock", missing: landlock },
    { name: "mounts", missing: mounts },
    { name: "processes", missing: processes === true ? null : processes },
    { name: "rights", missing: rights },
    { name: "network", missing: network },
    { name: "calls", missing: calls },
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
    "Perl, and for a plain user namespaces of users: sysctl kernel.apparmor_restrict_unprivileged_userns=0 on Ubuntu, --security-opt seccomp=unconfined in Docker",
  processes: "bubblewrap or util-linux, and user namespaces",
  rights: "Perl",
  network: "Perl, and for a plain user namespaces of users",
  calls: "Perl, and a kernel with CONFIG_SECCOMP_FILTER",
};

/** A file inside the grant must be written, one outside must not, also through a link. */
const landlockTrial =
  "echo a >inside/a && ! { echo b >outside/b; } 2>/dev/null && ! { echo c >inside/link/c; } 2>/dev/null";

async function tryLandlock(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (process.platform !== "linux") return `Landlock is a part of Linux, and this is ${process.platform}`;
  if (wrappers.perl === null && (await stat(launcherPath()).catch(() => null)) === null)
    return `there is no launcher for ${process.platform} on ${process.arch}`;
  return inTrialFolder(search, async (folder) => {
    for (const name of ["inside", "outside"]) await mkdir(join(folder, name));
    await symlink("../outside", join(folder, "inside", "link"));
    const grants = { read: ["/"], write: [join(folder, "inside"), "/dev/null"] };
    const wrap = wrapIn(wrappers, new Set(), { grants });
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
const mountsTrial = "! [ -e hidden/secret ] && ! { echo x >fixed/file; } 2>/dev/null && echo changed >layered/file";

async function tryMounts(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (wrappers.perl === null) return noPerl;
  return inTrialFolder(search, async (folder) => {
    const at = (name: string): string => join(folder, name);
    for (const name of ["hidden", "empty", "fixed", "layered", "up", "work"]) await mkdir(at(name));
    for (const name of ["hidden/secret", "fixed/file", "layered/file"]) await writeFile(at(name), "as it was\n");
    const bind = { kind: "bind", isReadOnly: true } as const;
    const layer = { from: at("layered"), upper: at("up"), work: at("work") };
    const rows = [
      // A scratch folder may lie in shared memory itself.
      ...(folder.startsWith(`${sharedMemory}/`) ? [] : [{ kind: "memory", to: sharedMemory } as const]),
      { ...bind, from: at("empty"), to: at("hidden") },
      { ...bind, from: at("fixed"), to: at("fixed") },
      { kind: "layer", to: at("layered"), ...layer },
    ] as const;
    const confinement = { grants: { read: ["/"], write: ["/"] }, mounts: { rows } };
    const end = await search.run(
      asked(wrapIn(wrappers, new Set(), confinement)(["/bin/sh", "-c", mountsTrial]), folder),
    );
    if (!isGood(end)) return failureOf(end, "the mounts did not hide and protect what they should");
    const isKept = (await readFile(at("layered/file"), "utf8")) === "as it was\n";
    return isKept ? null : "a change in a layer reached the folder below it";
  });
}

const noPerl =
  process.platform === "linux"
    ? "perl is not installed, or this kind of processor is not known"
    : `it is a part of Linux, and this is ${process.platform}`;

/** Root in a sandbox must not make a device: through one it would reach every file of the disk. */
async function tryRights(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (!wrappers.isRoot) return null;
  if (wrappers.perl === null) return noPerl;
  return inTrialFolder(search, async (folder) => {
    const confinement = { grants: { read: ["/"], write: [folder, "/dev/null"] } };
    const wrap = wrapIn(wrappers, new Set(["rights"]), confinement);
    const end = await search.run(asked(wrap(["/bin/sh", "-c", "! mknod device b 7 0 2>/dev/null"]), folder));
    return isGood(end) ? null : failureOf(end, "root could still make a device");
  });
}

const networkTrial = '[ -z "$(tail -n +2 /proc/net/route)" ] && grep -q 127.0.0.1 /proc/net/fib_trie';

async function tryNetwork(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  if (wrappers.perl === null) return noPerl;
  const confinement = { grants: { read: ["/"], write: ["/dev/null"] }, network: "off" } satisfies Confinement;
  const wrap = wrapIn(wrappers, new Set(), confinement);
  const end = await search.run(asked(wrap(["/bin/sh", "-c", networkTrial]), "/"));
  return isGood(end) ? null : failureOf(end, "the namespace still has a route, or no loopback");
}

/** A filter is there, and a key of the person can't be asked for. */
const callsTrial = `grep -q '^Seccomp:.*2' /proc/self/status && exec "$0" -e 'exit(syscall(shift() + 0, 0, -3, 0) < 0 && $! == 1 ? 0 : 1)' "$1"`;

async function tryCalls(search: SandboxSearch, wrappers: Wrappers): Promise<string | null> {
  const { perl } = wrappers;
  if (perl === null) return noPerl;
  const wrap = wrapIn(wrappers, new Set(["calls"]), { grants: { read: ["/"], write: ["/dev/null"] } });
  const keyctl = process.arch === "arm64" ? "219" : "250";
  const end = await search.run(asked(wrap(["/bin/sh", "-c", callsTrial, perl, keyctl]), "/"));
  return isGood(end) ? null : failureOf(end, "the kernel let a call through that the filter refuses");
}

/** All that trials leave, so that no tree is removed here. */
const trialFiles = [
  ...["inside/a", "inside/link", "outside/b", "outside/c", "device"],
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
  const folder = await realpath(await mkdtemp(join(scratch, "sandbox-")));
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
