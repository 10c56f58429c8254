import { grantArgs, launcherPath } from "@deepseek-ai/node-addon-landlock-run";
import { mkdir, mkdtemp, rm, rmdir, stat, symlink } from "node:fs/promises";
import { join } from "node:path";
import { TuttiError } from "../../base/error.ts";
import type { ProcessEnd, RunProcess } from "../process.ts";
import { findProgram } from "../program.ts";
import type { Argv } from "../tree/containment.ts";
import { type Grants, type Layer, type Sandbox, missingFor } from "./sandbox.ts";

export interface SandboxSearch {
  /** Where wrappers are looked for. */
  readonly path: string | undefined;
  /** Runs a program in a plain process group. */
  readonly run: RunProcess;
  /** Trials write in a new folder below it. */
  readonly scratch: string;
}

/** Tries each layer: what is not proven here does not count. */
export async function findSandbox(search: SandboxSearch): Promise<Sandbox> {
  const networkOff = networkWrap(search.path);
  const [landlock, network] = await Promise.all([tryLandlock(search), tryNetwork(search, networkOff)]);
  const layers: readonly Layer[] = [
    { name: "landlock", missing: landlock },
    { name: "network", missing: network },
  ];
  return {
    layers,
    wrap: (confinement, argv) => {
      const why = missingFor({ layers }, confinement);
      if (why !== null) throw unavailable(why);
      const confined = landlockWrap(confinement.grants, argv);
      return confinement.network === "off" && networkOff !== null ? networkOff(confined) : confined;
    },
  };
}

/** Throws where files can't be confined. */
export function requireEnforced(sandbox: Pick<Sandbox, "layers">): void {
  const why = missingFor(sandbox, {});
  if (why !== null) throw unavailable(why);
}

function unavailable(why: string): TuttiError {
  return new TuttiError("sandbox.unavailable", `this machine can't confine agents: ${why}`, {
    audience: "environment",
    hint: "Linux 5.13 or newer with Landlock enabled is needed (tutti doctor shows each layer). To work without: tutti config set sandbox off, and remove sandbox from the score.",
  });
}

/** Innermost: a confined process can neither mount nor leave its grants. */
function landlockWrap({ read, write }: Grants, argv: Argv): Argv {
  return [launcherPath(), ...grantArgs({ readOnly: [...read], readWrite: [...write] }), "--", ...argv];
}

/** Root needs no user namespace, but in a container may lack the right to do without. */
function networkWrap(path: string | undefined): ((argv: Argv) => Argv) | null {
  const unshare = findProgram("unshare", path, "/");
  if (unshare.kind === "refused") return null;
  const asUser = process.getuid?.() === 0 ? [] : ["--user", "--map-current-user"];
  return (argv) => [unshare.file, ...asUser, "--net", "--", ...argv];
}

/** A file inside the grant must be written, one outside must not, also through a link. */
const trial = "echo a >inside/a && ! { echo b >outside/b; } 2>/dev/null && ! { echo c >inside/link/c; } 2>/dev/null";

async function tryLandlock({ run, scratch }: SandboxSearch): Promise<string | null> {
  if (process.platform !== "linux") return `Landlock is a part of Linux, and this is ${process.platform}`;
  if ((await stat(launcherPath()).catch(() => null)) === null)
    return `there is no launcher for ${process.platform} on ${process.arch}`;
  await mkdir(scratch, { recursive: true, mode: 0o700 });
  const folder = await mkdtemp(join(scratch, "sandbox-"));
  try {
    await mkdir(join(folder, "inside"));
    await mkdir(join(folder, "outside"));
    await symlink("../outside", join(folder, "inside", "link"));
    const grants = { read: ["/"], write: [join(folder, "inside"), "/dev/null"] };
    const end = await run(asked(landlockWrap(grants, ["/bin/sh", "-c", trial]), folder));
    return isGood(end) ? null : failureOf(end, "the kernel let a write outside of the grant through");
  } finally {
    for (const file of ["inside/a", "inside/link", "outside/b", "outside/c"])
      await rm(join(folder, file), { force: true });
    for (const empty of ["inside", "outside", "."]) await rmdir(join(folder, empty)).catch(() => undefined);
  }
}

async function tryNetwork({ run }: SandboxSearch, wrap: ((argv: Argv) => Argv) | null): Promise<string | null> {
  if (wrap === null) return "unshare is not installed";
  const end = await run(asked(wrap(["/bin/sh", "-c", '[ -z "$(tail -n +2 /proc/net/route)" ]']), "/"));
  return isGood(end) ? null : failureOf(end, "the namespace still has a route");
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
